/** Open documents and journal lines by how long they are past due (docs/POSTING-RULES.md "Aging"). Pure. */
import type { Day } from '@pacioli/calendar'

/** By days past due, up to `until`. */
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

/**
 * What stands under a vendor or customer: its documents; entries with lines on the control account that no document owns; and,
 * as one, its credit or prepayments.
 */
export type ItemKind = DocumentKind | 'JOURNAL' | 'UNAPPLIED'

/** What the business owes vendors, or what customers owe it. */
export const AGING_SIDES = ['PAYABLE', 'RECEIVABLE'] as const
export type AgingSide = (typeof AGING_SIDES)[number]

/** What a contact owes or is owed, in minor units. BigInt, because sums of safe integers need not be safe. */
export type AgingSummaryRow = {
  contactId: string
  /** The id until the contact's own event arrives. */
  contactName: string
  current: bigint
  days1To30: bigint
  days31To60: bigint
  days61To90: bigint
  days91Plus: bigint
  total: bigint
  /** Customer credit or vendor prepayments, outside of the total. */
  unapplied: bigint
}

/** An item with its outstanding balance in minor units: below zero for a credit. */
export type AgingItem = {
  contactId: string
  kind: ItemKind
  /** Of the document, the entry, or the contact itself. */
  id: string
  /** Its number, else its external id, else what it is. */
  name: string
  /** None for what is unapplied. */
  bucket: AgingBucket | undefined
  outstanding: bigint
  unapplied: bigint
}

/** The same with all details. */
export type AgingDetailRow = AgingItem & {
  contactName: string
  number: string | null
  externalId: string | null
  documentDay: Day | null
  /** The day of the document if it has no due date. */
  dueDay: Day | null
  /** Below zero before the document is due; never above it for a credit, which is Current as long as it is open. */
  daysPastDue: number | null
}
