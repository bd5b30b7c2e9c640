import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { accounts } from '../accounts/account.store.ts'
import type { KnownAccount, SumRow } from './account-sums.ts'
import { ALL_LINES, type EntryBasis } from './entry.ts'

export type SumsQuery = {
  /** At the end of each of these. */
  days: readonly Day[]
  bases: readonly EntryBasis[]
  withClosings: boolean
  /** Only lines that carry one of these tag values, which are of one dimension; all lines if undefined. */
  tagValueIds: readonly string[] | undefined
  /** Sums of their own for the lines under each of these values, which are of one dimension. */
  splitIds: readonly string[] | undefined
}

type Row = { day: Day; part: string; account_id: string; net: string; line_count: string }

const toSum = (row: Row): SumRow => ({
  day: row.day,
  part: row.part,
  accountId: row.account_id,
  net: BigInt(row.net),
  lineCount: BigInt(row.line_count),
})

/** The balance of each account at the end of days. From stored sums, except under a filter and a split together. */
export async function sumAccounts(tx: Tx, businessId: string, query: SumsQuery): Promise<SumRow[]> {
  const { tagValueIds, splitIds } = query
  if (splitIds === undefined) return storedSums(tx, businessId, query, tagValueIds ?? [ALL_LINES], false)
  if (tagValueIds !== undefined) return sumsOfLines(tx, businessId, { ...query, tagValueIds, splitIds })
  return [
    ...(await storedSums(tx, businessId, query, [ALL_LINES], false)),
    ...(await storedSums(tx, businessId, query, splitIds, true)),
  ]
}

async function storedSums(
  tx: Tx,
  businessId: string,
  { days, bases, withClosings }: SumsQuery,
  tagValueIds: readonly string[],
  apart: boolean,
): Promise<SumRow[]> {
  const part = apart ? 's.tag_value_id::text' : `'ALL'`
  const columns = 'tag_value_id, account_id, debits - credits AS net, line_count'
  const requested = `business_id = $1 AND tag_value_id = ANY ($3::uuid[]) AND basis = ANY ($4::text[])
                     AND (NOT is_closing OR $5::boolean)`
  const rows = await tx.rows<Row>(
    `SELECT asked.day::text AS day, ${part} AS part, s.account_id,
            sum(s.net)::text AS net, sum(s.line_count)::text AS line_count
       FROM unnest($2::date[]) AS asked (day)
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM account_months
         WHERE ${requested} AND month < date_trunc('month', asked.day)::date
        UNION ALL
        SELECT ${columns} FROM account_days
         WHERE ${requested} AND day >= date_trunc('month', asked.day)::date AND day <= asked.day) s
      GROUP BY asked.day, s.account_id${apart ? ', s.tag_value_id' : ''}
     HAVING sum(s.line_count) > 0`,
    [businessId, [...days], [...tagValueIds], [...bases], withClosings],
  )
  return rows.map(toSum)
}

/** Under values of two dimensions: there are no stored sums for these, so the lines under the filter are read. */
async function sumsOfLines(
  tx: Tx,
  businessId: string,
  query: SumsQuery & { tagValueIds: readonly string[]; splitIds: readonly string[] },
): Promise<SumRow[]> {
  const rows = await tx.rows<Row>(
    `SELECT asked.day::text AS day, coalesce(s.part, 'ALL') AS part, s.account_id,
            sum(s.net)::text AS net, sum(s.line_count)::text AS line_count
       FROM unnest($2::date[]) AS asked (day)
       JOIN (SELECT l.account_id, l.day, split.id::text AS part,
                    sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END) AS net, count(*) AS line_count
               FROM entry_line_tags t
               JOIN entry_lines l ON l.business_id = $1 AND l.entry_id = t.entry_id AND l.position = t.position
              CROSS JOIN LATERAL (SELECT NULL::uuid AS id
                                  UNION ALL
                                  SELECT id FROM unnest(l.tag_value_ids) AS id WHERE id = ANY ($6::uuid[])) split
              WHERE t.business_id = $1 AND t.tag_value_id = ANY ($3::uuid[]) AND l.basis = ANY ($4::text[])
                AND (NOT l.is_closing OR $5::boolean)
              GROUP BY l.account_id, l.day, split.id) s ON s.day <= asked.day
      GROUP BY asked.day, s.account_id, s.part`,
    [businessId, [...query.days], [...query.tagValueIds], [...query.bases], query.withClosings, [...query.splitIds]],
  )
  return rows.map(toSum)
}

/** The values that have any lines. */
export async function valuesInUse(tx: Tx, businessId: string, valueIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM unnest($2::uuid[]) AS id
      WHERE EXISTS (SELECT FROM account_months m WHERE m.business_id = $1 AND m.tag_value_id = id AND m.line_count > 0)`,
    [businessId, [...valueIds]],
  )
  return new Set(rows.map(({ id }) => id))
}

const known = accounts.only('id', 'name', 'accountNumber', 'accountType', 'accountSubtype', 'stableName', 'normality')

/** The whole chart of a business: it is small. */
export async function loadAccounts(tx: Tx, businessId: string): Promise<Map<string, KnownAccount>> {
  const rows = await known.rows(tx, 't.business_id = $1', [businessId])
  return new Map(rows.map((row) => [row.id, { ...row, accountSubtype: row.accountSubtype ?? '' }]))
}
