/** Who owes what since when: documents by how long they are past due (posting-rules.md, "Aging"). Pure. */
import type { Day } from '@pacioli/calendar'

export const AGING_BUCKETS = ['current', '1_30', '31_60', '61_90', '91_plus'] as const
export type AgingBucket = (typeof AGING_BUCKETS)[number]

export const DOCUMENT_KINDS = ['BILL', 'VENDOR_CREDIT', 'INVOICE'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

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
export type AgingDetailRow = {
  contactId: string
  contactName: string
  kind: DocumentKind
  documentId: string
  number: string | null
  externalId: string | null
  documentDay: Day
  /** The day of the document if it has no due date. */
  dueDay: Day
  /** Below zero before the document is due. */
  daysPastDue: number
  bucket: AgingBucket
  outstanding: bigint
}
