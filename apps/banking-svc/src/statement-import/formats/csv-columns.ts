/** The columns of a CSV file by the caller's mapping. Pure. */
import { problem, DomainError, type Problem } from '@pacioli/errors'
import type { CsvMapping__Output } from '@pacioli/protos/banking'

const MAPPED = [
  'date',
  'amount',
  'credit',
  'debit',
  'direction',
  'description',
  'external_id',
  'counterparty_name',
  'reference_number',
  'memo',
  'balance',
] as const
export type Mapped = (typeof MAPPED)[number]

/** Positions from 0. */
export type Columns = Partial<Record<Mapped, number>> & { date: number }

/** The most columns that a refusal names. */
const MAX_NAMED = 50

/**
 * Columns are named by header, ignoring case and surrounding spaces, or by position as `#3`. Of several with one name the
 * first counts.
 * @throws InvalidPayload naming each missing column
 */
export function columnsOf(mapping: CsvMapping__Output, header: readonly string[] | undefined, width: number): Columns {
  const problems: Problem[] = []
  const refuse = (field: string, words: string, value?: string): void => {
    const columnNames =
      header?.slice(0, MAX_NAMED) ?? Array.from({ length: Math.min(width, MAX_NAMED) }, (_, at) => `#${at + 1}`)
    problems.push(
      problem(
        'InvalidPayload',
        `${words} The file has the columns ${columnNames.map((name) => `"${name}"`).join(', ')}.`,
        {
          field: `csv_mapping.${field}`,
          ...(value === undefined ? {} : { value }),
          columns: columnNames,
        },
      ),
    )
  }
  const columns: Partial<Record<Mapped, number>> = {}
  for (const name of MAPPED) {
    const named = mapping[name]
    if (named === undefined || named === '') continue
    const at = positionOf(named, header, width)
    if (at === undefined) refuse(name, `There is no column ${named}.`, named)
    else columns[name] = at
  }
  if (problems.length === 0) {
    if (columns.date === undefined) refuse('date', 'Expected the column that holds the date.')
    if (columns.amount === undefined && columns.credit === undefined && columns.debit === undefined)
      refuse('amount', 'Expected the column of the amounts, or those of credit and debit.')
    if (columns.amount !== undefined && (columns.credit ?? columns.debit) !== undefined)
      refuse('amount', 'Expected either a column of amounts or those of credit and debit, not both.')
    if (columns.direction !== undefined && columns.amount === undefined)
      refuse('direction', 'Expected a column of amounts along with the one of their directions.')
  }
  const [first, ...rest] = problems
  if (first) throw new DomainError([first, ...rest])
  return columns as Columns
}

function positionOf(named: string, header: readonly string[] | undefined, width: number): number | undefined {
  const exact = header?.indexOf(named) ?? -1
  if (exact >= 0) return exact
  const position = /^#([1-9]\d{0,3})$/.exec(named)
  if (position) return Number(position[1]) <= width ? Number(position[1]) - 1 : undefined
  const same = (name: string): string => name.trim().toLowerCase()
  const found = header?.findIndex((name) => same(name) === same(named)) ?? -1
  return found >= 0 ? found : undefined
}
