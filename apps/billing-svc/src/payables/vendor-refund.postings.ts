/** Journal entries of a vendor refund (docs/POSTING-RULES.md, "Vendor refunds"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import { inBothBooks } from '../allocations/allocation.postings.ts'
import { liveOf } from '../documents/document.ts'
import { tagged, type DesiredEntry, type EntryLine } from '../posting/standing-entries.ts'
import type { PayableAccounts } from './bill.postings.ts'
import type { VendorRefund, VendorRefundAllocation } from './vendor-refund.ts'

export const sourceOfRefund = ({ id }: Pick<VendorRefund, 'id'>): Source => ({ type: 'vendor_refund', id })

/**
 * Desired entries of a refund: none of a deleted one. The money is split by allocation, each with the tags of what it
 * refunds: of a payment its prepaid rest, of a credit the payable, or in the cash books what the credit was for.
 */
export function entriesOfVendorRefund(refund: VendorRefund, accounts: PayableAccounts): DesiredEntry[] {
  if (refund.deletedAt !== null) return []
  const { clearingAccountId, documentDate: entryAt, memo, referenceNumber } = refund
  const live = liveOf(refund.allocations)
  const money = live.map(({ amount, postedTags }) => tagged(debit(clearingAccountId, amount), postedTags))
  const taken = (ofCredit: (allocation: VendorRefundAllocation, creditId: string) => EntryLine[]): EntryLine[] =>
    live.flatMap((allocation) =>
      allocation.vendorCreditId === null
        ? [tagged(credit(accounts.vendorPrepayments, allocation.amount), allocation.postedTags)]
        : ofCredit(allocation, allocation.vendorCreditId),
    )
  const accrual = taken(({ amount, postedTags }, documentId) => [
    tagged(credit(accounts.accountsPayable, amount, { documentId }), postedTags),
  ])
  const cash = taken(({ shares }) => shares.map((share) => tagged(credit(share.accountId, share.amount), share.tags)))
  return inBothBooks({ entryAt, memo, referenceNumber }, 'refunded', {
    accrual: [...money, ...accrual],
    cash: [...money, ...cash],
  })
}
