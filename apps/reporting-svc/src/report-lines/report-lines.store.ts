import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { NO_PARTY } from '../statements/control-account.ts'
import { describedAs } from '../statements/entry.ts'
import type { LinesQuery } from './figure.ts'

/** A line, with what it adds to a figure. */
export type FigureLine = {
  id: string
  entryId: string
  accountId: string
  entryAt: Date
  /** In its entry. */
  position: number
  day: Day
  amount: number
  description: string
  reference: string | null
  party: string | null
}

/** Where a page ended: the account, the instant, the entry, and the position in it. */
export type LinePlace = readonly [accountId: string, entryAt: string, entryId: string, position: string]

type Row = {
  line_id: string
  entry_id: string
  account_id: string
  position: number
  day: Day
  entry_at: Date
  amount: string
  direction: 'DEBIT' | 'CREDIT'
  description: string | null
  source_type: string | null
  reference: string | null
  party: string | null
}

/** Before all days of the calendar. */
const FIRST_DAY = '0999-12-01'

/** $1 business; the others of `bindOf`, in their order. The index is by time: a day ends within 14 hours of UTC's. */
const COUNTED = `l.business_id = $1 AND l.day BETWEEN $3::date AND $4::date
  AND l.entry_at >= ($3::date - 1)::timestamp AT TIME ZONE 'UTC' AND l.entry_at < ($4::date + 2)::timestamp AT TIME ZONE 'UTC'
  AND l.basis = ANY ($5::text[]) AND (NOT l.is_closing OR $6::boolean)
  AND ($7::uuid[] IS NULL OR l.tag_value_ids && $7::uuid[])
  AND ($8::uuid[] IS NULL OR l.tag_value_ids && $8::uuid[])
  AND ($9::uuid[] IS NULL OR NOT l.tag_value_ids && $9::uuid[])
  AND ($10::text IS NULL OR l.direction = $10)
  AND ($11::uuid IS NULL OR (l.account_id, l.entry_at, l.entry_id, l.position) > ($11::uuid, $12::timestamptz, $13::uuid, $14::int))`

const ORDER = 'l.entry_at, l.entry_id, l.position'

/** What $2 is, and the first lines that count of it, in order. Account by account by their index, until there are enough. */
function placed({ place }: LinesQuery): { of: unknown; lines: string } {
  if ('accountIds' in place)
    return {
      of: [...place.accountIds],
      lines: `SELECT l.* FROM (SELECT id FROM unnest($2::uuid[]) AS id WHERE $11::uuid IS NULL OR id >= $11::uuid ORDER BY id) a
               CROSS JOIN LATERAL (SELECT l.* FROM entry_lines l WHERE l.account_id = a.id AND ${COUNTED}
                                    ORDER BY ${ORDER} LIMIT $15) l
               ORDER BY a.id, ${ORDER} LIMIT $15`,
    }
  const { control, partyId, isParty } = place
  const on = `l.control = '${control}'`
  const ofParty = [
    `${on} AND l.party_id = $2::uuid`,
    ...(isParty
      ? [
          `${on} AND l.control IS NOT NULL AND l.document_id IS NOT NULL AND l.party_id = '${NO_PARTY}'
           AND EXISTS (SELECT FROM open_items i WHERE i.business_id = $1 AND i.item_id = l.document_id AND i.contact_id = $2::uuid)`,
        ]
      : []),
  ]
  const wheres = partyId === undefined ? [`${on} AND $2::uuid IS NULL`] : ofParty
  const all = wheres.map((where) => `SELECT l.* FROM entry_lines l WHERE ${where} AND ${COUNTED}`).join(' UNION ALL ')
  return { of: partyId ?? null, lines: `SELECT l.* FROM (${all}) l ORDER BY l.account_id, ${ORDER} LIMIT $15` }
}

/** The next lines of a figure, by account, then by time, then by entry. The entry of each is looked up: these are few of very many. */
export async function loadFigureLines(
  tx: Tx,
  businessId: string,
  query: LinesQuery,
  after: LinePlace | undefined,
  limit: number,
): Promise<{ rows: FigureLine[]; placeOf: (line: FigureLine) => LinePlace; hasMore: boolean }> {
  const { of, lines } = placed(query)
  const list = (values: readonly string[] | undefined) => (values === undefined ? null : [...values])
  const rows = await tx.rows<Row>(
    `SELECT page.*, coalesce(c.name, t.counterparty) AS party FROM (
       SELECT l.account_id, l.line_id, l.entry_id, l.position, l.day::text, l.entry_at, l.direction, l.amount,
              coalesce(l.memo, e.memo) AS description, e.source_type, e.reference_number AS reference,
              coalesce(l.customer_id, l.vendor_id) AS party_id,
              CASE e.source_type WHEN 'bank_transaction' THEN e.source_id::uuid END AS transaction_id
         FROM (${lines}) l
        CROSS JOIN LATERAL (SELECT * FROM entries e WHERE e.business_id = $1 AND e.entry_id = l.entry_id OFFSET 0) e) page
       LEFT JOIN contacts c ON c.business_id = $1 AND c.contact_id = page.party_id
       LEFT JOIN bank_transactions t ON t.business_id = $1 AND t.transaction_id = page.transaction_id
      ORDER BY page.account_id, page.entry_at, page.entry_id, page.position`,
    [
      ...[businessId, of, query.start ?? FIRST_DAY, query.end, [...query.bases], query.withClosings],
      ...[list(query.tagValueIds), list(query.alsoTagged), list(query.untagged), query.direction ?? null],
      ...(after ?? [null, null, null, null]),
      limit + 1,
    ],
  )
  return { rows: rows.slice(0, limit).map((row) => toLine(row, query)), placeOf, hasMore: rows.length > limit }
}

const placeOf = ({ accountId, entryAt, entryId, position }: FigureLine): LinePlace => [
  accountId,
  entryAt.toISOString(),
  entryId,
  String(position),
]

const toLine = (row: Row, { plus }: LinesQuery): FigureLine => ({
  id: row.line_id,
  entryId: row.entry_id,
  accountId: row.account_id,
  entryAt: row.entry_at,
  position: row.position,
  day: row.day,
  amount: row.direction === plus ? Number(row.amount) : -Number(row.amount),
  description: row.description ?? describedAs(row.source_type),
  reference: row.reference,
  party: row.party,
})
