/** A figure of a report, and which lines, or which of what is open, it is the sum of. Pure. */
import type { Day } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import type { Left } from '@pacioli/history/positions'
import type { AgingBucket } from '../aging/aging.ts'
import type { AgingQuery } from '../aging/get-aging.ts'
import type { ReportColumnKeys } from './keys.ts'
import type { ControlAccount } from '../statements/control-account.ts'
import type { EntryBasis } from '../statements/entry.ts'

/** The lines of these accounts, or of these parties on a control account. */
export type LinesPlace =
  | { accountIds: readonly string[] }
  /** `isParty`: with the lines of before, which name no party but their document. */
  | { control: ControlAccount; partyId: string | undefined; isParty: boolean }

export type LinesQuery = {
  place: LinesPlace
  /** The first day; all days before the last unless given. */
  start: Day | undefined
  end: Day
  bases: readonly EntryBasis[]
  withClosings: boolean
  /** Only lines with one of these tag values. */
  tagValueIds: readonly string[] | undefined
  /** The same of another dimension. */
  alsoTagged: readonly string[] | undefined
  /** Only lines with none of these. */
  untagged: readonly string[] | undefined
  /** Only lines of this side. */
  direction: 'DEBIT' | 'CREDIT' | undefined
  /** What counts as more; the other side counts as less. */
  plus: 'DEBIT' | 'CREDIT'
}

/** What is open: of all vendors or customers, or of one; past due as of one bucket, or all. */
export type ItemsQuery = { aging: AgingQuery; contactId: string | undefined; bucket: AgingBucket | undefined }

/** @property left what was left to the moment at which the report was asked for */
export type Figure = { value: number; left: Left } & (
  { kind: 'LINES'; lines: LinesQuery } | { kind: 'ITEMS'; items: ItemsQuery }
)

/** The cell of a report that is asked for. @throws InvalidQuery */
export function cellIn(
  { rows, columns }: ReportColumnKeys,
  { row_key, column_key }: { row_key: string; column_key: string },
): { rowKey: string; index: number; value: number } {
  const index = columns.indexOf(column_key)
  const row = rows.find(({ key }) => key === row_key)
  if (!row) throw wrong('row_key', 'a row of the report that is the sum of lines', row_key)
  if (index < 0) throw wrong('column_key', 'a column of the report', column_key)
  const value = row.cells[index]?.value
  if (typeof value !== 'number')
    throw wrong('column_key', `a column in which the row ${row_key} has a figure`, column_key)
  return { rowKey: row.key, index, value }
}

const wrong = (field: string, expected: string, value: string) =>
  refused('InvalidQuery', `${field}: expected ${expected}, got ${value}.`, { field, value })
