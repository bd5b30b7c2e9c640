/** Statements in CSV, which every bank writes in its own way: the caller maps the columns. Pure. */
import { dayInFormat } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import type { CsvMapping__Output } from '@pacioli/protos/banking'
import { amountFrom, isAmbiguous, separatorOf, type Separator } from './amounts.ts'
import { columnsOf, type Columns, type Mapped } from './csv-columns.ts'
import { endsWith, isWholeAmount, openEndOf, requireWholeRow, type EndFacts, type OpenEnd } from './csv-end.ts'
import { csvTable, type CsvRow } from './csv-table.ts'
import { OtherCurrency } from './currency-signs.ts'
import { isoDate } from './days.ts'
import {
  clean,
  emptyStatement,
  reference,
  RowProblem,
  takeRow,
  unreadable,
  type ParsedStatement,
  type StatementLine,
  type Take,
} from './statement.ts'

/** @throws UnreadableStatement, InvalidPayload naming fields of the mapping */
export function readCsv(text: string, currency: string, mapping: CsvMapping__Output): ParsedStatement[] {
  const plain = plainLines(text)
  const rows = csvTable(plain, {
    delimiter: delimiterIn(mapping),
    skipRows: skipRowsIn(mapping),
  })
  const [first] = rows
  if (!first) throw unreadable('The file has no rows.')
  const hasHeader = mapping.has_header ?? true
  const columns = columnsOf(mapping, hasHeader ? first.cells : undefined, first.cells.length)
  const data = hasHeader ? rows.slice(1) : rows
  if (data.length === 0) throw unreadable('The file has a header, but no rows below it.')
  const end = openEndOf(plain, hasHeader ? first : undefined, data)
  const separator = separatorFor(mapping, columns, end?.above ?? data)
  const reader = new CsvReader({ mapping, columns, currency, separator, end })
  const statement = emptyStatement()
  for (const row of data) takeRow(statement, row.line, (take) => reader.line(row, take))
  statement.warnings.push(...reader.warnings)
  addBalances(statement, reader.balances, data)
  return [statement]
}

/** The columns of a file without a mapping, for the refusal. */
export function columnNames(text: string): string[] {
  const [first] = csvTable(plainLines(text.slice(0, 64 * 1024)), { skipRows: 0 })
  return first?.cells.slice(0, 50) ?? []
}

/** Any line ends, even mixed ones, become \n. */
const plainLines = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')

