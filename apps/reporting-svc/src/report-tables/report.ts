/**
 * A report as a table: columns, and rows in display order. The API nests the rows by depth, a workbook indents them. Pure.
 */
import type { Positions } from '@pacioli/history/positions'
import type { ReportHead } from '../report-query/report-head.ts'

/** Cells are minor units of the business's currency, days of its zone, or text. */
export type ColumnKind = 'AMOUNT' | 'DAY' | 'TEXT'

/** A column, or a heading over columns. */
export type Column =
  { key: string; name: string; kind: ColumnKind } | { key: string; name: string; columns: readonly Column[] }

/** A column that has cells. */
export type LeafColumn = Extract<Column, { kind: ColumnKind }>

/** `linesUrl` lists the account lines that the figure is the sum of. */
export type Cell = { value: number | string | null; linesUrl?: string | undefined }

/** A row that a total adds or subtracts. */
export type Term = { rowKey: string; sign: 1 | -1 }

export type Row = {
  /** Unique in the report. The last row of a report with sums is TOTAL. */
  key: string
  name: string
  /** 0 for the outermost; a deeper row belongs to the last less deep row before it. */
  depth: number
  /** One per leaf column, in their order. */
  cells: readonly Cell[]
  /** The rows that a total sums: a workbook writes them as formulas. */
  terms?: readonly Term[] | undefined
}

export type Report = {
  head: ReportHead
  /** How far the history of each owner is in it. */
  positions: Positions
  columns: readonly Column[]
  rows: readonly Row[]
}

/** A report whose rows are read batch by batch, in order. */
export type ReadReport = Pick<Report, 'head' | 'positions' | 'columns'> & {
  /** How many rows there are. */
  size: number
  batches: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
}

/** Uses a report while its rows can be read. */
export type UseReport<Result> = (report: ReadReport) => Promise<Result>

/** The columns that have cells, from left to right. */
export const leavesOf = (columns: readonly Column[]): LeafColumn[] =>
  columns.flatMap((column) => ('columns' in column ? leavesOf(column.columns) : [column]))
