import type { Tx } from '@pacioli/db'
import type { Contribution, DayDelta, EntryBasis } from './contribution.ts'

const columns = (businessId: string, contributions: readonly Contribution[]): unknown[] => [
  businessId,
  contributions.map((one) => one.entryId),
  contributions.map((one) => one.basis),
  contributions.map((one) => one.day),
  // unnest would flatten arrays of arrays, so each entry's arrays travel as text.
  contributions.map((one) => arrayText(one.shares.map((share) => share.accountId))),
  contributions.map((one) => arrayText(one.shares.map((share) => share.debits))),
  contributions.map((one) => arrayText(one.shares.map((share) => share.credits))),
  contributions.map((one) => arrayText(one.shares.map((share) => share.lineCount))),
  contributions.map((one) => one.version),
  contributions.map((one) => one.eventId),
]

/** PostgreSQL's notation of an array; ids and numbers need no quoting. */
const arrayText = (values: readonly (string | bigint | number)[]): string => `{${values.join(',')}}`

const INCOMING = `
  SELECT $1::uuid AS business_id, i.entry_id, i.basis, i.entry_date, i.account_ids::uuid[] AS account_ids,
         i.debits::bigint[] AS debits, i.credits::bigint[] AS credits, i.line_counts::int[] AS line_counts,
         i.version, i.event_id
    FROM unnest($2::uuid[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[],
                $10::text[])
      AS i(entry_id, basis, entry_date, account_ids, debits, credits, line_counts, version, event_id)`

/** Keeps contributions of entries never seen before; the ids of those. Sorted, so that locks are taken in one order. */
export async function insertContributions(
  tx: Tx,
  businessId: string,
  contributions: readonly Contribution[],
): Promise<Set<string>> {
  const inserted = await tx.rows<{ entry_id: string }>(
    `INSERT INTO entry_contributions (business_id, entry_id, basis, entry_date, account_ids, debits, credits,
                                      line_counts, version, event_id)
     ${INCOMING} ORDER BY i.entry_id
     ON CONFLICT (business_id, entry_id) DO NOTHING
     RETURNING entry_id`,
    columns(businessId, contributions),
  )
  return new Set(inserted.map((row) => row.entry_id))
}

type ContributionRow = {
  entry_id: string
  basis: EntryBasis
  entry_date: string
  account_ids: string[]
  debits: string[]
  credits: string[]
  line_counts: number[]
  version: string
  event_id: string
}

/** The contributions kept of these entries, locked. */
export async function lockContributions(
  tx: Tx,
  businessId: string,
  entryIds: readonly string[],
): Promise<Contribution[]> {
  const rows = await tx.rows<ContributionRow>(
    `SELECT entry_id, basis, entry_date::text, account_ids, debits, credits, line_counts, version, event_id
       FROM entry_contributions WHERE business_id = $1 AND entry_id = ANY ($2::uuid[])
      ORDER BY entry_id FOR UPDATE`,
    [businessId, [...entryIds]],
  )
  return rows.map((row) => ({
    entryId: row.entry_id,
    basis: row.basis,
    day: row.entry_date,
    shares: row.account_ids.map((accountId, index) => ({
      accountId,
      debits: BigInt(row.debits[index] ?? 0),
      credits: BigInt(row.credits[index] ?? 0),
      lineCount: row.line_counts[index] ?? 0,
    })),
    version: Number(row.version),
    eventId: row.event_id,
  }))
}

/** Replaces contributions that are kept and locked. */
export async function replaceContributions(
  tx: Tx,
  businessId: string,
  contributions: readonly Contribution[],
): Promise<void> {
  await tx.rows(
    `UPDATE entry_contributions kept
        SET basis = i.basis, entry_date = i.entry_date, account_ids = i.account_ids, debits = i.debits,
            credits = i.credits, line_counts = i.line_counts, version = i.version, event_id = i.event_id
       FROM (${INCOMING}) i
      WHERE kept.business_id = i.business_id AND kept.entry_id = i.entry_id`,
    columns(businessId, contributions),
  )
}

/** Moves the counters. Sorted deltas, one per row, so that locks are taken in one order. */
export async function moveAccountDays(tx: Tx, businessId: string, deltas: readonly DayDelta[]): Promise<void> {
  if (deltas.length === 0) return
  await tx.rows(
    `INSERT INTO account_days AS known (business_id, account_id, basis, day, debits, credits, line_count)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::date[], $5::bigint[], $6::bigint[], $7::bigint[])
     ON CONFLICT (business_id, account_id, basis, day) DO UPDATE
       SET debits = known.debits + excluded.debits, credits = known.credits + excluded.credits,
           line_count = known.line_count + excluded.line_count`,
    [
      businessId,
      deltas.map((delta) => delta.accountId),
      deltas.map((delta) => delta.basis),
      deltas.map((delta) => delta.day),
      deltas.map((delta) => delta.debits.toString()),
      deltas.map((delta) => delta.credits.toString()),
      deltas.map((delta) => delta.lineCount),
    ],
  )
}
