/**
 * What statements have to say, computed from the journal by SQL that knows nothing of read models: the entries lie in a
 * plain table, days are what PostgreSQL makes of instants in a zone, and each figure is a sum over all lines.
 */
import type { Database, Tx } from '@pacioli/db'
import type { SampleEntry } from '../reporting.test-helpers.ts'

export type JournalEntry = SampleEntry & { entry_at: string }

/** Keeps the journal where the oracle reads it. In the transaction of the question: nothing of it stays. */
async function keepJournal(
  tx: Tx,
  entries: readonly JournalEntry[],
  accounts: readonly OracleAccount[],
): Promise<void> {
  const lines = entries.flatMap((entry) =>
    entry.line_items.map((line, position) => ({ entry, line, position, id: `${entry.id}.${position}` })),
  )
  await tx.rows(
    `CREATE TEMPORARY TABLE journal ON COMMIT DROP AS
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::int[], $4::uuid[], $5::numeric[], $6::text[], $7::boolean[],
                          $8::timestamptz[], $9::text[])
       AS j (line_id, entry_id, position, account_id, net, basis, is_closing, entry_at, tags)`,
    [
      lines.map(({ id }) => id),
      lines.map(({ entry }) => entry.id),
      lines.map(({ position }) => position),
      lines.map(({ line }) => line.account_id),
      lines.map(({ line }) => (line.direction === 'DEBIT' ? line.amount : -line.amount)),
      lines.map(({ entry }) => entry.basis),
      lines.map(({ entry }) => entry.entry_type === 'CLOSING_ACTION_RETAINED_EARNINGS'),
      lines.map(({ entry }) => entry.entry_at),
      lines.map(({ line }) => `{${(line.transaction_tags ?? []).map(({ definition_id }) => definition_id).join(',')}}`),
    ],
  )
  await tx.rows(
    `CREATE TEMPORARY TABLE oracle_accounts ON COMMIT DROP AS
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS a (account_id, type, subtype, normality)`,
    [
      accounts.map(({ id }) => id),
      accounts.map(({ account_type }) => account_type),
      accounts.map(({ account_subtype }) => account_subtype),
      accounts.map(({ normality }) => normality),
    ],
  )
}

export type OracleAccount = { id: string; account_type: string; account_subtype: string; normality: string }

export type Oracle = {
  db: Database
  businessId: string
  zone: string
  entries: readonly JournalEntry[]
  accounts: readonly OracleAccount[]
}

/** Which lines a figure is about. */
export type Which = {
  basis: 'ACCRUAL' | 'CASH'
  start?: string | undefined
  end: string
  withClosings: boolean
  /** Any of these. */
  tags?: readonly string[] | undefined
  /** Also this one, or, if null, none of `dimension`. */
  part?: string | null | undefined
  dimension?: readonly string[]
}

const LINES = `
  SELECT j.*, (j.entry_at AT TIME ZONE $1)::date AS day, a.type, a.subtype, a.normality
    FROM journal j JOIN oracle_accounts a USING (account_id)
   WHERE j.basis <> CASE $2 WHEN 'CASH' THEN 'ACCRUAL' ELSE 'CASH' END
     AND ($3::date IS NULL OR (j.entry_at AT TIME ZONE $1)::date >= $3::date)
     AND (j.entry_at AT TIME ZONE $1)::date <= $4::date
     AND ($5 OR NOT j.is_closing)
     AND ($6::uuid[] IS NULL OR EXISTS (SELECT unnest(j.tags::uuid[]) INTERSECT SELECT unnest($6::uuid[])))
     AND CASE $7 WHEN 'all' THEN true
                 WHEN 'none' THEN NOT EXISTS (SELECT unnest(j.tags::uuid[]) INTERSECT SELECT unnest($8::uuid[]))
                 ELSE $7::uuid IN (SELECT unnest(j.tags::uuid[])) END`

const bindOf = (zone: string, { basis, start, end, withClosings, tags, part, dimension = [] }: Which): unknown[] => [
  zone,
  basis,
  start ?? null,
  end,
  withClosings,
  tags === undefined ? null : [...tags],
  part === undefined ? 'all' : (part ?? 'none'),
  [...dimension],
]

async function asking<Row extends object>(oracle: Oracle, sql: string, bind: unknown[]): Promise<Row[]> {
  return oracle.db.transact({ businessId: oracle.businessId }, async (tx) => {
    await keepJournal(tx, oracle.entries, oracle.accounts)
    return tx.rows<Row>(sql, bind)
  })
}

export type OracleSum = { account_id: string; type: string; subtype: string; net: number }

/** Debits less credits of each account that has any of these lines. */
export async function sumsByJournal(oracle: Oracle, which: Which): Promise<OracleSum[]> {
  const rows = await asking<OracleSum & { net: string }>(
    oracle,
    `SELECT account_id, type, subtype, sum(net)::text AS net FROM (${LINES}) lines GROUP BY account_id, type, subtype
      ORDER BY account_id`,
    bindOf(oracle.zone, which),
  )
  return rows.map((row) => ({ ...row, net: Number(row.net) }))
}

export type OracleLine = { line_id: string; account_id: string; day: string; net: number; balance: number }

/** Each line of the range with the balance of its account after it, in the account's normality. */
export async function linesByJournal(oracle: Oracle, which: Which & { start: string }): Promise<OracleLine[]> {
  const rows = await asking<{ line_id: string; account_id: string; day: string; net: string; balance: string }>(
    oracle,
    `SELECT line_id, account_id, day::text, net::text,
            (CASE normality WHEN 'DEBIT' THEN 1 ELSE -1 END * running)::text AS balance
       FROM (SELECT *, sum(net) OVER (PARTITION BY account_id ORDER BY entry_at, entry_id, position) AS running
               FROM (${LINES}) lines) with_balance
      WHERE day >= $9::date ORDER BY account_id, entry_at, entry_id, position`,
    [...bindOf(oracle.zone, { ...which, start: undefined }), which.start],
  )
  return rows.map((row) => ({ ...row, net: Number(row.net), balance: Number(row.balance) }))
}
