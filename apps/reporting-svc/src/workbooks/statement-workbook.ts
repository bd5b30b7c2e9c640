/** Any report as a workbook: a sheet of it, and one of the seal over it. */
import type { Writable } from 'node:stream'
import { headingOf } from '../report-query/report-head.ts'
import type { LedgerSeal } from '../owners/ledger-seal.ts'
import { leavesOf, type Cell, type Column, type LeafColumn, type Report, type Row } from '../report-tables/report.ts'
import { columnName, dayValue, linesIn, majorUnits, type SheetCell } from './cells.ts'
import { sumOf, type SignedRow } from './formulas.ts'
import { headingRows, summed, writeHeading } from './heading.ts'
import type { LinkTo } from './links.ts'
import { writeSealSheet } from './seal-sheet.ts'
import * as styles from './styles.ts'
import { Workbook } from './workbook.ts'

const NAME_WIDTH = 44
const WIDTHS = { AMOUNT: 18, DAY: 13, TEXT: 26 }

/**
 * The report with its title, nested headings, and rows indented by depth. A total is a formula over its rows, with the figure of
 * the report as its result.
 */
export async function writeStatementWorkbook(
  sink: Writable,
  report: Report,
  { createdAt, isAsked, linkTo, seal }: { createdAt: Date; isAsked: boolean; linkTo: LinkTo; seal: LedgerSeal | null },
): Promise<void> {
  const leaves = leavesOf(report.columns)
  const headings = headingLines(report.columns)
  const heading = headingOf(report.head, { positions: report.positions, isAsked })
  const { currency } = report.head.business
  const above = headingRows(heading) + headings.length
  const workbook = new Workbook(sink, createdAt)
  const sheet = workbook.sheet(heading.title, {
    widths: [NAME_WIDTH, ...leaves.map(({ kind }) => WIDTHS[kind])],
    frozenRows: above,
    frozenColumns: 1,
  })
  await writeHeading(sheet, heading)
  for (const cells of headings)
    await sheet.row([{ value: null, style: styles.HEADING }, ...cells], linesOf(cells, leaves))
  const rows = [...report.rows]
  const place = new RowPlaces(rows, above + 1)
  const amounts = styles.amountStyles(currency)
  for (const row of rows) {
    const name = { value: row.name, style: styles.nameStyle(row.depth, row.terms !== undefined) }
    const cells = leaves.map((leaf, index): SheetCell => {
      const cell = row.cells[index]
      return { ...cellOf(leaf, cell, { row, index, place, amounts, currency }), link: linkTo(cell?.linesUrl) }
    })
    await sheet.row([name, ...cells])
  }
  await sheet.close()
  await writeSealSheet(workbook, seal, report.positions.ledger)
  await workbook.close()
}

/** The row numbers of a report in its sheet. */
class RowPlaces {
  readonly #rows = new Map<string, { number: number; row: Row }>()

  constructor(rows: readonly Row[], first: number) {
    rows.forEach((row, index) => this.#rows.set(row.key, { number: first + index, row }))
  }

  /**
   * The rows that a total is made of; undefined if the sheet lacks one.
   * @throws Error if the figures of those rows don't make the figure: a wrong total is not written
   */
  termsOf(total: Row, index: number, value: number): SignedRow[] | undefined {
    const found = total.terms?.map(({ rowKey, sign }) => ({ sign, ...this.#rows.get(rowKey) }))
    const terms = found?.flatMap(({ number, row, sign }) => (number && row ? [{ number, row, sign }] : []))
    if (!terms || terms.length !== found?.length) return undefined
    const sum = terms.reduce((so, { row, sign }) => so + sign * amountOf(row.cells[index]), 0)
    if (sum !== value) throw new Error(`The total ${total.key} is ${value}, but its rows make ${sum}.`)
    return terms.map(({ number, sign }) => ({ row: number, sign }))
  }
}

const amountOf = (cell: Cell | undefined): number => (typeof cell?.value === 'number' ? cell.value : 0)

type Place = { row: Row; index: number; place: RowPlaces; amounts: styles.AmountStyles; currency: string }

function cellOf(
  { kind }: LeafColumn,
  cell: Cell | undefined,
  { row, index, place, amounts, currency }: Place,
): SheetCell {
  const isTotal = row.terms !== undefined
  const value = cell?.value ?? null
  if (kind === 'DAY') {
    const style = isTotal ? styles.TOTAL_INSET_DAY : styles.INSET_DAY
    return { value: typeof value === 'string' ? dayValue(value) : value, style }
  }
  if (kind === 'TEXT')
    return {
      value: value === null ? null : String(value),
      style: isTotal ? styles.TOTAL_INSET_TEXT : styles.INSET_TEXT,
    }
  const style = isTotal ? amounts.total : amounts.amount
  if (typeof value !== 'number') return { value, style }
  const terms = isTotal ? place.termsOf(row, index, value) : undefined
  // The first column has the names.
  const formula = terms && sumOf(columnName(index + 2), terms)
  return { value: summed(majorUnits(value, currency), formula), style }
}

/** The headings, line by line: groups above their columns, single columns at the bottom. */
function headingLines(columns: readonly Column[]): SheetCell[][] {
  const depth = Math.max(0, ...columns.map(depthOf))
  return Array.from({ length: depth }, (_, line) => columns.flatMap((column) => headingCells(column, line, depth)))
}

/** The lines that the longest heading takes. A group heading has space to its right, and does not wrap. */
const linesOf = (cells: readonly SheetCell[], leaves: readonly LeafColumn[]): number =>
  Math.max(
    1,
    ...leaves.map(({ kind }, index) => {
      const { value, style } = cells[index] ?? {}
      // Bold characters are wider than the column width assumes.
      return typeof value === 'string' && style !== styles.GROUP_HEADING ? linesIn(value, WIDTHS[kind] - 2) : 1
    }),
  )

const depthOf = (column: Column): number => ('columns' in column ? 1 + Math.max(0, ...column.columns.map(depthOf)) : 1)

function headingCells(column: Column, line: number, depth: number): SheetCell[] {
  if (!('columns' in column)) {
    const style = column.kind === 'AMOUNT' ? styles.AMOUNT_HEADING : styles.INSET_HEADING
    return [{ value: line === depth - 1 ? column.name : null, style }]
  }
  if (line > 0) return column.columns.flatMap((one) => headingCells(one, line - 1, depth - 1))
  return leavesOf(column.columns).map((_, index) => ({
    value: index === 0 ? column.name : null,
    style: styles.GROUP_HEADING,
  }))
}
