/** Reads the sales of a shop as such data sets publish them: a row for each line of an invoice or a credit note. Pure. */
import { csvRows } from '../shared/csv-rows.ts'
import { minorUnits, type Currency } from '../shared/currency.ts'
import { Refusal } from '../shared/refusal.ts'

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

/**
 * The documents in the order of the file.
 * @throws Refusal naming the row
 */
export function readSales(bytes: Uint8Array, file: string, currency: Currency): SalesDocument[] {
  const documents = new Map<string, SalesDocument>()
  for (const { record, where } of csvRows(bytes, file, COLUMNS)) {
    const required = (column: (typeof COLUMNS)[number]): string => {
      const value = record[column]?.trim()
      if (!value) throw new Refusal(`${where}: the column "${column}" is empty.`)
      return value
    }
    const number = required('invoiceno')
    const customer = customerOf(record['customerid'] ?? '')
    const country = required('country')
    const at = momentOf(required('invoicedate'), where)
    const document = documents.get(number) ?? { number, isCredit: /^C/i.test(number), at, customer, country, lines: [] }
    if (document.customer !== customer || document.country !== country)
      throw new Refusal(`${where}: the document ${number} is of another customer or country than its first line.`)
    document.lines.push({
      product: required('stockcode'),
      description: record['description'] ?? '',
      quantity: wholeNumber(required('quantity'), where),
      unitPrice: minorUnits(required('unitprice'), currency, where),
    })
    documents.set(number, document)
  }
  return [...documents.values()].map((document) => sound(document, file))
}

/** A number that passed through a table of floats: `17850.0`. */
const customerOf = (text: string): string => text.trim().replace(/\.0+$/, '')

function wholeNumber(text: string, where: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new Refusal(`${where}: expected a whole quantity, but it is "${text}".`)
  return BigInt(text)
}

/** A credit note gives back, and an invoice does not. @throws Refusal */
function sound(document: SalesDocument, file: string): SalesDocument {
  const total = totalOf(document)
  if (document.isCredit ? total > 0n : total < 0n)
    throw new Refusal(
      `${file}: ${document.isCredit ? 'the credit note' : 'the invoice'} ${document.number} is ${total}.`,
    )
  return document
}

/** `2010-12-01 08:26:00` or `12/1/2010 8:26`; the file has no zone. */
function momentOf(text: string, where: string): string {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})$/.exec(text)
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0')
  const iso = american
    ? `${american[3]}-${two(american[1])}-${two(american[2])}T${two(american[4])}:${american[5]}:00Z`
    : `${text.replace(' ', 'T')}Z`
  const time = new Date(iso)
  const isSound = !Number.isNaN(time.getTime()) && time.toISOString() === iso.replace('Z', '.000Z')
  if (!isSound)
    throw new Refusal(`${where}: expected a time like 2010-12-01 08:26:00 or 12/1/2010 8:26, but it is "${text}".`)
  return iso
}
