/** Payments and credits on bills that change: what they recognize follows the bills. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { findPaymentsOn, loadPayments, lockPayments } from './bill-payment.store.ts'
import type { BillPayment, PaymentAllocation } from './bill-payment.ts'
import type { Update } from '../documents/document-kind.ts'
import { idsOf } from '../documents/document.store.ts'
import { liveOf } from '../documents/document.ts'
import { recognizeAgain } from '../allocations/recognition.ts'
import { changesMeaning, postedAs, withChanged } from '../allocations/recognized-anew.ts'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import type { TagRef } from '../tags/tags.ts'
import { bothReceivedAt } from './allocate-to-bills.ts'
import { recognizableBill, type PayableAccounts } from './bill.postings.ts'
import type { Bill, CreditPart } from './bill.ts'
import { retaggedShares } from './credit-recognition.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import { loadCredits, lockCredits } from './vendor-credit.store.ts'
import { accountsOfCredit } from './prefetch-bills.ts'
import type { VendorCredit, VendorCreditAllocation } from './vendor-credit.ts'

/**
 * Prefetches all that entries of payments and credits on these bills need, the other bills of payments included, except the
 * tags of these bills and of their line items: the caller knows which of those stay.
 * @param fieldOf where the request names the bill
 */
export async function prefetchGiversOn(
  tx: Tx,
  asking: LedgerPrefetch,
  bills: readonly Bill[],
  fieldOf: (bill: Bill) => string | undefined = () => undefined,
): Promise<void> {
  const paid = bills.filter((bill) => bill.paid.length > 0)
  const changing = new Set(idsOf(paid))
  const [payments, credits] = await Promise.all([
    findPaymentsOn(tx, [...changing]).then((ids) => loadPayments(tx, ids)),
    loadCredits(tx, creditIdsOf(bills)),
  ])
  const fieldsOf =
    (isOn: (bill: Bill, id: string) => boolean) =>
    ({ id }: { id: string }) =>
      bills.filter((bill) => isOn(bill, id)).map(fieldOf)
  const isPaidBy = (bill: Bill, id: string): boolean => bill.paid.some(({ paymentId }) => paymentId === id)
  const isCreditedBy = (bill: Bill, id: string): boolean => bill.credited.some((one) => one.vendorCreditId === id)
  const ofPayments = { accountsOf, tagsOf: (payment: BillPayment) => tagsOf(payment, changing) }
  await prefetchStored(tx, asking, payments, ofPayments, fieldsOf(isPaidBy))
  const ofCredits = { accountsOf: accountsOfCredit, tagsOf: tagsWithLines }
  await prefetchStored(tx, asking, credits, ofCredits, fieldsOf(isCreditedBy))
}

const creditIdsOf = (bills: readonly Bill[]): string[] => [
  ...new Set(bills.flatMap(({ credited }) => credited.map(({ vendorCreditId }) => vendorCreditId))),
]

const accountsOf = ({ clearingAccountId, allocations }: BillPayment): (string | null)[] => [
  clearingAccountId,
  ...liveOf(allocations).flatMap(({ shares }) =>
    shares.flatMap(({ accountId, prepaymentAccountId }) => [accountId, prepaymentAccountId]),
  ),
]

/** Its own, those of its allocations, and those from bills that do not change. */
const tagsOf = ({ tags, allocations }: BillPayment, changing: ReadonlySet<string>): TagRef[] => [
  ...tags,
  ...liveOf(allocations).flatMap((one) => [
    ...one.tags,
    ...(changing.has(one.documentId) ? [] : [...one.postedTags, ...one.shares.flatMap((share) => share.tags)]),
  ]),
]

type Givers = { bills: Update<Bill>[]; payments: Update<BillPayment>[]; credits: Update<VendorCredit>[] }

/** An allocation of a payment or of a credit on a bill, with what its recognition depends on. */
type OnBill = Pick<PaymentAllocation, 'id' | 'amount' | 'allocatedAt' | 'shares' | 'tags' | 'createdAt'> & {
  giverTags: readonly TagRef[]
}

