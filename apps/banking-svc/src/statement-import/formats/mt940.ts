/** Statements in MT940, as SWIFT defines it and as banks send it. Pure. */
import { amountFrom } from './amounts.ts'
import { dayOrLastOfMonth, fullYear } from './days.ts'
import { detailsOf } from './mt940-details.ts'
import {
  clean,
  emptyStatement,
  limitStatements,
  MAX_LINES,
  nameOf,
  reference,
  RowProblem,
  takeRow,
  tooManyLines,
  unreadable,
  type ParsedStatement,
  type StatementBalance,
  type StatementLine,
} from './statement.ts'

type Field = { tag: string; lines: string[] }

const field = /^:(\d{2}[A-Z]?):(.*)$/
/** The end of a message; what follows up to the next field is an envelope. */
const end = /^-(\}.*|X*)?$/

/** @param currency of amounts where the file names none. @throws UnreadableStatement */
export function readMt940(text: string, currency: string): ParsedStatement[] {
  const fields = fieldsOf(text)
  const messages = messagesOf(fields)
  if (messages.length === 0) throw unreadable('The file has no field :20:, with which every MT940 statement begins.')
  limitStatements(messages.length)
  let row = 0
  return messages.map((message) => {
    const statement = readStatement(message, currency, row)
    row += statement.lines.length + statement.problems.length
    return statement
  })
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let current: Field | undefined
  let entries = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    const found = field.exec(line)
    if (found) {
      if (found[1] === '61' && ++entries > MAX_LINES) throw tooManyLines()
      current = { tag: found[1] ?? '', lines: [found[2] ?? ''] }
      fields.push(current)
    } else if (end.test(line.trim())) current = undefined
    else current?.lines.push(line)
  }
  return fields
}

/** Each begins with :20:. What a file has before the first one belongs to none. */
function messagesOf(fields: readonly Field[]): Field[][] {
  const messages: Field[][] = []
  for (const one of fields) {
    if (one.tag === '20') messages.push([])
    messages.at(-1)?.push(one)
  }
  return messages.filter((message) => message.some(({ tag }) => tag === '61' || tag === '25' || tag.startsWith('60')))
}

function readStatement(message: readonly Field[], businessCurrency: string, rowsBefore: number): ParsedStatement {
  const statement = emptyStatement()
  const first = (...tags: string[]): string | undefined => message.find(({ tag }) => tags.includes(tag))?.lines[0]
  statement.accountId = nameOf(first('25', '25P'))
  statement.statementId = nameOf(first('28C', '28'))
  const opening = readBalance(first('60F', '60M'))
  const closing = readBalance(first('62F', '62M'))
  statement.currency = opening?.currency ?? closing?.currency ?? null
  const currency = statement.currency ?? businessCurrency
  statement.opening = opening
  statement.closing = closing
  let row = rowsBefore
  for (const [index, one] of message.entries()) {
    if (one.tag !== '61') continue
    row += 1
    const next = message[index + 1]
    const details = next?.tag === '86' ? next.lines : []
    const at = row
    takeRow(statement, at, () => readLine(one.lines, details, at, currency))
  }
  return statement
}

const balance = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})([\d,]+)/

function readBalance(text: string | undefined): (StatementBalance & { currency: string }) | null {
  const parts = text === undefined ? null : balance.exec(text.trim())
  if (!parts) return null
  const [, mark, year, month, day, currency = '', digits = ''] = parts
  try {
    const amount = amountFrom(digits, currency, ',')
    return {
      amount: mark === 'D' && amount !== 0 ? -amount : amount,
      at: dayOrLastOfMonth(fullYear(Number(year)), Number(month), Number(day)) ?? null,
      currency,
    }
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}

/** Value date, entry date, mark (a reversal has R before it), funds code, amount, kind, references. */
const entry =
  /^(\d{2})(\d{2})(\d{2})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d.]*(?:,\d*)?)(?:([A-Z][A-Z0-9]{3}|\d{3,4}(?=\D))(.*))?$/

function readLine(lines: readonly string[], details: readonly string[], row: number, currency: string): StatementLine {
  const [head = '', ...supplement] = lines
  const parts = entry.exec(head.trim())
  if (!parts) throw new RowProblem(`":61:${head.slice(0, 60)}" is no entry of MT940.`)
  const [, year, month, day, entryDate, mark = '', , digits = '', , references = ''] = parts
  const value = { year: fullYear(Number(year)), month: Number(month), day: Number(day) }
  const amount = amountFrom(digits, currency, ',')
  const isIn = mark === 'C' || mark === 'RD' || mark === 'EC'
  const [own = '', ...ofBank] = references.split('//')
  const told = detailsOf(details)
  const more = clean(supplement.join(' '))
  const ownReference = reference(own)
  return {
    row,
    bankId: reference(ofBank.join('//')),
    date: bookedOn(value, entryDate),
    amount: isIn || amount === 0 ? amount : -amount,
    description: told.description ?? more ?? ownReference ?? 'No description',
    counterparty: told.counterparty,
    reference: told.reference ?? ownReference,
    memo: told.description === null ? null : more,
  }
}

/**
 * The day on which it was booked: the entry date, which has no year and is near the value date. Without one, or where it
 * is no day, the value date; banks that count thirty days in February mean its last.
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
