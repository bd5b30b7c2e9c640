/** Match candidates in events of documents. Pure. */
import { sumOf } from '../rounding/sum.ts'
import { tagState, type TagRef } from '../tags/tags.ts'

type Part = { amount: number; tags: readonly TagRef[] }

/**
 * The parts of a candidate: what a match takes off the clearing account, by the tags of its lines there. Parts in the
 * opposite direction, such as refunds in a payout, are below zero. None where the total is zero.
 * @param parts the document's amounts on its clearing account, in the direction of the total
 */
export const candidateAllocations = (parts: readonly Part[]) =>
  sumOf(parts.map(({ amount }) => amount)) > 0
    ? parts.filter(({ amount }) => amount !== 0).map(({ amount, tags }) => ({ amount, tags: tags.map(tagState) }))
    : []

/** Money that went through a clearing account. Only the id of the contact: its own events carry its name. */
type Clearing = {
  isOpen: boolean
  direction: 'CREDIT' | 'DEBIT'
  amount: number
  date: Date
  clearingAccountId: string
  customerId?: string | null
  vendorId?: string | null
  parts: readonly Part[]
}

/** The match candidate in the event of a document. */
export const bankCandidate = (
  { memo, referenceNumber }: { memo: string | null; referenceNumber: string | null },
  { isOpen, direction, amount, date, clearingAccountId, customerId = null, vendorId = null, parts }: Clearing,
) => ({
  is_open: isOpen,
  direction,
  amount,
  date,
  clearing_account_id: clearingAccountId,
  description: memo ?? referenceNumber ?? '',
  customer_id: customerId,
  vendor_id: vendorId,
  allocations: parts.map((part) => ({ amount: part.amount, tags: part.tags.map(tagState) })),
})
