/** Aging as a report: a row per vendor or customer, under it its open documents. Pure. */
import type { Cell, Column, Row } from '../report-tables/report.ts'
import { exact } from '../report-tables/exact.ts'
import {
  AGING_BUCKETS,
  type AgingBucket,
  type AgingSide,
  type AgingSummaryRow,
  type DocumentKind,
  type OpenDocument,
} from './aging.ts'

/** The amounts of a row: per bucket, and in total. */
type Amounts = Omit<AgingSummaryRow, 'contactId' | 'contactName'>

/** The field of a contact's sums that a bucket goes to. */
export const AMOUNT_OF = {
  current: 'current',
  '1_30': 'days1To30',
  '31_60': 'days31To60',
  '61_90': 'days61To90',
  '91_plus': 'days91Plus',
} as const satisfies Record<AgingBucket, keyof Amounts>

/** The name and the title of each aging. */
export const AGINGS = {
  PAYABLE: { name: 'AP_AGING', title: 'Accounts Payable Aging' },
  RECEIVABLE: { name: 'AR_AGING', title: 'Accounts Receivable Aging' },
} as const satisfies Record<AgingSide, { name: string; title: string }>

const PATHS: Record<DocumentKind, string> = {
  BILL: 'bills',
  VENDOR_CREDIT: 'bills/vendor-credits',
  INVOICE: 'invoices',
}

export const AGING_COLUMNS: Column[] = [
  ...AGING_BUCKETS.map(({ key, name }): Column => ({ key, name, kind: 'AMOUNT' })),
  { key: 'total', name: 'Total', kind: 'AMOUNT' },
]

/** A row per vendor or customer, in the order given, and last their total. @throws AmountOutOfRange */
export const contactRows = (contacts: readonly AgingSummaryRow[]): Row[] => [
  ...contacts.map(contactRow),
  totalRow(contacts),
]

/**
 * The same with the documents of each contact under it.
 * @param contacts their rows, and the row of their total
 * @param details of the same contacts in the same order, grouped by contact
 */
export async function* documentRows(
  businessId: string,
  contacts: readonly Row[],
  details: AsyncIterable<readonly OpenDocument[]>,
): AsyncGenerator<Row[]> {
  const rowOf = new Map(contacts.map((row) => [row.key, row]))
  let above: string | undefined
  for await (const documents of details) {
    const rows: Row[] = []
    for (const document of documents) {
      const contact = document.contactId === above ? undefined : rowOf.get(document.contactId)
      if (contact) rows.push(contact)
      above = document.contactId
      rows.push(documentRow(businessId, document))
    }
    yield rows
  }
  yield contacts.slice(-1)
}

const contactRow = (contact: AgingSummaryRow): Row => ({
  key: contact.contactId,
  name: contact.contactName,
  depth: 0,
  cells: cellsOf(contact),
})

const totalRow = (contacts: readonly AgingSummaryRow[]): Row => ({
  key: 'TOTAL',
  name: 'Total',
  depth: 0,
  cells: cellsOf(contacts.reduce(plus, nothing())),
  terms: contacts.map(({ contactId }) => ({ rowKey: contactId, sign: 1 })),
})

const NOTHING: Cell = { value: 0 }

function documentRow(businessId: string, document: OpenDocument): Row {
  const { documentId, kind, name, bucket, outstanding } = document
  const linesUrl = `/v1/businesses/${businessId}/${PATHS[kind]}/${documentId}`
  const figure: Cell = { value: exact(outstanding), linesUrl }
  return {
    key: documentId,
    name,
    depth: 1,
    cells: [...AGING_BUCKETS.map(({ key }) => (key === bucket ? figure : NOTHING)), figure],
  }
}

const cellsOf = (amounts: Amounts): Cell[] => [
  ...AGING_BUCKETS.map(({ key }) => ({ value: exact(amounts[AMOUNT_OF[key]]) })),
  { value: exact(amounts.total) },
]

const nothing = (): Amounts => ({
  current: 0n,
  days1To30: 0n,
  days31To60: 0n,
  days61To90: 0n,
  days91Plus: 0n,
  total: 0n,
})

const plus = (one: Amounts, other: Amounts): Amounts => ({
  current: one.current + other.current,
  days1To30: one.days1To30 + other.days1To30,
  days31To60: one.days31To60 + other.days31To60,
  days61To90: one.days61To90 + other.days61To90,
  days91Plus: one.days91Plus + other.days91Plus,
  total: one.total + other.total,
})
