/** What allocations of vendor credits recognize in the cash books (docs/POSTING-RULES.md, "Vendor credits"). Pure. */
import {
  recognize,
  recognizeAgain,
  type Recognizable,
  type Recognized,
  type Share,
} from '../allocations/recognition.ts'
import { liveOf } from '../documents/document.ts'
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

/** What the credit has recognized of its line items. */
export const recognizedOf = (credit: Pick<VendorCredit, 'allocations'>): Recognized[] =>
  liveOf(credit.allocations).flatMap(({ creditShares }) => creditShares)

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
