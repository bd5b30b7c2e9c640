/** Aging as a report: a row per vendor or customer, under it its open documents. Pure. */
import type { Day } from '@pacioli/calendar'
import type { Cell, Column, Report, Row } from '../reports/report.ts'
import { exact } from '../statements/rows.ts'
import { BASIS_NAMES, tagSubtitle, type TagFilter } from '../statements/statement-query.ts'
import {
  AGING_BUCKETS,
  type AgingBucket,
  type AgingDetailRow,
  type AgingSide,
  type AgingSummaryRow,
  type DocumentKind,
} from './aging.ts'

/** What a row has in each bucket, and in all. */
type Amounts = Omit<AgingSummaryRow, 'contactId' | 'contactName'>

/** The field of a contact's sums that a bucket goes to. */
export const AMOUNT_OF = {
  current: 'current',
  '1_30': 'days1To30',
  '31_60': 'days31To60',
  '61_90': 'days61To90',
  '91_plus': 'days91Plus',
} as const satisfies Record<AgingBucket, keyof Amounts>

const TITLES: Record<AgingSide, string> = {
  PAYABLE: 'Accounts Payable Aging',
  RECEIVABLE: 'Accounts Receivable Aging',
}

const PATHS: Record<DocumentKind, string> = {
  BILL: 'bills',
  VENDOR_CREDIT: 'bills/vendor-credits',
  INVOICE: 'invoices',
}

export const AGING_COLUMNS: Column[] = [
  ...AGING_BUCKETS.map(({ key, name }): Column => ({ key, name, kind: 'AMOUNT' })),
  { key: 'total', name: 'Total', kind: 'AMOUNT' },
]

export type AgingHead = {
  business: { id: string; currency: string; legalName: string | null }
  side: AgingSide
  effectiveDay: Day
  tags: TagFilter | undefined
}

export const titleOf = ({ side }: AgingHead): string => TITLES[side]

export const subtitlesOf = ({ business, effectiveDay, tags }: AgingHead): string[] => [
  ...(business.legalName === null ? [] : [business.legalName]),
  `As of ${effectiveDay}`,
  BASIS_NAMES.ACCRUAL,
  ...tagSubtitle(tags),
]

export const agingReport = (head: AgingHead, rows: readonly Row[]): Report => ({
  title: titleOf(head),
  subtitles: subtitlesOf(head),
  days: head.effectiveDay,
  businessId: head.business.id,
  currency: head.business.currency,
  columns: AGING_COLUMNS,
  rows,
})

/** A row per contact, in the order given, and what they sum up to. @throws AmountOutOfRange */
export function* contactRows(contacts: readonly AgingSummaryRow[]): Generator<Row> {
  for (const contact of contacts) yield contactRow(contact)
  yield totalRow(contacts)
}

/** The same with the documents of each contact under it; these come together. @throws AmountOutOfRange */
export function* documentRows(businessId: string, documents: readonly AgingDetailRow[]): Generator<Row> {
  const contacts: AgingSummaryRow[] = []
  for (const ofContact of Map.groupBy(documents, ({ contactId }) => contactId).values()) {
    const contact = summaryOf(ofContact)
    contacts.push(contact)
    yield contactRow(contact)
    for (const document of ofContact) yield documentRow(businessId, document)
  }
  yield totalRow(contacts)
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

function documentRow(businessId: string, document: AgingDetailRow): Row {
  const { documentId, kind, number, externalId, bucket, outstanding } = document
  const linesUrl = `/v1/businesses/${businessId}/${PATHS[kind]}/${documentId}`
  const figure: Cell = { value: exact(outstanding), linesUrl }
  return {
    key: documentId,
    name: number ?? externalId ?? documentId,
    depth: 1,
    cells: [...AGING_BUCKETS.map(({ key }): Cell => (key === bucket ? figure : { value: 0 })), figure],
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

function summaryOf(documents: readonly AgingDetailRow[]): AgingSummaryRow {
  const sums = nothing()
  for (const { bucket, outstanding } of documents) {
    sums[AMOUNT_OF[bucket]] += outstanding
    sums.total += outstanding
  }
  const { contactId = '', contactName = '' } = documents[0] ?? {}
  return { contactId, contactName, ...sums }
}
