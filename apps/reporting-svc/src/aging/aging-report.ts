/** Aging as a report: a row per vendor or customer, under it what is open. Pure. */
import type { Cell, Column, Row } from '../report-tables/report.ts'
import { NO_PARTY } from '../statements/control-account.ts'
import { exact } from '../report-tables/exact.ts'
import {
  AGING_BUCKETS,
  type AgingBucket,
  type AgingSide,
  type AgingSummaryRow,
  type DocumentKind,
  type AgingItem,
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

const PATHS = {
  BILL: 'bills',
  VENDOR_CREDIT: 'bills/vendor-credits',
  INVOICE: 'invoices',
  JOURNAL: 'ledger/entries',
} as const satisfies Record<DocumentKind | 'JOURNAL', string>

export const documentUrl = (businessId: string, kind: keyof typeof PATHS, id: string): string =>
  `/v1/businesses/${businessId}/${PATHS[kind]}/${id}`

/** The lines of no vendor or customer. */
export const NOBODY: Record<AgingSide, { key: string; name: string }> = {
  PAYABLE: { key: 'NO_VENDOR', name: 'No vendor' },
  RECEIVABLE: { key: 'NO_CUSTOMER', name: 'No customer' },
}

/** What is unapplied, as a row. */
export const UNAPPLIED: Record<AgingSide, string> = { PAYABLE: 'Prepayments', RECEIVABLE: 'Customer credit' }

export const AGING_COLUMNS: Column[] = [
  ...AGING_BUCKETS.map(({ key, name }): Column => ({ key, name, kind: 'AMOUNT' })),
  { key: 'total', name: 'Total', kind: 'AMOUNT' },
  { key: 'unapplied', name: 'Unapplied', kind: 'AMOUNT' },
]

/** What is behind a figure of a row. */
export type FigureUrl = (rowKey: string, columnKey: string) => string

/**
 * A row per vendor or customer, in the order given, and last their total. Figures lead to what is open; nothing leads from the
 * many columns in which nothing is.
 * @throws AmountOutOfRange
 */
export const contactRows = (side: AgingSide, contacts: readonly AgingSummaryRow[], urlOf: FigureUrl): Row[] =>
  [...contacts.map((contact) => contactRow(keyOf(side, contact.contactId), contact)), totalRow(side, contacts)].map(
    ({ cells, ...row }) => ({ ...row, cells: linked(row.key, cells, urlOf) }),
  )

const linked = (rowKey: string, cells: readonly Cell[], urlOf: FigureUrl): Cell[] =>
  cells.map((cell, index) =>
    cell.value === 0 ? cell : { ...cell, linesUrl: urlOf(rowKey, AGING_COLUMNS[index]?.key ?? '') },
  )

/**
 * The same with the items of each contact under it.
 * @param contacts their rows, and the row of their total
 * @param details of the same contacts in the same order, grouped by contact
 */
export async function* itemRows(
  { businessId, side, urlOf }: { businessId: string; side: AgingSide; urlOf: FigureUrl },
  contacts: readonly Row[],
  details: AsyncIterable<readonly AgingItem[]>,
): AsyncGenerator<Row[]> {
  const rowOf = new Map(contacts.map((row) => [row.key, row]))
  let above: string | undefined
  for await (const items of details) {
    const rows: Row[] = []
    for (const item of items) {
      const key = keyOf(side, item.contactId)
      const contact = key === above ? undefined : rowOf.get(key)
      if (contact) rows.push(contact)
      above = key
      rows.push(item.kind === 'UNAPPLIED' ? unappliedRow(key, item, urlOf) : itemRow(businessId, key, item, item.kind))
    }
    yield rows
  }
  yield contacts.slice(-1)
}

/** Of the row of a contact. */
export const keyOf = (side: AgingSide, contactId: string): string =>
  contactId === NO_PARTY ? NOBODY[side].key : contactId

const contactRow = (key: string, contact: AgingSummaryRow): Row => ({
  key,
  name: contact.contactName,
  depth: 0,
  cells: cellsOf(contact),
})

const totalRow = (side: AgingSide, contacts: readonly AgingSummaryRow[]): Row => ({
  key: 'TOTAL',
  name: 'Total',
  depth: 0,
  cells: cellsOf(contacts.reduce(plus, nothing())),
  terms: contacts.map(({ contactId }) => ({ rowKey: keyOf(side, contactId), sign: 1 })),
})

const NOTHING: Cell = { value: 0 }

/** An entry may have lines of several contacts. */
function itemRow(businessId: string, contactKey: string, item: AgingItem, kind: keyof typeof PATHS): Row {
  const { id, name, bucket, outstanding } = item
  const figure: Cell = { value: exact(outstanding), linesUrl: documentUrl(businessId, kind, id) }
  return {
    key: kind === 'JOURNAL' ? `${contactKey}.${id}` : id,
    name,
    depth: 1,
    cells: [...AGING_BUCKETS.map(({ key }) => (key === bucket ? figure : NOTHING)), figure, NOTHING],
  }
}

/** Its figure is that of the contact. */
const unappliedRow = (contactKey: string, { name, unapplied }: AgingItem, urlOf: FigureUrl): Row => ({
  key: `${contactKey}.unapplied`,
  name,
  depth: 1,
  cells: [
    ...AGING_BUCKETS.map(() => NOTHING),
    NOTHING,
    { value: exact(unapplied), linesUrl: urlOf(contactKey, 'unapplied') },
  ],
})

const cellsOf = (amounts: Amounts): Cell[] => [
  ...AGING_BUCKETS.map(({ key }) => ({ value: exact(amounts[AMOUNT_OF[key]]) })),
  { value: exact(amounts.total) },
  { value: exact(amounts.unapplied) },
]

const nothing = (): Amounts => ({
  current: 0n,
  days1To30: 0n,
  days31To60: 0n,
  days61To90: 0n,
  days91Plus: 0n,
  total: 0n,
  unapplied: 0n,
})

const plus = (one: Amounts, other: Amounts): Amounts => ({
  current: one.current + other.current,
  days1To30: one.days1To30 + other.days1To30,
  days31To60: one.days31To60 + other.days31To60,
  days61To90: one.days61To90 + other.days61To90,
  days91Plus: one.days91Plus + other.days91Plus,
  total: one.total + other.total,
  unapplied: one.unapplied + other.unapplied,
})
