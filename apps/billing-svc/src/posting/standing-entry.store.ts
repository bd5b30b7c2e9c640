/** Which journal entries of documents stand. Who reads or writes them holds the documents. */
import type { Tx } from '@pacioli/db'
import type { Source } from '@pacioli/postings'
import type { StandingEntry } from './standing-entries.ts'

type StandingRow = {
  source_type: string
  source_id: string
  event: string
  revision: number
  stands: boolean
  digest: string
  entry_at: Date
}

/**
 * The entries of these documents, standing or not. OFFSET 0 keeps it a lookup by the key for each document, whatever the
 * planner knows of the table.
 */
export async function loadStandingEntries(
  tx: Tx,
  businessId: string,
  sources: readonly Source[],
): Promise<StandingEntry[]> {
  if (sources.length === 0) return []
  const rows = await tx.rows<StandingRow>(
    `SELECT e.source_type, e.source_id, e.event, e.revision, e.stands, e.digest, e.entry_at
       FROM unnest($2::text[], $3::uuid[]) AS s(type, id)
      CROSS JOIN LATERAL (SELECT * FROM standing_entries k
                           WHERE k.business_id = $1 AND k.source_id = s.id AND k.source_type = s.type
                           ORDER BY k.event OFFSET 0) AS e`,
    [businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )
  return rows.map((row) => ({
    source: { type: row.source_type, id: row.source_id },
    event: row.event,
    revision: row.revision,
    stands: row.stands,
    digest: row.digest,
    entryAt: row.entry_at,
  }))
}

/** Writes the entries as they are now, in the order of their keys. */
export async function putStandingEntries(tx: Tx, businessId: string, entries: readonly StandingEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.rows(
    `INSERT INTO standing_entries (business_id, source_type, source_id, event, revision, stands, digest, entry_at)
     SELECT $1, e.* FROM unnest($2::text[], $3::uuid[], $4::text[], $5::int[], $6::boolean[], $7::text[], $8::timestamptz[])
                           AS e(source_type, source_id, event, revision, stands, digest, entry_at)
      ORDER BY e.source_id, e.source_type, e.event
     ON CONFLICT (business_id, source_id, source_type, event) DO UPDATE
       SET revision = excluded.revision, stands = excluded.stands, digest = excluded.digest, entry_at = excluded.entry_at`,
    [
      businessId,
      entries.map(({ source }) => source.type),
      entries.map(({ source }) => source.id),
      entries.map(({ event }) => event),
      entries.map(({ revision }) => revision),
      entries.map(({ stands }) => stands),
      entries.map(({ digest }) => digest),
      entries.map(({ entryAt }) => entryAt.toISOString()),
    ],
  )
}
