/**
 * The end of a CSV file. The format has no end mark, and some banks write no line end after the last row. Then the rows
 * above show whether it lacks cells or its last cell may be cut off; nothing is guessed beyond them. Pure.
 */
import { decimalsOf } from '@pacioli/money'
import type { Columns, Mapped } from './csv-columns.ts'
import type { CsvRow } from './csv-table.ts'
import { RowProblem } from './statement.ts'

/** A file whose last row has no line end. `width`: how many cells the row should have. */
export type OpenEnd = { row: CsvRow; above: readonly CsvRow[]; width: number }

/** @returns undefined for a file that ends with a line, or with a quoted cell */
export function openEndOf(text: string, header: CsvRow | undefined, data: readonly CsvRow[]): OpenEnd | undefined {
  const row = data.at(-1)
  if (!row || /[\n"]$/.test(text)) return undefined
  const above = data.slice(0, -1)
  return { row, above, width: (above.at(-1) ?? header ?? row).cells.length }
}

export type EndFacts = {
  columns: Columns
  /** Of the amounts. */
  currency: string
  /** What a direction may be, by direction. */
  directions: readonly (readonly string[])[]
}

/** Whether this is the last cell of a row that has all of them. */
export const endsWith = ({ row, width }: OpenEnd, { columns }: EndFacts, name: Mapped): boolean =>
  row.cells.length >= width && columns[name] === row.cells.length - 1

/** @throws RowProblem where the row lacks cells, or its last one may be cut off */
export function requireWholeRow(end: OpenEnd, facts: EndFacts): void {
  const { row, width } = end
  if (row.cells.length < width)
    throw new RowProblem(
      `The file was cut off within this row, which has ${row.cells.length} cells where the one above has ${width}.`,
    )
  const isOpen =
    (['amount', 'credit', 'debit'] as const).some(
      (name) => endsWith(end, facts, name) && !isWholeAmount(end, facts, name),
    ) ||
    (endsWith(end, facts, 'date') && !isWholeDate(end, facts)) ||
    (endsWith(end, facts, 'direction') && !isWholeDirection(end, facts))
  if (isOpen)
    throw new RowProblem(
      `The file ends within "${lastCell(row).slice(0, 60)}", which may be cut off. If it is whole, end the line and send the file again.`,
    )
}

const lastCell = ({ cells }: CsvRow): string => cells.at(-1)?.trim() ?? ''

const cellsOf = ({ above }: OpenEnd, { columns }: EndFacts, name: Mapped): string[] =>
  above.map(({ cells }) => cells[columns[name] ?? -1]?.trim() ?? '')

/** How many digits follow the last decimal mark, and what follows them. */
function endingOf(text: string): { decimals: number; rest: string } {
  const [, decimals = '', rest = ''] = /[.,](\d*)(\D*)$/.exec(text) ?? /()(\D*)$/.exec(text) ?? []
  return { decimals: decimals.length, rest }
}

/**
 * Has all decimals of its currency, and after them what the rows above have there. A sign might follow, too, unless this
 * row or those above have it elsewhere.
 */
export function isWholeAmount(end: OpenEnd, facts: EndFacts, name: Mapped): boolean {
  const text = lastCell(end.row)
  if (text === '') return isElsewhere(end, facts, name)
  const above = cellsOf(end, facts, name).filter((one) => one !== '')
  const { decimals, rest } = endingOf(text)
  const endings = above.map(endingOf)
  if (rest !== '') return above.length > 0 && endings.every((one) => one.decimals === decimals && one.rest === rest)
  const all = decimalsOf(facts.currency)
  if (all === 0 || decimals !== all) return false
  const isSigned = (one: string): boolean => /^\D*[-+−–(]/.test(one)
  const signIsElsewhere = name === 'credit' || name === 'debit' || facts.columns.direction !== undefined
  return (
    endings.every((one) => one.rest === '' && one.decimals <= all) &&
    (signIsElsewhere || [text, ...above].some(isSigned))
  )
}

/** The amount is in the other column, and this one is always empty then. */
function isElsewhere(end: OpenEnd, facts: EndFacts, name: Mapped): boolean {
  const other = name === 'credit' ? facts.columns.debit : name === 'debit' ? facts.columns.credit : undefined
  if (other === undefined) return name === 'amount'
  const own = cellsOf(end, facts, name)
  const isIn = ({ cells }: CsvRow): boolean => (cells[other]?.trim() ?? '') !== ''
  return isIn(end.row) && own.includes('') && end.above.every((row, index) => own[index] === '' || !isIn(row))
}

const isWholeDate = (end: OpenEnd, facts: EndFacts): boolean => {
  const shapeOf = (text: string): string => text.replace(/\d/g, 'd')
  const shape = shapeOf(lastCell(end.row))
  return end.above.length === 0
    ? shape === 'dddd-dd-dd'
    : cellsOf(end, facts, 'date').every((one) => shapeOf(one) === shape)
}

/** No word of the other direction begins with it. */
const isWholeDirection = ({ row }: OpenEnd, { directions }: EndFacts): boolean => {
  const said = lastCell(row).toLowerCase()
  const begun = directions.filter((words) => words.some((word) => word.trim().toLowerCase().startsWith(said)))
  return said === '' || begun.length < 2
}
