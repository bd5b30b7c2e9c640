/** What is owed by age: sums per contact, and the documents behind them. Pure. */
import type { Day } from '@pacioli/calendar'

/** What is outstanding of one vendor or customer, in minor units, by how long it is past due. */
export type AgingSummaryRow = {
  contactId: string
  contactName: string
  current: number
  days1To30: number
  days31To60: number
  days61To90: number
  days91Plus: number
  total: number
}

/** An open document, or a credit of which something is unallocated: that is outstanding below zero. */
export type AgingDetailRow = {
  contactId: string
  contactName: string
  kind: 'BILL' | 'VENDOR_CREDIT' | 'INVOICE'
  documentId: string
  number: string | null
  externalId: string | null
  documentDay: Day
  dueDay: Day
  daysPastDue: number
  bucket: string
  outstanding: number
}
