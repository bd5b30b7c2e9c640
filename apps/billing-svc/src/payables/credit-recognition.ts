/** What allocations of vendor credits recognize in the cash books (docs/POSTING-RULES.md, "Vendor credits"). Pure. */
import {
  recognize,
  recognizeAgain,
  type Recognizable,
  type Recognized,
  type Share,
} from '../allocations/recognition.ts'
import { liveOf } from '../documents/document.ts'
import type { TagRef } from '../tags/tags.ts'
import { recognizableBill, type PayableAccounts } from './bill.postings.ts'
import type { Bill } from './bill.ts'
import { componentsOf, type VendorCredit, type VendorCreditAllocation } from './vendor-credit.ts'

type Tagged = Pick<Bill, 'tags'>

/** The tags of its lines: those of its line items, those of the bill, and its own take precedence in this order. */
const recognizableCredit = (credit: VendorCredit): Recognizable => ({
  components: componentsOf(credit),
  documentDate: credit.documentDate,
  tags: [],
})

/** What allocations and refunds of the credit have recognized of its line items: one cumulation. */
const recognizedOf = (credit: Pick<VendorCredit, 'allocations' | 'refunded'>): Recognized[] => [
  ...liveOf(credit.allocations).flatMap(({ creditShares }) => creditShares),
  ...credit.refunded.flatMap(({ shares }) => shares),
]

/**
 * The shares of a new allocation.
 * @param before what the bill's payments and credits have recognized of it
 */
export function sharesOfCredit(
  credit: VendorCredit,
  {
    bill,
    amount,
    allocatedAt,
    before,
  }: { bill: Bill; amount: number; allocatedAt: Date; before: readonly Recognized[] },
  accounts: PayableAccounts,
): Pick<VendorCreditAllocation, 'shares' | 'creditShares'> {
  const paying = { amount, allocatedAt, tags: [], paymentTags: credit.tags }
  return {
    shares: recognize({ ...recognizableBill(bill, accounts), before }, paying).shares,
    creditShares: recognize(
      { ...recognizableCredit(credit), before: recognizedOf(credit) },
      { ...paying, tags: bill.tags },
    ).shares,
  }
}

/** The same amounts of the credit, with the tags of now. */
export function retaggedShares(
  credit: VendorCredit,
  { amount, allocatedAt, creditShares }: Pick<VendorCreditAllocation, 'amount' | 'allocatedAt' | 'creditShares'>,
  { tags }: Tagged,
): readonly Share[] {
  const credited = recognizableCredit(credit)
  const allocation = { amount, allocatedAt, tags, shares: creditShares }
  const [after] = recognizeAgain({ ...credited, was: credited.components }, [{ allocation, paymentTags: credit.tags }])
  return after?.shares ?? creditShares
}

/** The credit with other tags: no amount moves. @param bills of its allocations, locked */
export function retaggedCredit(
  credit: VendorCredit,
  { bills, accounts }: { bills: ReadonlyMap<string, Bill>; accounts: PayableAccounts },
): VendorCredit {
  const allocations = credit.allocations.map((one): VendorCreditAllocation => {
    const bill = one.deletedAt === null && one.shares.length > 0 ? bills.get(one.documentId) : undefined
    if (!bill) return one
    const recognizable = recognizableBill(bill, accounts)
    const allocation = { ...one, tags: [] }
    const [again] = recognizeAgain({ ...recognizable, was: recognizable.components }, [
      { allocation, paymentTags: credit.tags },
    ])
    return { ...one, shares: again?.shares ?? one.shares, creditShares: retaggedShares(credit, one, bill) }
  })
  return { ...credit, allocations }
}

/**
 * The shares of what is refunded of a credit.
 * @param tags of the refund @param shares as they are: only their tags become those of now; absent for a new one
 */
export function refundSharesOf(
  credit: VendorCredit,
  { amount, at, tags }: { amount: number; at: Date; tags: readonly TagRef[] },
  shares?: readonly Share[],
): readonly Share[] {
  const credited = recognizableCredit(credit)
  const paying = { amount, allocatedAt: at, tags: credit.tags }
  if (!shares) return recognize({ ...credited, before: recognizedOf(credit) }, { ...paying, paymentTags: tags }).shares
  const [after] = recognizeAgain({ ...credited, was: credited.components }, [
    { allocation: { ...paying, shares }, paymentTags: tags },
  ])
  return after?.shares ?? shares
}
