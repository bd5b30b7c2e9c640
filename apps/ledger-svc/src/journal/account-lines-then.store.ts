/** Counts and sums of lines as they were: those of now, which functions tell, corrected by what has changed since. */
import type { Tx } from '@pacioli/db'
import type { BareLine, Before } from './account-lines.ts'
import { countLines, loadBefore, type LineFilter } from './account-lines.store.ts'

/** Exactly how many lines the filter matched. */
export async function countLinesThen(tx: Tx, businessId: string, filter: LineFilter): Promise<number> {
  const [now, more] = await Promise.all([countLines(tx, businessId, filter), countMoreThen(tx, businessId, filter)])
  return now + more
}

/** How many of the lines of entries that have changed since matched, less how many do now. */
function countMoreThen(tx: Tx, businessId: string, filter: LineFilter): Promise<number> {
  const bind: unknown[] = [businessId, filter.accountId, filter.otherBasis]
  const conditions = ['l.account_id = $2', 'l.basis <> $3']
  if (filter.from) conditions.push(`l.entry_at >= $${bind.push(filter.from)}`)
  if (filter.before) conditions.push(`l.entry_at < $${bind.push(filter.before)}`)
  const values = filter.definitionIds && bind.push(filter.definitionIds)
  const counted = (lines: string, tags: string, entries: string): string => {
    const all = [...conditions]
    if (values !== undefined)
      all.push(`EXISTS (SELECT FROM ${tags} t WHERE t.business_id = $1 AND t.line_id = l.id
                           AND t.definition_id = ANY ($${values}::uuid[]))`)
    if (!filter.withReversals)
      all.push(`NOT l.is_reversal
                AND NOT EXISTS (SELECT FROM ${entries} r WHERE r.business_id = $1 AND r.reversal_of_id = l.entry_id)`)
    return `SELECT count(*) FROM then_touched e JOIN ${lines} l ON l.business_id = $1 AND l.entry_id = e.entry_id
             WHERE ${all.join(' AND ')}`
  }
  return tx.count(
    `SELECT (${counted('line_items', 'line_item_tags', 'journal_entries')})
          - (${counted('now_lines', 'now_tags', 'now_entries')}) AS count`,
    bind,
  )
}

/** The sums of the account before each of these lines, which ascend in the order of the account, without what came later. */
export async function loadBeforeThen(
  tx: Tx,
  businessId: string,
  filter: LineFilter,
  lines: readonly BareLine[],
): Promise<Before[]> {
  const [now, later] = await Promise.all([
    loadBefore(tx, businessId, filter, lines),
    loadLaterBefore(tx, businessId, filter, lines),
  ])
  return now.map(({ debits, credits }, index) => ({
    debits: debits - (later[index]?.debits ?? 0n),
    credits: credits - (later[index]?.credits ?? 0n),
  }))
}

/** What lines that were not there yet add to the sums before each of these. */
async function loadLaterBefore(
  tx: Tx,
  businessId: string,
  filter: LineFilter,
  lines: readonly BareLine[],
): Promise<Before[]> {
  const rows = await tx.rows<{ debits: string; credits: string }>(
    `SELECT debits, credits
       FROM (SELECT n, sum(debit) OVER in_order AS debits, sum(credit) OVER in_order AS credits
               FROM (SELECT NULL::bigint AS n, l.entry_at, l.seq, CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE 0 END AS debit,
                            CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE 0 END AS credit
                       FROM then_hidden e JOIN now_lines l ON l.business_id = $1 AND l.entry_id = e.entry_id
                      WHERE l.account_id = $2 AND l.basis <> $3
                      UNION ALL
                     SELECT shown.n, shown.at, shown.seq, 0, 0
                       FROM unnest($4::timestamptz[], $5::bigint[]) WITH ORDINALITY AS shown (at, seq, n)) all_lines
             WINDOW in_order AS (ORDER BY entry_at, seq ROWS UNBOUNDED PRECEDING)) sums
      WHERE n IS NOT NULL ORDER BY n`,
    [
      businessId,
      filter.accountId,
      filter.otherBasis,
      lines.map((line) => line.entryAt.toISOString()),
      lines.map((line) => line.seq),
    ],
  )
  return rows.map((row) => ({ debits: BigInt(row.debits), credits: BigInt(row.credits) }))
}
