/** Statements in MT940, as SWIFT defines it and as banks write it. Pure. */
import { decimalsOf } from '@pacioli/money'
import { amountFrom } from './amounts.ts'
import { dayOrLastOfMonth, fullYear } from './days.ts'
import { detailsOf } from './mt940-details.ts'
import { isClosing, messagesOf, type Field } from './mt940-fields.ts'
import {
  clean,
  cutOff,
  emptyStatement,
  nameOf,
  reference,
  RowProblem,
  takeBalance,
  takeRow,
  type ParsedStatement,
  type StatementBalance,
  type StatementLine,
  type Take,
} from './statement.ts'

/** @param currency of amounts where the file names none. @throws UnreadableStatement */
export function readMt940(text: string, currency: string): ParsedStatement[] {
  let row = 0
  return messagesOf(text).map((message, index, { length }) => {
    const statement = readStatement(message, currency, { rowsBefore: row, isLast: index === length - 1 })
    row += statement.lines.length + statement.problems.length
    return statement
  })
}

function readStatement(
  message: readonly Field[],
  businessCurrency: string,
  { rowsBefore, isLast }: { rowsBefore: number; isLast: boolean },
): ParsedStatement {
  const statement = emptyStatement()
  const first = (...tags: string[]): string | undefined => message.find(({ tag }) => tags.includes(tag))?.lines[0]
  statement.accountId = nameOf(first('25', '25P'))
  statement.statementId = nameOf(first('28C', '28'))
  const opening = first('60F', '60M')
  const closing = message.find(isClosing)
  statement.currency = currencyIn(opening) ?? currencyIn(closing?.lines[0]) ?? null
  const currency = statement.currency ?? businessCurrency
  statement.opening = readBalance(statement, opening, currency)
  statement.closing = readBalance(statement, closing?.lines[0], currency)
  let row = rowsBefore
  for (const [index, one] of message.entries()) {
    if (one.tag !== '61') continue
    row += 1
    const next = message[index + 1]
    const details = next?.tag === '86' ? next.lines : []
    const at = row
    takeRow(statement, at, (take) => readLine(one.lines, details, { row: at, currency }, take))
  }
  if (closing?.tag === '62M' && isLast)
    statement.warnings.push(
      'The statement goes on in another file: it ends with an intermediate balance, field :62M:. Import that file, too.',
    )
  if (closing?.isUnended && !isWholeClosing(closing, statement, currency)) throw cutOff('it ends within a balance')
  return statement
}

const balance = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})(.*)$/

const currencyIn = (text: string | undefined): string | undefined => balance.exec(text?.trim() ?? '')?.[5]

function readBalance(statement: ParsedStatement, text: string | undefined, expected: string): StatementBalance | null {
  if (text === undefined) return null
  return takeBalance(statement, text, () => {
    const parts = balance.exec(text.trim())
    if (!parts) throw new RowProblem('expected one such as C260131EUR1234,56.')
    const [, mark, year, month, day, currency = '', digits = ''] = parts
    if (currency !== expected) throw new RowProblem(`it is in ${currency}, the statement in ${expected}.`)
    const amount = amountOf(digits, currency)
    return {
      amount: mark === 'D' && amount !== 0 ? -amount : amount,
      at: dayOrLastOfMonth(fullYear(Number(year)), Number(month), Number(day)) ?? null,
    }
  })
}

/** For a file that ends with the closing balance, perhaps within it: all decimals are there, or the sum agrees. */
function isWholeClosing({ lines: [text = ''] }: Field, statement: ParsedStatement, currency: string): boolean {
  const { opening, closing, lines, problems } = statement
  const [, decimals] = /,(\d*)\s*$/.exec(text) ?? []
  if (closing === null || decimals === undefined) return false
  if (decimals.length >= decimalsOf(currency)) return true
  const sum = lines.reduce((total, { amount }) => total + amount, opening?.amount ?? Number.NaN)
  return problems.length === 0 && sum === closing.amount
}

/** Digits with a decimal comma, which some banks omit from whole numbers, and perhaps points between thousands. */
const number = String.raw`\d{1,3}(?:\.\d{3})+,\d*|\d+(?:,\d*)?`
const wholeNumber = new RegExp(`^(?:${number})$`)

function amountOf(digits: string, currency: string): number {
  if (!wholeNumber.test(digits)) throw new RowProblem(`"${digits.slice(0, 60)}" is no amount such as 1234,56.`)
  return amountFrom(digits, currency, ',')
}

/** Value date, entry date, mark (R for a reversal), funds code. */
const entry = /^(\d{2})(\d{2})(\d{2})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(?=[^A-Z])(.*)$/
/**
 * Amount, kind and references. The kind is a letter and three letters or digits, which some banks pad with spaces. It is
 * required, and begins with a letter: otherwise digits of the amount might be read as part of it.
 */
const amountAndKind = new RegExp(`^ ?(${number}) ?[A-Z][A-Z0-9 ]{3}(.*)$`)

type Place = { row: number; currency: string }

function readLine(
  lines: readonly string[],
  details: readonly string[],
  { row, currency }: Place,
  take: Take,
): StatementLine | undefined {
  const [head = '', ...supplement] = lines
  const parts = entry.exec(head.trimStart())
  if (!parts) throw new RowProblem(`":61:${head.slice(0, 60)}" is no entry of MT940.`)
  const [, year, month, day, entryDate, mark = '', , rest = ''] = parts
  const value = { year: fullYear(Number(year)), month: Number(month), day: Number(day) }
  const date = take(() => bookedOn(value, entryDate))
  const found = take(() => amountAndReferences(rest, currency))
  if (date === undefined || found === undefined) return undefined
  const { amount, own, ofBank } = found
  const isIn = mark === 'C' || mark === 'RD' || mark === 'EC'
  const said = detailsOf(details)
  const more = clean(supplement.join(' '))
  return {
    row,
    bankId: ofBank,
    date,
    amount: isIn || amount === 0 ? amount : -amount,
    description: said.description ?? more ?? own ?? 'No description',
    counterparty: said.counterparty,
    reference: said.reference ?? own,
    memo: said.description === null ? null : more,
  }
}

function amountAndReferences(text: string, currency: string) {
  const parts = amountAndKind.exec(text)
  if (!parts)
    throw new RowProblem(
      `"${text.slice(0, 60)}" is no amount with the kind of the entry behind it, such as 1234,56NTRF.`,
    )
  const [, digits = '', references = ''] = parts
  const [own = '', ...ofBank] = references.split('//')
  return { amount: amountOf(digits, currency), own: reference(own), ofBank: reference(ofBank.join('//')) }
}

/**
 * The booking day: the entry date, which has no year and is near the value date. Without a valid one, the value date;
 * banks that count thirty days in February mean its last.
 */
function bookedOn(value: { year: number; month: number; day: number }, entryDate: string | undefined): string {
  const month = Number(entryDate?.slice(0, 2))
  const distance = month - value.month
  const year = value.year + (distance > 6 ? -1 : distance < -6 ? 1 : 0)
  const booked = entryDate === undefined ? undefined : dayOrLastOfMonth(year, month, Number(entryDate.slice(2)))
  const day = booked ?? dayOrLastOfMonth(value.year, value.month, value.day)
  if (day === undefined) throw new RowProblem('The date of the entry is no day.')
  return day
}
