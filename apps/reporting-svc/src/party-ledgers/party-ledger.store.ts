import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import type { DocumentKind } from '../aging/aging.ts'
import { NO_PARTY, type ControlAccount } from '../statements/control-account.ts'
import { nothingStands, type PartyLine, type PartySide, type PartySums } from './party-ledger.ts'

export type PartyQuery = {
  side: PartySide
  partyId: string
  start: Day
  end: Day
  /** Only lines that carry one of these tag values; all lines if undefined. */
  tagValueIds: readonly string[] | undefined
}

/** In the accrual books, as agings. */
const COUNTED = `l.business_id = $1 AND l.basis <> 'CASH' AND ($3::uuid[] IS NULL OR l.tag_value_ids && $3::uuid[])`

/**
 * The lines of a party on its accounts: $1 business, $2 party, $3 tag values. Lines of before name no party but their
 * document, which is the party's; the indexes have these apart.
 * @param more what else is asked of a line
 */
const linesOf = (columns: string, { parts }: PartySide, more: string): string =>
  [
    `SELECT ${columns} FROM entry_lines l
      WHERE ${COUNTED} AND l.control IN (${parts.map(({ control }) => `'${control}'`).join(', ')})
        AND l.party_id = $2 AND ${more}`,
    `SELECT ${columns} FROM entry_lines l JOIN open_items i ON i.business_id = $1 AND i.item_id = l.document_id AND i.contact_id = $2
      WHERE ${COUNTED} AND l.control = '${parts[0]?.control}' AND l.control IS NOT NULL AND l.document_id IS NOT NULL
        AND l.party_id = '${NO_PARTY}' AND ${more}`,
  ].join(' UNION ALL ')

const bindOf = (businessId: string, { partyId, tagValueIds }: PartyQuery): unknown[] => [
  businessId,
  partyId,
  tagValueIds === undefined ? null : [...tagValueIds],
]

type SumRow = {
  control: ControlAccount
  debits_before: string
  credits_before: string
  debits: string
  credits: string
  line_count: number
}

/** What stood before the range, and what its lines sum to. */
export async function sumParty(tx: Tx, businessId: string, query: PartyQuery): Promise<PartySums> {
  const sumOf = (direction: string, range: string): string =>
    `coalesce(sum(amount) FILTER (WHERE direction = '${direction}' AND day ${range} $4::date), 0)::text`
  const rows = await tx.rows<SumRow>(
    `SELECT control, ${sumOf('DEBIT', '<')} AS debits_before, ${sumOf('CREDIT', '<')} AS credits_before,
            ${sumOf('DEBIT', '>=')} AS debits, ${sumOf('CREDIT', '>=')} AS credits,
            count(*) FILTER (WHERE day >= $4::date)::int AS line_count
       FROM (${linesOf('l.control, l.direction, l.amount, l.day', query.side, 'l.day <= $5::date')}) lines
      GROUP BY control`,
    [...bindOf(businessId, query), query.start, query.end],
  )
  const sums: PartySums = {
    opening: nothingStands(),
    debits: 0n,
    credits: 0n,
    moved: nothingStands(),
    lineCount: 0,
    reach: 0n,
  }
  for (const { part, control, grows } of query.side.parts) {
    const row = rows.find((one) => one.control === control)
    if (!row) continue
    const netOf = (debits: string, credits: string): bigint =>
      grows === 'DEBIT' ? BigInt(debits) - BigInt(credits) : BigInt(credits) - BigInt(debits)
    sums.opening[part] = netOf(row.debits_before, row.credits_before)
    sums.moved[part] = netOf(row.debits, row.credits)
    sums.lineCount += row.line_count
    const opening = sums.opening[part] < 0n ? -sums.opening[part] : sums.opening[part]
    const reach = opening + BigInt(row.debits) + BigInt(row.credits)
    if (reach > sums.reach) sums.reach = reach
    if (part === 'owed') Object.assign(sums, { debits: BigInt(row.debits), credits: BigInt(row.credits) })
  }
  return sums
}

type LineRow = {
  line_id: string
  entry_id: string
  entry_at: Date
  day: Day
  control: ControlAccount
  direction: 'DEBIT' | 'CREDIT'
  amount: string
  source_type: string | null
  reversal_of_id: string | null
  reference_number: string | null
  memo: string | null
  document_id: string | null
  document_kind: DocumentKind | null
  document_number: string | null
  due_day: Day | null
}

/** So many lines are in memory at a time, and as many again in flight. */
const BATCH = 1_000

/**
 * The lines of the range in the order of their time. They are read while they are iterated, so the transaction must stay open.
 * The index is by time: a day begins and ends within 14 hours of UTC's, whatever the zone was.
 */
export async function* loadPartyLines(tx: Tx, businessId: string, query: PartyQuery): AsyncGenerator<PartyLine> {
  const columns = `l.line_id, l.entry_id, l.position, l.entry_at, l.day, l.control, l.direction, l.amount, l.memo, l.document_id`
  const within = `l.day BETWEEN $4::date AND $5::date AND l.entry_at >= ($4::date - 1)::timestamp AT TIME ZONE 'UTC'
                  AND l.entry_at < ($5::date + 2)::timestamp AT TIME ZONE 'UTC'`
  const batches = tx.batches<LineRow>(
    `SELECT x.line_id, x.entry_id, x.entry_at, x.day::text, x.control, x.direction, x.amount, e.source_type, e.reversal_of_id,
            e.reference_number, coalesce(x.memo, e.memo) AS memo, x.document_id, d.kind AS document_kind,
            coalesce(d.reference_number, d.external_id, x.document_id::text) AS document_number,
            CASE WHEN e.source_id = x.document_id::text THEN d.due_day::text END AS due_day
       FROM (${linesOf(columns, query.side, within)}) x
       JOIN entries e ON e.business_id = $1 AND e.entry_id = x.entry_id
       LEFT JOIN open_items d ON d.business_id = $1 AND d.item_id = x.document_id
      ORDER BY x.entry_at, x.entry_id, x.position`,
    [...bindOf(businessId, query), query.start, query.end],
    BATCH,
  )
  const partOf = new Map(query.side.parts.map(({ control, part }) => [control, part]))
  for await (const rows of batches)
    for (const row of rows)
      yield {
        id: row.line_id,
        entryId: row.entry_id,
        entryAt: row.entry_at,
        day: row.day,
        part: partOf.get(row.control) ?? 'owed',
        direction: row.direction,
        amount: Number(row.amount),
        sourceType: row.source_type,
        reversalOfId: row.reversal_of_id,
        referenceNumber: row.reference_number,
        memo: row.memo,
        document:
          row.document_id === null
            ? null
            : { id: row.document_id, kind: row.document_kind, number: row.document_number },
        dueDay: row.due_day,
      }
}
