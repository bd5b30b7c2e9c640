/** Reads a list of payments to suppliers, as public bodies publish theirs: CSV, gzipped or not. Pure. */
import { csvRows } from '../shared/csv-rows.ts'
import { nearestMinorUnits, type Currency } from '../shared/currency.ts'
import { Refusal } from '../shared/refusal.ts'

export type Supplier = {
  /** The same for every row of the supplier: its number and name, or the name alone where it is hidden. */
  key: string
  name: string
}

export type PaymentRow = {
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

/** @throws Refusal naming the row */
export function readPayments(bytes: Uint8Array, file: string, currency: Currency): PaymentRow[] {
  const counts = new Map<string, number>()
  return csvRows(bytes, file, COLUMNS).map(({ record, where }) => {
    const required = (column: Column): string => {
      const value = record[column]?.trim()
      if (!value) throw new Refusal(`${where}: the column "${column}" is empty.`)
      return value
    }
    const number = required('transaction number')
    const count = (counts.get(number) ?? 0) + 1
    counts.set(number, count)
    const invoiceNumber = record['invoice number']?.trim() ?? ''
    return {
      number: count === 1 ? number : `${number} (${count})`,
      day: dayOf(required('date'), where),
      invoiceNumber: invoiceNumber === '' || HIDDEN.test(invoiceNumber) ? undefined : invoiceNumber,
      amount: nearestMinorUnits(required('amount'), currency, where),
      supplier: supplierOf(required('supplier name'), record['supplier id']?.trim() ?? ''),
      expenseType: required('expense type'),
    }
  })
}

const supplierOf = (name: string, id: string): Supplier => ({
  key: id === '' || HIDDEN.test(name) ? name : `${id} ${name}`,
  name,
})

/** `31/01/2011`, or `2019-01-31` with or without a time of day, which says nothing here. */
function dayOf(text: string, where: string): string {
  const british = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const [day = ''] = british ? [`${british[3]}-${british[2]}-${british[1]}`] : text.split(/[ T]/)
  const time = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== day)
    throw new Refusal(`${where}: expected a date like 31/01/2011 or 2019-01-31 00:00:00, but it is "${text}".`)
  return day
}
