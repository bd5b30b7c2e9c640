/** Which journal entries documents have. The caller that reads or writes them has locked the documents. */
import type { Tx } from '@pacioli/db'
import { boolean, integer, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import type { Source } from '@pacioli/postings'
import type { StandingEntry } from './standing-entries.ts'

const entries = table('standing_entries', ['businessId', 'sourceId', 'sourceType', 'event'], {
  businessId: uuid.writeOnly,
  sourceId: uuid,
  sourceType: text,
  event: text,
  revision: integer,
  stands: boolean,
  digest: text,
  partyId: uuid.orNull,
  partyRevision: integer.orNull,
  entryAt: timestamp,
})

/**
 * The entries of these documents, in the journal or reversed. OFFSET 0 keeps it a lookup by the key for each document,
 * whatever the planner knows of the table.
 */
export async function loadStandingEntries(tx: Tx, sources: readonly Source[]): Promise<StandingEntry[]> {
  if (sources.length === 0) return []
  const rows = await entries.query(
    tx,
    `SELECT ${entries.columns('e')} FROM unnest($2::text[], $3::uuid[]) AS s(type, id)
      CROSS JOIN LATERAL (SELECT * FROM standing_entries k
                           WHERE k.business_id = $1 AND k.source_id = s.id AND k.source_type = s.type
                           ORDER BY k.event OFFSET 0) AS e`,
    [tx.businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )
  return rows.map(({ sourceType, sourceId, ...entry }) => ({ ...entry, source: { type: sourceType, id: sourceId } }))
}

/** Writes the entries as they are now; it travels with the end of the transaction. */
export function putStandingEntries(tx: Tx, all: readonly StandingEntry[]): void {
  const rows = all.map(({ source, ...entry }) => ({ ...entry, sourceType: source.type, sourceId: source.id }))
  writeLater(tx, [entries.upserting({ businessId: tx.businessId }, rows)])
}
