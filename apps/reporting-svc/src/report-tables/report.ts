/**
 * A report as every reader of it needs it: columns, and rows in the order in which they are shown. The API nests the rows
 * by their depth, a workbook indents them. Pure.
 */

/** What the cells of a column hold: minor units of the business's currency, a day of its zone, or text. */
export type ColumnKind = 'AMOUNT' | 'DAY' | 'TEXT'

/** A column, or a heading over columns. */
export type Column =
  { key: string; name: string; kind: ColumnKind } | { key: string; name: string; columns: readonly Column[] }

/** A column that has cells. */
export type LeafColumn = Extract<Column, { kind: ColumnKind }>

/** `linesUrl` leads to the account lines that the figure is the sum of. */
export type Cell = { value: number | string | null; linesUrl?: string | undefined }

/** A row that a total is made of, and whether it is added or taken away. */
export type Term = { rowKey: string; sign: 1 | -1 }

export type Row = {
  /** Unique in the report. The last row of a report with sums is TOTAL. */
  key: string
  name: string
  /** 0 for the outermost; a row one deeper belongs to the last row before it that is not. */
  depth: number
  /** One per leaf column, in their order. */
  cells: readonly Cell[]
  /** The rows that the figures of this one are made of, if it is a total: a workbook writes them as formulas. */
  terms?: readonly Term[] | undefined
}

export type Report = {
  /** `Profit and loss`. */
  title: string
  /** What it is about: `2026-01-01 to 2026-03-31`, `Accrual basis`. */
  subtitles: readonly string[]
  /** The days it is about, as names of files have them: `2026-01-01_2026-03-31`. */
  days: string
  businessId: string
  /** ISO 4217. */
  currency: string
  columns: readonly Column[]
  rows: readonly Row[]
}

/** A report whose rows may still have to be read: batch by batch, in their order. */
export type ReadReport = Pick<Report, 'businessId' | 'columns'> & {
  /** How many rows there are. */
  size: number
  batches: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}

/** Does something with a report while it can be read. */
export type UseReport<Result> = (report: ReadReport) => Promise<Result>

/** The columns that have cells, from left to right. */
export const leavesOf = (columns: readonly Column[]): LeafColumn[] =>
  columns.flatMap((column) => ('columns' in column ? leavesOf(column.columns) : [column]))
