/** Vendor credits: what a vendor owes back, allocated to its bills. Pure. */
import { liveOf, type DocumentHead } from '../documents/document.ts'
import type { Remarks } from '../requests/remarks.ts'
import { refused } from '@pacioli/errors'
import { requireSoundTotal } from '../line-items/line-items.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'

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
  amount: number
  /** The later of the two dates of receipt: allocating posts nothing, and aging counts it from then. */
  allocatedAt: Date
  createdAt: Date
  deletedAt: Date | null
}

export type VendorCredit = DocumentHead & {
  contactId: string
  documentDate: Date
  lineItems: readonly VendorCreditLineItem[]
  /** In the order of creation; removed ones are marked deleted. */
  allocations: readonly VendorCreditAllocation[]
  createdAt: Date
  deletedAt: Date | null
}

/** What the amounts of a credit are derived from. */
type Amounting = {
  lineItems: readonly { amount: number }[]
  allocations: readonly { amount: number; deletedAt: Date | null }[]
}

export const totalOf = ({ lineItems }: Pick<Amounting, 'lineItems'>): number =>
  sumOf(lineItems.map(({ amount }) => amount))

export const allocatedOf = ({ allocations }: Pick<Amounting, 'allocations'>): number =>
  sumOf(liveOf(allocations).map(({ amount }) => amount))

/** The unallocated amount. */
export const unallocatedOf = (vendorCredit: Amounting): number => totalOf(vendorCredit) - allocatedOf(vendorCredit)

/** @throws AmountOutOfRange, NegativeTotal, OverAllocated */
export function requireSoundCredit(vendorCredit: Amounting): void {
  const total = totalOf(vendorCredit)
  // The sum of one side of its entry: negative lines are on the other side.
  const credits = sumOf(vendorCredit.lineItems.map(({ amount }) => amount).filter((amount) => amount > 0))
  requireSoundTotal(total, [credits], 'a credit', '')
  const allocated = allocatedOf(vendorCredit)
  if (allocated > total)
    throw refused('OverAllocated', `The credit comes to ${total}; ${allocated} would be allocated of it.`, {
      field: 'allocations',
      value: allocated,
    })
}
