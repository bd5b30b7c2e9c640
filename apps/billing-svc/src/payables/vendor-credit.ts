/** Vendor credits: what a vendor owes back, allocated to its bills. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'

export type VendorCreditLineItem = {
  id: string
  accountId: string
  amount: number
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
}

export type VendorCreditAllocation = {
  id: string
  vendorCreditId: string
  billId: string
  amount: number
  /** The later of when the two were received: allocating posts nothing, and aging counts it from then on. */
  allocatedAt: Date
  createdAt: Date
  deletedAt: Date | null
}

export type VendorCredit = {
  id: string
  businessId: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  vendorId: string
  receivedAt: Date
  lineItems: readonly VendorCreditLineItem[]
  /** In the order in which they were made; those taken back are deleted. */
  allocations: readonly VendorCreditAllocation[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  version: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

export const totalOf = ({ lineItems }: Pick<VendorCredit, 'lineItems'>): number =>
  sumOf(lineItems.map(({ amount }) => amount))

export const allocatedOf = ({ allocations }: Pick<VendorCredit, 'allocations'>): number =>
  allocations.reduce((sum, { amount, deletedAt }) => (deletedAt === null ? sum + amount : sum), 0)

/** What no bill has got. */
export const unallocatedOf = (vendorCredit: Pick<VendorCredit, 'lineItems' | 'allocations'>): number =>
  totalOf(vendorCredit) - allocatedOf(vendorCredit)

/** @throws AmountOutOfRange, NegativeTotal, OverAllocated */
export function requireSoundCredit(vendorCredit: Pick<VendorCredit, 'lineItems' | 'allocations'>): void {
  const total = totalOf(vendorCredit)
  // What its entry moves: negative lines are on the side of the debt.
  const credits = sumOf(vendorCredit.lineItems.map(({ amount }) => amount).filter((amount) => amount > 0))
  if (!isAmount(total) || !isAmount(credits))
    throw refused('AmountOutOfRange', `The credit comes to more than ${MAX_AMOUNT} minor units.`, {
      field: 'line_items',
    })
  if (total < 0)
    throw refused('NegativeTotal', `The total would be ${total}; a credit comes to 0 or more.`, {
      field: 'line_items',
      value: total,
    })
  const allocated = allocatedOf(vendorCredit)
  if (allocated > total)
    throw refused('OverAllocated', `The credit comes to ${total}; ${allocated} would be allocated of it.`, {
      field: 'allocations',
      value: allocated,
    })
}
