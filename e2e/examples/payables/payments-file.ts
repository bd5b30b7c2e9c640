/** Reads a list of payments to suppliers, as public bodies publish theirs: CSV, gzipped or not. Pure. */
import { MAX_AMOUNT } from '@pacioli/money'
import { csvRows, type CsvRow } from '../shared/csv-rows.ts'
import { moneyText, nearestMinorUnits, type Currency } from '../shared/currency.ts'
import { Faults, requireLength } from '../shared/faults.ts'
import { Refusal } from '../shared/refusal.ts'
import { apartFromTotal } from '../shared/total-row.ts'

export type Supplier = {
  /** The same for every row of the supplier: its number and name, or the name alone where it is hidden. */
  key: string
  name: string
}

export type PaymentRow = {
  /** Its row in the file, for people. */
  where: string
  /** The transaction number; its repetitions in the file are counted, so that each row has its own. */
  number: string
  /** YYYY-MM-DD */
  day: string
  /** Undefined where it is hidden. */
  invoiceNumber: string | undefined
  /** Minor units: below zero is what the supplier gave back. */
  amount: bigint
  supplier: Supplier
  expenseType: string
}

/** As the headers name them, whatever their case: files of later years spell some of the others differently. */
const COLUMNS = [
  'date',
  'transaction number',
  'invoice number',
  'amount',
  'supplier name',
  'supplier id',
  'expense type',
] as const

type Column = (typeof COLUMNS)[number]

/** Names and numbers of persons are blacked out with words that begin so. */
const HIDDEN = /^redacted\b/i

/** What the API takes at most; the names of payments add a day to that of their supplier. */
const MAX_NAME = 255
const MAX_SUPPLIER = 230
const FIRST_DAY = '1900-01-01'

/** What every row names; a row of totals at the end of a file does not. */
const NAMES: readonly Column[] = ['date', 'transaction number', 'expense type']

/**
 * The rows in the order of the file. All of it is checked.
 * @throws Refusal naming the rows
 */
export function readPayments(bytes: Uint8Array, file: string, currency: Currency): PaymentRow[] {
  const { rows, total } = apartFromTotal(csvRows(bytes, file, COLUMNS), NAMES)
  const faults = new Faults()
  const payments = rows.flatMap((row) => readRow(row, currency, faults) ?? [])
  const volume = payments.reduce((all, { amount }) => all + (amount < 0n ? -amount : amount), 0n)
  if (volume > BigInt(MAX_AMOUNT))
    faults.add(`${file} moves ${moneyText(volume, currency)}, more than the books of one business can keep exactly.`)
  faults.throwIfAny()
  if (total) requireTotal(total, payments, currency)
  return numbered(payments)
}

function readRow({ record, where }: CsvRow, currency: Currency, faults: Faults): PaymentRow | undefined {
  const required = (column: Column): string => {
    const value = record[column]?.trim()
    if (!value) throw new Refusal(`${where}: the column "${column}" is empty.`)
    return requireLength(value, MAX_NAME, where, column)
  }
  const number = faults.take(() => required('transaction number'))
  const day = faults.take(() => dayOf(required('date'), where))
  const amount = faults.take(() => nearestMinorUnits(required('amount'), currency, where))
  const supplier = faults.take(() => supplierOf(required('supplier name'), record['supplier id']?.trim() ?? '', where))
  const expenseType = faults.take(() => required('expense type'))
  const invoice = faults.take(() =>
    requireLength(record['invoice number']?.trim() ?? '', MAX_NAME, where, 'invoice number'),
  )
  if (number === undefined || day === undefined || amount === undefined) return undefined
  if (supplier === undefined || expenseType === undefined || invoice === undefined) return undefined
  const invoiceNumber = invoice === '' || HIDDEN.test(invoice) ? undefined : invoice
  return { where, number, day, invoiceNumber, amount, supplier, expenseType }
}

/** Each row has a number of its own: repetitions are counted. */
function numbered(rows: readonly PaymentRow[]): PaymentRow[] {
  const given = new Set(rows.map(({ number }) => number))
  const used = new Set<string>()
  return rows.map((row) => {
    let number = row.number
    for (let count = 2; used.has(number) || (count > 2 && given.has(number)); count++)
      number = `${row.number} (${count})`
    used.add(number)
    return { ...row, number }
  })
}

/** What the file itself says that its rows come to. @throws Refusal */
function requireTotal({ record, where }: CsvRow, rows: readonly PaymentRow[], currency: Currency): void {
  const said = record.amount?.trim() ?? ''
  if (said === '') return
  const sum = rows.reduce((all, { amount }) => all + amount, 0n)
  if (nearestMinorUnits(said, currency, where) !== sum)
    throw new Refusal(`${where}: the total row says ${said}, the rows above it come to ${moneyText(sum, currency)}.`)
}

const supplierOf = (name: string, id: string, where: string): Supplier => ({
  key: requireLength(id === '' || HIDDEN.test(name) ? name : `${id} ${name}`, MAX_SUPPLIER, where, 'the supplier'),
  name,
})

/** `31/01/2011`, or `2019-01-31` with or without a time of day, which says nothing here. */
function dayOf(text: string, where: string): string {
  const british = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const [day = ''] = british ? [`${british[3]}-${british[2]}-${british[1]}`] : text.split(/[ T]/)
  const time = new Date(`${day}T00:00:00Z`)
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(day) ||
    Number.isNaN(time.getTime()) ||
    time.toISOString().slice(0, 10) !== day ||
    day < FIRST_DAY
  )
    throw new Refusal(`${where}: expected a date like 31/01/2011 or 2019-01-31 00:00:00, but it is "${text}".`)
  return day
}
