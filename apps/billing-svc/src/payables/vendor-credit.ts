/** Vendor credits: what a vendor owes back, allocated to its bills. Pure. */
import { liveOf, type DocumentHead } from '../documents/document.ts'
import type { Remarks } from '../requests/remarks.ts'
import { refused } from '@pacioli/errors'
import type { Component, Share } from '../allocations/recognition.ts'
import { refundedOf, type RefundedPart } from './refunded-part.ts'
import { requireSoundTotal } from '../line-items/line-items.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag } from '../tags/tags.ts'

export type VendorCreditLineItem = Remarks & {
  id: string
  accountId: string
  amount: number
  tags: readonly DocumentTag[]
}

export type VendorCreditAllocation = {
  id: string
  vendorCreditId: string
  documentId: string
  /** When its bill was received. */
  documentDate: Date
  amount: number
  /** When the cash books recognize it: as a request names it, else the later of when the two were received. */
  allocatedAt: Date
  /** Where a request names `allocatedAt`: the later of when the two were received, from which agings count it. */
  countsFrom: Date | null
  /**
   * Its shares of the bill's components and of the credit's line items, as recognized in the cash books; each sum to the
   * amount. None where the release before made it.
   */
  shares: readonly Share[]
  creditShares: readonly Share[]
  createdAt: Date
  deletedAt: Date | null
}

export type VendorCredit = DocumentHead & {
  contactId: string
  documentDate: Date
  lineItems: readonly VendorCreditLineItem[]
  /** In the order of creation; removed ones are marked deleted. */
  allocations: readonly VendorCreditAllocation[]
  /** What live vendor refunds take of it. */
  refunded: readonly RefundedPart[]
  createdAt: Date
  deletedAt: Date | null
}

/** What the amounts of a credit are derived from. */
type Amounting = {
  lineItems: readonly { amount: number }[]
  allocations: readonly { amount: number; deletedAt: Date | null }[]
  refunded: readonly { amount: number }[]
}

export const totalOf = ({ lineItems }: Pick<Amounting, 'lineItems'>): number =>
  sumOf(lineItems.map(({ amount }) => amount))

export const allocatedOf = ({ allocations }: Pick<Amounting, 'allocations'>): number =>
  sumOf(liveOf(allocations).map(({ amount }) => amount))

/** What is neither allocated nor refunded. */
export const unallocatedOf = (vendorCredit: Amounting): number =>
  totalOf(vendorCredit) - allocatedOf(vendorCredit) - refundedOf(vendorCredit)

/** What allocations of the credit recognize: its line items; those of zero are left out. */
export const componentsOf = ({ lineItems }: Pick<VendorCredit, 'lineItems'>): Component[] =>
  lineItems
    .filter(({ amount }) => amount !== 0)
    .map(({ id, accountId, amount, tags, memo }) => ({
      key: id,
      accountId,
      prepaymentAccountId: null,
      amount,
      tags: mergedTags(tags),
      memo,
    }))

/** @throws AmountOutOfRange, NegativeTotal, OverAllocated */
export function requireSoundCredit(vendorCredit: Amounting): void {
  const total = totalOf(vendorCredit)
  // The sum of one side of its entry: negative lines are on the other side.
  const credits = sumOf(vendorCredit.lineItems.map(({ amount }) => amount).filter((amount) => amount > 0))
  requireSoundTotal(total, [credits], 'a credit', '')
  const allocated = allocatedOf(vendorCredit) + refundedOf(vendorCredit)
  if (allocated > total)
    throw refused('OverAllocated', `The credit comes to ${total}; ${allocated} would be allocated of it.`, {
      field: 'allocations',
      value: allocated,
    })
}