/**
 * The payments and credits, locked, whose recognition or date changes with these bills, and the bills with the dates of
 * their credits. The caller has locked the bills; those that recognize the same are left out.
 */
export async function recognizedAgain(
  tx: Tx,
  accounts: () => PayableAccounts,
  changes: readonly Update<Bill>[],
  now: Date,
): Promise<Givers> {
  const recognizableOf = (bill: Bill) => recognizableBill(bill, accounts())
  const others = changes.filter(
    (change) => change.before.paid.length + change.before.credited.length > 0 && changesMeaning(change, recognizableOf),
  )
  if (others.length === 0) return { bills: [...changes], payments: [], credits: [] }
  const before = others.map((change) => change.before)
  const paymentIds = before.flatMap(({ paid }) => paid.map(({ paymentId }) => paymentId))
  const payments = await lockPayments(tx, [...new Set(paymentIds)])
  const credits = await lockCredits(tx, creditIdsOf(before))
  const paid = new Map(payments.flatMap((one) => liveOf(one.allocations).map((part) => [part.id, onBill(part, one)])))
  const credited = new Map(
    credits.flatMap((credit) => liveOf(credit.allocations).map((part) => [part.id, { part, credit }])),
  )
  const paymentParts = new Map<string, Partial<PaymentAllocation>>()
  const creditParts = new Map<string, VendorCreditAllocation>()
  const bills = new Map<string, Bill>()
  for (const change of others) {
    const { after } = change
    const dated = after.credited.flatMap(({ id }) => {
      const found = credited.get(id)
      return found ? [{ credit: found.credit, part: datedBy(found.part, found.credit, after) }] : []
    })
    const on = [
      ...after.paid.flatMap(({ id }) => paid.get(id) ?? []),
      // What the release before allocated recognizes nothing.
      ...dated.filter(({ part }) => part.shares.length > 0).map((one) => onBill({ ...one.part, tags: [] }, one.credit)),
    ].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    const bill = { ...recognizableOf(after), was: recognizableOf(change.before).components }
    const again = recognizeAgain(
      bill,
      on.map((allocation) => ({ allocation, paymentTags: allocation.giverTags })),
    )
    const byId = new Map(again.map(({ id, shares, postedTags }) => [id, { shares, postedTags }]))
    const { documentDate } = after
    for (const { id } of after.paid) paymentParts.set(id, { ...byId.get(id), documentDate })
    for (const { part, credit } of dated) {
      const shares = byId.get(part.id)?.shares ?? part.shares
      creditParts.set(part.id, { ...part, documentDate, shares, creditShares: retaggedShares(credit, part, after) })
    }
    bills.set(after.id, {
      ...after,
      credited: after.credited.map((part) => partOfBill(creditParts.get(part.id), part)),
    })
  }
  return {
    bills: changes.map((change) => ({ ...change, after: bills.get(change.after.id) ?? change.after })),
    payments: withChanged(
      payments,
      (part: PaymentAllocation) => ({ ...part, ...paymentParts.get(part.id) }),
      postedAs,
      now,
    ),
    credits: withChanged(
      credits,
      (part: VendorCreditAllocation) => creditParts.get(part.id) ?? part,
      recognizedAs,
      now,
    ),
  }
}

const onBill = (part: Omit<OnBill, 'giverTags'>, giver: { tags: readonly TagRef[] }): OnBill => ({
  ...part,
  giverTags: giver.tags,
})

const partOfBill = (part: VendorCreditAllocation | undefined, before: CreditPart): CreditPart =>
  part ? { ...before, allocatedAt: part.allocatedAt, countsFrom: part.countsFrom } : before

/** The later of the two dates of receipt moves with the bill. */
function datedBy(part: VendorCreditAllocation, credit: VendorCredit, bill: Bill): VendorCreditAllocation {
  const at = bothReceivedAt(credit, bill)
  return part.countsFrom === null ? { ...part, allocatedAt: at } : { ...part, countsFrom: at }
}

const recognizedAs = (part: VendorCreditAllocation) => [
  postedAs(part),
  part.creditShares,
  part.allocatedAt,
  part.countsFrom,
]
