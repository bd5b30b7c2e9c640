/** Allocations of payments to bills and to invoices. Pure. */
import type { Remarks } from '../requests/remarks.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'
import type { Share } from './recognition.ts'

export type Allocation = Remarks & {
  id: string
  paymentId: string
  documentId: string
  /** When its bill was received, or its invoice sent. */
  documentDate: Date
  amount: number
  /** The time of the payment, or later. */
  allocatedAt: Date
  /** Its shares of the components of the document; they sum to the amount. */
  shares: readonly Share[]
  /** Tags of its journal lines, in order of precedence: the document's, its own, the payment's. */
  postedTags: readonly TagRef[]
  tags: readonly DocumentTag[]
  createdAt: Date
}