function delimiterIn({ delimiter }: CsvMapping__Output): string | undefined {
  if (delimiter === undefined || delimiter === '') return undefined
  const character = delimiter === '\\t' ? '\t' : delimiter
  if (character.length !== 1 || /["\r\n]/.test(character))
    throw refused('InvalidPayload', 'Expected one character that divides cells, such as , or ;.', {
      field: 'csv_mapping.delimiter',
      value: delimiter,
    })
  return character
}

function skipRowsIn({ skip_rows = 0 }: CsvMapping__Output): number {
  if (skip_rows < 0 || skip_rows > 1_000)
    throw refused('InvalidPayload', 'Expected how many lines to skip, 0 to 1000.', {
      field: 'csv_mapping.skip_rows',
      value: skip_rows,
    })
  return skip_rows
}

function separatorFor(
  { decimal_separator }: CsvMapping__Output,
  columns: Columns,
  rows: readonly CsvRow[],
): Separator | undefined {
  if (decimal_separator === '.' || decimal_separator === ',') return decimal_separator
  if (decimal_separator !== undefined)
    throw refused('InvalidPayload', 'Expected the decimal separator . or ,.', {
      field: 'csv_mapping.decimal_separator',
      value: decimal_separator,
    })
  const amounts = (['amount', 'credit', 'debit', 'balance'] as const).flatMap((name) => {
    const at = columns[name]
    return at === undefined ? [] : rows.map(({ cells }) => cells[at] ?? '')
  })
  return separatorOf(amounts)
}

const CREDIT_VALUES = ['C', 'CR', 'CRDT', 'CREDIT', 'IN', 'INFLOW', '+']
const DEBIT_VALUES = ['D', 'DR', 'DBIT', 'DEBIT', 'OUT', 'OUTFLOW', '-']

type CsvFacts = {
  mapping: CsvMapping__Output
  columns: Columns
  currency: string
  separator: Separator | undefined
  /** Set if the last row has no line end. */
  end: OpenEnd | undefined
}

const TEXTS = ['description', 'external_id', 'counterparty_name', 'reference_number', 'memo'] as const

class CsvReader {
  readonly #mapping: CsvMapping__Output
  readonly #columns: Columns
  readonly #currency: string
  readonly #separator: Separator | undefined
  readonly #end: OpenEnd | undefined
  readonly #credits: readonly string[]
  readonly #debits: readonly string[]
  /** The account's balance after a row, by its line; absent where the file has none. */
  readonly balances = new Map<number, number>()
  readonly warnings: string[] = []

  constructor({ mapping, columns, currency, separator, end }: CsvFacts) {
    this.#mapping = mapping
    this.#columns = columns
    this.#currency = currency
    this.#separator = separator
    this.#end = end
    const { credit_values: credits, debit_values: debits } = mapping
    this.#credits = credits.length > 0 ? credits : CREDIT_VALUES
    this.#debits = debits.length > 0 ? debits : DEBIT_VALUES
  }

  line(row: CsvRow, take: Take): StatementLine | undefined {
    const date = take(() => this.#date(row))
    const amount = take(() => this.#amount(row))
    const balance = take(() => this.#balance(row))
    const end = this.#end?.row === row ? this.#end : undefined
    if (end) take(() => requireWholeRow(end, this.#endFacts()))
    if (date === undefined || amount === undefined) return undefined
    if (balance !== undefined && !(end && this.#isOpenBalance(end))) this.balances.set(row.line, balance)
    if (end && TEXTS.some((name) => endsWith(end, this.#endFacts(), name)))
      this.warnings.push('The last line of the file has no end: if the file was cut off, its last text lacks a part.')
    const description = clean(this.#cell(row, 'description'))
    const memo = clean(this.#cell(row, 'memo'))
    const counterparty = clean(this.#cell(row, 'counterparty_name'))
    return {
      row: row.line,
      bankId: reference(this.#cell(row, 'external_id')),
      date,
      amount,
      description: description ?? memo ?? counterparty ?? 'No description',
      counterparty,
      reference: reference(this.#cell(row, 'reference_number')),
      memo: description === null ? null : memo,
    }
  }

  #endFacts(): EndFacts {
    return { columns: this.#columns, currency: this.#currency, directions: [this.#credits, this.#debits] }
  }

  #isOpenBalance(end: OpenEnd): boolean {
    const facts = this.#endFacts()
    if (!endsWith(end, facts, 'balance') || isWholeAmount(end, facts, 'balance')) return false
    this.warnings.push('The file ends within its last balance, which may be cut off, and proves nothing.')
    return true
  }

  /** Undefined where none can be read; one in another currency is a problem of the row. */
  #balance(row: CsvRow): number | undefined {
    const text = this.#cell(row, 'balance').trim()
    if (text === '') return undefined
    try {
      return this.#money(text)
    } catch (error) {
      if (error instanceof RowProblem && !(error instanceof OtherCurrency)) return undefined
      throw error
    }
  }

  #cell({ cells }: CsvRow, name: Mapped): string {
    const at = this.#columns[name]
    return at === undefined ? '' : (cells[at] ?? '')
  }

  #money(text: string): number {
    if (this.#separator === undefined && isAmbiguous(text, this.#currency))
      throw new RowProblem(
        `"${text.trim()}" may be thousands or decimals, and no other amount of the file tells. Say decimal_separator.`,
      )
    return amountFrom(text, this.#currency, this.#separator)
  }

  #date(row: CsvRow): string {
    const text = this.#cell(row, 'date').trim().slice(0, 60)
    if (text === '') throw new RowProblem('The date is missing.')
    const { date_format } = this.#mapping
    const date = date_format === undefined ? isoDate(text) : dayInFormat(text, date_format)
    if (date === undefined)
      throw new RowProblem(
        date_format === undefined
          ? `"${text}" is no date such as 2026-01-31. Say its form in date_format, for example dd/MM/yyyy.`
          : `"${text}" is no date of the form ${date_format}.`,
      )
    return date
  }

  /** Signed, money in as positive. */
  #amount(row: CsvRow): number {
    const amount = this.#columns.amount === undefined ? this.#fromTwoColumns(row) : this.#fromOneColumn(row)
    return this.#mapping.invert_amounts === true && amount !== 0 ? -amount : amount
  }

  #fromOneColumn(row: CsvRow): number {
    const amount = this.#money(this.#cell(row, 'amount'))
    if (this.#columns.direction === undefined) return amount
    const said = this.#cell(row, 'direction').trim()
    const isOneOf = (values: readonly string[]): boolean =>
      values.some((value) => value.trim().toLowerCase() === said.toLowerCase())
    if (isOneOf(this.#credits)) return amount
    if (isOneOf(this.#debits)) return amount === 0 ? 0 : -amount
    throw new RowProblem(
      `"${said.slice(0, 60)}" says neither money in nor money out. Name the values in credit_values and debit_values.`,
    )
  }

  /** Some banks write money out as negative in the debit column; it is money out all the same. */
  #fromTwoColumns(row: CsvRow): number {
    const [credit, debit] = (['credit', 'debit'] as const).map((name) => {
      const text = this.#cell(row, name).trim()
      return text === '' ? undefined : this.#money(text)
    })
    if (credit === undefined && debit === undefined) throw new RowProblem('The amount is missing.')
    return (credit ?? 0) - Math.abs(debit ?? 0)
  }
}

/** Opening and closing balance from a column of balances, in whichever order the file is. */
function addBalances(statement: ParsedStatement, balances: ReadonlyMap<number, number>, rows: readonly CsvRow[]): void {
  const byRow = new Map(statement.lines.map((line) => [line.row, line]))
  const withBalances = rows.map((row) => ({ line: byRow.get(row.line), balance: balances.get(row.line) }))
  const [top, bottom] = [withBalances[0], withBalances.at(-1)]
  if (!top?.line || !bottom?.line || top.balance === undefined || bottom.balance === undefined) return
  const isNewestFirst = goesBackwards(withBalances)
  const [first, last] = isNewestFirst ? [bottom, top] : [top, bottom]
  if (!first.line || !last.line || first.balance === undefined || last.balance === undefined) return
  statement.opening = { amount: first.balance - first.line.amount, at: null }
  statement.closing = { amount: last.balance, at: last.line.date }
}

/** By the dates; within one day by the order in which the balances add up. */
function goesBackwards(
  withBalances: readonly { line: StatementLine | undefined; balance: number | undefined }[],
): boolean {
  const [top, bottom] = [withBalances[0]?.line?.date ?? '', withBalances.at(-1)?.line?.date ?? '']
  if (top.slice(0, 10) !== bottom.slice(0, 10)) return top > bottom
  const [first, second] = withBalances
  if (first?.balance === undefined || second?.balance === undefined || !first.line || !second.line) return false
  return first.balance + second.line.amount !== second.balance && second.balance + first.line.amount === first.balance
}
