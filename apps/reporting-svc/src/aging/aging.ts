/** Who owes what since when: documents by how long they are past due (docs/POSTING-RULES.md, "Aging"). Pure. */
import type { Day } from '@pacioli/calendar'

/** By how many days past due, up to `until`. */
export const AGING_BUCKETS = [
  { key: 'current', name: 'Current', until: 0 },
  { key: '1_30', name: '1-30', until: 30 },
  { key: '31_60', name: '31-60', until: 60 },
  { key: '61_90', name: '61-90', until: 90 },
  { key: '91_plus', name: '91+', until: Infinity },
] as const
export type AgingBucket = (typeof AGING_BUCKETS)[number]['key']

export const bucketOf = (daysPastDue: number): AgingBucket =>
  AGING_BUCKETS.find(({ until }) => daysPastDue <= until)?.key ?? '91_plus'

export const DOCUMENT_KINDS = ['BILL', 'VENDOR_CREDIT', 'INVOICE'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Who owes: the business its vendors, or the customers the business. */
export const AGING_SIDES = ['PAYABLE', 'RECEIVABLE'] as const
export type AgingSide = (typeof AGING_SIDES)[number]

/** What a contact owes or is owed, in minor units. BigInt, because sums of safe integers need not be safe. */
export type AgingSummaryRow = {
  contactId: string
  /** Its id while its own event is still on its way. */
  contactName: string
  current: bigint
  days1To30: bigint
  days31To60: bigint
  days61To90: bigint
  days91Plus: bigint
  total: bigint
}

/** What is outstanding of a document, in minor units: below zero for a credit. */
export type OpenDocument = {
  contactId: string
  kind: DocumentKind
  documentId: string
  /** What people know it by: its number, else its external id, else its id. */
  name: string
  bucket: AgingBucket
  outstanding: bigint
}

/** The same with all that is to know of it. */
export type AgingDetailRow = OpenDocument & {
  contactName: string
  number: string | null
  externalId: string | null
  documentDay: Day
  /** The day of the document if it has no due date. */
  dueDay: Day
  /** Below zero before the document is due; never above it for a credit, which is Current as long as it is open. */
  daysPastDue: number
}
