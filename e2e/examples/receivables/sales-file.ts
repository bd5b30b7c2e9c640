/** Reads the sales of a shop as such data sets publish them: a row for each line of an invoice or a credit note. Pure. */
import { MAX_AMOUNT } from '@pacioli/money'
import { csvRows, type CsvRow } from '../shared/csv-rows.ts'
import { minorUnits, moneyText, type Currency } from '../shared/currency.ts'
import { Faults, requireLength } from '../shared/faults.ts'
import { Refusal } from '../shared/refusal.ts'
import { apartFromTotal } from '../shared/total-row.ts'

export type SalesLine = {
  product: string
  description: string
  /** Whole; below zero on credit notes and for what was taken out of stock. */
  quantity: bigint
  /** Minor units. */
  unitPrice: bigint
}

export type SalesDocument = {
  /** As the file names it; a credit note begins with C. */
  number: string
  isCredit: boolean
  /** Its first row, for people. */
  where: string
  /** Of its first line. */
  at: string
  /** Empty where the file does not say. */
  customer: string
  country: string
  lines: SalesLine[]
}

const COLUMNS = [
  'invoiceno',
  'stockcode',
  'description',
  'quantity',
  'invoicedate',
  'unitprice',
  'customerid',
  'country',
] as const

/** What the lines come to. */
export const totalOf = ({ lines }: Pick<SalesDocument, 'lines'>): bigint =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0n)

/** What the API takes at most. */
const MAX_LINES = 1_000
const MAX_NAME = 255
const MAX_TEXT = 3_800
const FIRST_YEAR = 1_900

/** What every line names; a row of totals at the end of a file does not. */
const NAMES = ['invoiceno', 'stockcode', 'invoicedate', 'country']

/**
 * The documents in the order of the file. All of it is checked.
 * @throws Refusal naming rows and documents
 */
export function readSales(bytes: Uint8Array, file: string, currency: Currency): SalesDocument[] {
  const { rows, total } = apartFromTotal(csvRows(bytes, file, COLUMNS), NAMES)
  const documents = new Map<string, SalesDocument>()
  const faults = new Faults()
  for (const row of rows) {
    const line = readLine(row, currency, faults)
    if (!line) continue
    const { number, customer, country, at, where, ...rest } = line
    const document = documents.get(number) ?? {
      ...{ number, isCredit: /^C/i.test(number), where, at, customer, country },
      lines: [],
    }
    if (document.customer !== customer || document.country !== country)
      faults.add(`${where}: the document ${number} is of another customer or country than its first line.`)
    document.lines.push(rest)
    documents.set(number, document)
  }
  const all = [...documents.values()]
  for (const document of all) faults.take(() => requireSound(document, currency))
  faults.throwIfAny()
  if (total) requireTotal(total, all, currency)
  return all
}

type Line = SalesLine & Pick<SalesDocument, 'number' | 'customer' | 'country' | 'at' | 'where'>

function readLine({ record, where }: CsvRow, currency: Currency, faults: Faults): Line | undefined {
  const required = (column: (typeof COLUMNS)[number]): string => {
    const value = record[column]?.trim()
    if (!value) throw new Refusal(`${where}: the column "${column}" is empty.`)
    return value
  }
  const name = (column: (typeof COLUMNS)[number]): string => requireLength(required(column), MAX_NAME, where, column)
  const number = faults.take(() => name('invoiceno'))
  const product = faults.take(() => name('stockcode'))
  const country = faults.take(() => name('country'))
  const customer = faults.take(() => requireLength(customerOf(record.customerid ?? ''), MAX_NAME, where, 'customerid'))
  const at = faults.take(() => momentOf(required('invoicedate'), where))
  const quantity = faults.take(() => wholeNumber(required('quantity'), where))
  const unitPrice = faults.take(() => minorUnits(required('unitprice'), currency, where))
  const description = faults.take(() => requireLength(record.description ?? '', MAX_TEXT, where, 'description'))
  if (number === undefined || product === undefined || country === undefined || customer === undefined) return undefined
  if (at === undefined || quantity === undefined || unitPrice === undefined || description === undefined)
    return undefined
  return { number, product, country, customer, at, quantity, unitPrice, description, where }
}

/** A number that passed through a table of floats: `17850.0`. */
const customerOf = (text: string): string => text.trim().replace(/\.0+$/, '')

function wholeNumber(text: string, where: string): bigint {
  if (!/^-?\d{1,15}$/.test(text)) throw new Refusal(`${where}: expected a whole quantity, but it is "${text}".`)
  return BigInt(text)
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** A credit note gives back, and an invoice does not; neither is longer than a document can be. @throws Refusal */
function requireSound(document: SalesDocument, currency: Currency): void {
  const { number, isCredit, lines, where } = document
  const name = `${where}: the ${isCredit ? 'credit note' : 'invoice'} ${number}`
  if (lines.length > MAX_LINES)
    throw new Refusal(`${name} has ${lines.length} lines, and a document has at most ${MAX_LINES}. Split it.`)
  const total = totalOf(document)
  if (isCredit ? total > 0n : total < 0n)
    throw new Refusal(
      `${name} comes to ${moneyText(total, currency)}, where ${isCredit ? 'no credit note is above' : 'no invoice is below'} zero.`,
    )
  const amounts = [total, ...lines.map(({ quantity, unitPrice }) => quantity * unitPrice)]
  const largest = amounts.find((amount) => absolute(amount) > BigInt(MAX_AMOUNT))
  if (largest !== undefined)
    throw new Refusal(`${name} has an amount of ${moneyText(largest, currency)}, more than can be kept exactly.`)
  const wrong = lines.find(({ quantity, unitPrice }) => isCredit && quantity * unitPrice > 0n)
  if (wrong)
    throw new Refusal(
      `${name} has a line of ${moneyText(wrong.quantity * wrong.unitPrice, currency)} (${wrong.product}): a refund only gives back.`,
    )
}

/** What the file itself says that its lines come to, in whichever of the columns of numbers. @throws Refusal */
function requireTotal({ record, where }: CsvRow, documents: readonly SalesDocument[], currency: Currency): void {
  const lines = documents.flatMap((document) => document.lines)
  const quantities = lines.reduce((sum, { quantity }) => sum + quantity, 0n)
  const net = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0n)
  const quantity = record.quantity?.trim() ?? ''
  const price = record.unitprice?.trim() ?? ''
  if (quantity !== '' && wholeNumber(quantity.replaceAll(',', ''), where) !== quantities)
    throw new Refusal(`${where}: the total row says ${quantity} pieces, the rows above it come to ${quantities}.`)
  if (price !== '' && minorUnits(price, currency, where) !== net)
    throw new Refusal(`${where}: the total row says ${price}, the rows above it come to ${moneyText(net, currency)}.`)
}

/** `2010-12-01 08:26:00` or `12/1/2010 8:26`; the file has no zone. */
function momentOf(text: string, where: string): string {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})$/.exec(text)
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0')
  const iso = american
    ? `${american[3]}-${two(american[1])}-${two(american[2])}T${two(american[4])}:${american[5]}:00Z`
    : `${text.replace(' ', 'T')}Z`
  const time = new Date(iso)
  const isSound =
    !Number.isNaN(time.getTime()) &&
    time.toISOString() === iso.replace('Z', '.000Z') &&
    time.getUTCFullYear() >= FIRST_YEAR
  if (!isSound)
    throw new Refusal(`${where}: expected a time like 2010-12-01 08:26:00 or 12/1/2010 8:26, but it is "${text}".`)
  return iso
}
