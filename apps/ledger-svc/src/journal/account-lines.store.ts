import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Direction } from '@pacioli/money'
import type { Page } from '@pacioli/paging'
import type { BareLine, Before } from './account-lines.ts'

/** Lines of all tags: the counters keep them under the nil definition. */
const ALL_LINES = '00000000-0000-0000-0000-000000000000'

export type LineFilter = {
  accountId: string
  /** The basis whose lines are left out. */
  otherBasis: string
  from?: Date | undefined
  before?: Date | undefined
  withReversals: boolean
  withClosing: boolean
  /** Lines with one of these tag values; undefined for all lines. */
  definitionIds?: readonly string[] | undefined
}

const lineItems = table('line_items', ['id'], {
  id: uuid,
  entryId: uuid,
  amount: safeInteger,
  direction: text.as<Direction>(),
  entryAt: timestamp,
  memo: text.orNull,
  customerId: uuid.orNull,
  vendorId: uuid.orNull,
})
type More = { seq: string; entry: BareLine['entry'] }

/** What is shown of the entry `e` of a line. */
const ENTRY = `json_build_object('externalId', e.external_id, 'memo', e.memo, 'sourceType', e.source_type,
                                'sourceId', e.source_id) AS entry`

const NOT_REVERSED = `NOT l.is_reversal
  AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.business_id = $1 AND r.reversal_of_id = l.entry_id)`

const OF_CLOSING = `EXISTS (SELECT FROM journal_entries c WHERE c.business_id = $1 AND c.id = l.entry_id
                          AND c.entry_type = 'CLOSING_ACTION_RETAINED_EARNINGS')`

/** One page of lines and, if more follow, the sort key of its last line. */
export async function loadLinePage(
  tx: Tx,
  businessId: string,
  filter: LineFilter,
  page: Page,
): Promise<{ lines: BareLine[]; last: [string, string] | undefined }> {
  const bind: unknown[] = [businessId, filter.accountId, filter.otherBasis]
  const parameter = (value: unknown): string => `$${bind.push(value)}`
  const [later, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']

  // Bounds on what is scanned: the lines themselves, or the tags, whose index holds the same account, time and seq.
  const bounds = (row: string): string => {
    const all = [`${row}.business_id = $1`, `${row}.account_id = $2`]
    if (filter.from) all.push(`${row}.entry_at >= ${parameter(filter.from)}`)
    if (filter.before) all.push(`${row}.entry_at < ${parameter(filter.before)}`)
    if (page.after)
      all.push(
        `(${row}.entry_at, ${row}.seq) ${later} (${parameter(page.after[0])}::timestamptz, ${parameter(page.after[1])}::bigint)`,
      )
    return all.join(' AND ')
  }
  const hidden = [...(filter.withReversals ? [] : [NOT_REVERSED]), ...(filter.withClosing ? [] : [`NOT ${OF_CLOSING}`])]
  const shown = ['l.basis <> $3', ...hidden].join(' AND ')
  const columns = 'l.id, l.seq, l.entry_id, l.amount, l.direction, l.entry_at, l.memo, l.customer_id, l.vendor_id'
  const limit = page.limit + 1
  const lines =
    filter.definitionIds === undefined
      ? `SELECT ${columns} FROM line_items l WHERE ${bounds('l')} AND ${shown} ORDER BY l.entry_at ${order}, l.seq ${order} LIMIT ${limit}`
      : `SELECT found.* FROM unnest(${parameter(filter.definitionIds)}::uuid[]) AS requested (definition_id)
          CROSS JOIN LATERAL (
            SELECT ${columns} FROM line_item_tags t JOIN line_items l ON l.business_id = t.business_id AND l.id = t.line_id
             WHERE ${bounds('t')} AND t.definition_id = requested.definition_id AND ${shown}
             ORDER BY t.entry_at ${order}, t.seq ${order} LIMIT ${limit}) found`
  const rows = await lineItems.query<More>(
    tx,
    `SELECT ${lineItems.columns('l')}, l.seq, ${ENTRY}
       FROM (${lines}) l JOIN journal_entries e ON e.business_id = $1 AND e.id = l.entry_id
      ORDER BY l.entry_at ${order}, l.seq ${order} LIMIT ${limit}`,
    bind,
  )
  const fitting = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? fitting.at(-1) : undefined
  return { lines: fitting, last: last && [last.entryAt.toISOString(), last.seq] }
}

/** Exactly how many lines the filter matches: from counters, except for parts of days. */
export async function countLines(tx: Tx, businessId: string, filter: LineFilter): Promise<number> {
  const [count, ofClosings] = await Promise.all([
    tx.count('SELECT account_line_count_v1($1, $2, $3::uuid[], $4, $5, $6, $7) AS count', [
      businessId,
      filter.accountId,
      filter.definitionIds ?? [ALL_LINES],
      filter.otherBasis,
      filter.withReversals,
      filter.from ?? null,
      filter.before ?? null,
    ]),
    filter.withClosing ? 0 : countClosingLines(tx, businessId, filter),
  ])
  return count - ofClosings
}

/** How many of the lines that the filter matches otherwise are of closings: few, so these are counted. */
async function countClosingLines(tx: Tx, businessId: string, filter: LineFilter): Promise<number> {
  return tx.count(
    `SELECT count(*)
       FROM journal_entries e JOIN line_items l ON l.business_id = e.business_id AND l.entry_id = e.id
      WHERE e.business_id = $1 AND e.entry_type = 'CLOSING_ACTION_RETAINED_EARNINGS' AND l.account_id = $2
        AND l.basis <> $3 AND ($4::timestamptz IS NULL OR e.entry_at >= $4) AND ($5::timestamptz IS NULL OR e.entry_at < $5)
        AND ($6::uuid[] IS NULL OR EXISTS (SELECT FROM line_item_tags t WHERE t.business_id = $1 AND t.line_id = l.id
                                              AND t.definition_id = ANY ($6::uuid[])))
        AND ($7::boolean OR ${NOT_REVERSED})`,
    [
      businessId,
      filter.accountId,
      filter.otherBasis,
      filter.from ?? null,
      filter.before ?? null,
      filter.definitionIds ?? null,
      filter.withReversals,
    ],
  )
}

/** The sums of the account before each of these lines, which ascend in the order of the account. */
export async function loadBefore(
  tx: Tx,
  businessId: string,
  filter: LineFilter,
  lines: readonly BareLine[],
): Promise<Before[]> {
  const rows = await tx.rows<{ debits: string; credits: string }>(
    'SELECT debits, credits FROM account_before_each_v1($1, $2, $3, $4::timestamptz[], $5::bigint[])',
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
