import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { ALL_LINES, describedAs, type EntryBasis } from '../statements/entry.ts'
import type { LedgerLine } from './general-ledger.ts'

export type SpanQuery = {
  start: Day
  end: Day
  bases: readonly EntryBasis[]
  /** Only lines that carry one of these tag values, which are of one dimension; all lines if undefined. */
  tagValueIds: readonly string[] | undefined
  /** Only this account; every one if undefined. */
  accountId: string | undefined
}

/** `lineCount` is of the range. */
export type Span = { accountId: string; opening: bigint; debits: bigint; credits: bigint; lineCount: number }

type SpanRow = {
  account_id: string
  opening: string | null
  debits: string | null
  credits: string | null
  line_count: string | null
}

/**
 * Every account that has lines until the end of the range: its balance before it, and its sums in it. From stored sums.
 */
export async function sumSpans(tx: Tx, businessId: string, query: SpanQuery): Promise<Span[]> {
  const requested = `business_id = $1 AND tag_value_id = ANY ($4::uuid[]) AND basis = ANY ($5::text[])
                     AND ($6::uuid IS NULL OR account_id = $6)`
  const rows = await tx.rows<SpanRow>(
    `SELECT account_id, (sum(debits - credits) FILTER (WHERE is_before))::text AS opening,
            (sum(debits) FILTER (WHERE NOT is_before))::text AS debits,
            (sum(credits) FILTER (WHERE NOT is_before))::text AS credits,
            (sum(line_count) FILTER (WHERE NOT is_before))::text AS line_count
       FROM (SELECT account_id, debits, credits, line_count, true AS is_before FROM account_months
              WHERE ${requested} AND month < date_trunc('month', $2::date)::date
             UNION ALL
             SELECT account_id, debits, credits, line_count, day < $2::date FROM account_days
              WHERE ${requested} AND day >= date_trunc('month', $2::date)::date AND day <= $3::date) sums
      GROUP BY account_id
     HAVING sum(line_count) > 0`,
    [
      businessId,
      query.start,
      query.end,
      [...(query.tagValueIds ?? [ALL_LINES])],
      [...query.bases],
      query.accountId ?? null,
    ],
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    opening: BigInt(row.opening ?? 0),
    debits: BigInt(row.debits ?? 0),
    credits: BigInt(row.credits ?? 0),
    lineCount: Number(row.line_count ?? 0),
  }))
}

type LineRow = {
  account_id: string
  line_id: string
  entry_id: string
  position: number
  day: Day
  entry_at: Date
  description: string | null
  source_type: string | null
  reference: string | null
  party: string | null
  direction: 'DEBIT' | 'CREDIT'
  amount: string
}

/** Where a page of lines ended. */
export type LinePlace = { accountId: string; entryAt: Date; entryId: string; position: number }

/**
 * The next lines of these accounts in the range: by account, then by time, then by entry. Ids of entries grow as the ledger
 * makes them, so among those of one instant an invoice comes before its payment, as in the ledger's own listing. The index
 * is by time: a day begins and ends within 14 hours of UTC's, whatever the zone was.
 */
export async function loadLedgerLines(
  tx: Tx,
  businessId: string,
  query: Omit<SpanQuery, 'accountId'> & { accountIds: readonly string[] },
  after: LinePlace | undefined,
  limit: number,
): Promise<{ lines: (LedgerLine & { accountId: string })[]; last: LinePlace | undefined }> {
  const rows = await tx.rows<LineRow>(
    `SELECT page.*, coalesce(c.name, t.counterparty) AS party FROM (
     SELECT l.account_id, l.line_id, l.entry_id, l.position, l.day::text, l.entry_at,
            coalesce(l.memo, e.memo) AS description, e.source_type, e.reference_number AS reference, l.direction, l.amount,
            coalesce(l.customer_id, l.vendor_id) AS party_id,
            CASE e.source_type WHEN 'bank_transaction' THEN e.source_id::uuid END AS transaction_id
       FROM entry_lines l JOIN entries e ON e.business_id = $1 AND e.entry_id = l.entry_id
      WHERE l.business_id = $1 AND l.account_id = ANY ($2::uuid[])
        AND l.entry_at >= ($3::date - 1)::timestamp AT TIME ZONE 'UTC' AND l.entry_at < ($4::date + 2)::timestamp AT TIME ZONE 'UTC'
        AND l.day BETWEEN $3::date AND $4::date AND l.basis = ANY ($5::text[])
        AND ($6::uuid[] IS NULL OR l.tag_value_ids && $6::uuid[])
        AND ($7::uuid IS NULL
             OR (l.account_id, l.entry_at, l.entry_id, l.position) > ($7::uuid, $8::timestamptz, $9::uuid, $10::int))
      ORDER BY l.account_id, l.entry_at, l.entry_id, l.position
      LIMIT $11) page
       LEFT JOIN contacts c ON c.business_id = $1 AND c.contact_id = page.party_id
       LEFT JOIN bank_transactions t ON t.business_id = $1 AND t.transaction_id = page.transaction_id
      ORDER BY page.account_id, page.entry_at, page.entry_id, page.position`,
    [
      businessId,
      [...query.accountIds],
      query.start,
      query.end,
      [...query.bases],
      query.tagValueIds === undefined ? null : [...query.tagValueIds],
      after?.accountId ?? null,
      after?.entryAt.toISOString() ?? null,
      after?.entryId ?? null,
      after?.position ?? null,
      limit,
    ],
  )
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    lines: rows.map((row) => ({
      accountId: row.account_id,
      id: row.line_id,
      entryId: row.entry_id,
      day: row.day,
      description: row.description ?? describedAs(row.source_type),
      reference: row.reference,
      party: row.party,
      direction: row.direction,
      amount: Number(row.amount),
    })),
    last: last && {
      accountId: last.account_id,
      entryAt: last.entry_at,
      entryId: last.entry_id,
      position: last.position,
    },
  }
}
