import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import type { OpenRange } from '../report-query/period.ts'
import type { EntryBasis } from '../statements/entry.ts'

export type EntryFilter = OpenRange & {
  bases: readonly EntryBasis[]
  /** Only entries with a line on it. */
  accountId: string | undefined
}

/** An entry as it was posted: nothing of this ever changes. */
export type PostedEntry = {
  id: string
  day: Day
  entryAt: Date
  memo: string | null
  referenceNumber: string | null
  sourceType: string | null
  sourceId: string | null
  reversalOfId: string | null
  lines: PostedLine[]
}

export type PostedLine = {
  id: string
  accountId: string
  direction: 'DEBIT' | 'CREDIT'
  amount: number
  memo: string | null
}

type Row = Omit<PostedEntry, 'lines'> & {
  lineId: string
  accountId: string
  direction: PostedLine['direction']
  amount: string
  lineMemo: string | null
}

/** Those of these entries that a filter lets through, with all of their lines, by id. */
export async function loadPostedEntries(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
  { bases, start, end, accountId }: EntryFilter,
): Promise<Map<string, PostedEntry>> {
  const rows = await tx.rows<Row>(
    `SELECT e.entry_id AS id, l.day::text AS day, l.entry_at AS "entryAt", e.memo, e.reference_number AS "referenceNumber",
            e.source_type AS "sourceType", e.source_id AS "sourceId", e.reversal_of_id AS "reversalOfId",
            l.line_id AS "lineId", l.account_id AS "accountId", l.direction, l.amount, l.memo AS "lineMemo"
       FROM entries e JOIN entry_lines l ON l.business_id = $1 AND l.entry_id = e.entry_id
      WHERE e.business_id = $1 AND e.entry_id = ANY ($2::uuid[]) AND l.basis = ANY ($3::text[])
        AND ($4::date IS NULL OR l.day >= $4::date) AND ($5::date IS NULL OR l.day <= $5::date)
        AND ($6::uuid IS NULL OR EXISTS (SELECT FROM entry_lines o
                                          WHERE o.business_id = $1 AND o.entry_id = e.entry_id AND o.account_id = $6::uuid))
      ORDER BY e.entry_id, l.position`,
    [businessId, [...ids], [...bases], start ?? null, end ?? null, accountId ?? null],
  )
  const entries = new Map<string, PostedEntry>()
  for (const { lineId, accountId, direction, amount, lineMemo, ...head } of rows) {
    const entry = entries.get(head.id) ?? { ...head, lines: [] }
    entry.lines.push({ id: lineId, accountId, direction, amount: Number(amount), memo: lineMemo })
    entries.set(head.id, entry)
  }
  return entries
}
