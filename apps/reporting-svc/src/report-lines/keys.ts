/** The rows and columns of a report, as far as figures are looked up in them. */
import type { Cell } from '../report-tables/report.ts'

export type ReportColumnKeys = {
  rows: readonly { key: string; cells: readonly Cell[] }[]
  /** Of those that have cells, in their order. */
  columns: readonly string[]
}
