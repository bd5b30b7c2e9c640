/** Payments on bills that change: what they recognize follows the bills. */
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { findPaymentsOn, loadPayments, lockPayments } from './bill-payment.store.ts'
import type { BillPayment, PaymentAllocation } from './bill-payment.ts'
import type { Change, Update } from '../documents/document-kind.ts'
import { idsOf } from '../documents/document.store.ts'
import { liveOf, nextVersionOf } from '../documents/document.ts'
import { recognizeAgain } from '../allocations/recognition.ts'
import { mergedTags, type TagRef } from '../tags/tags.ts'
import { componentsOf, recognizableBill, type PayableAccounts } from './bill.postings.ts'
import type { Bill } from './bill.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'

/**
 * Prefetches all that entries of payments on these bills need, their other bills included, except the tags of these bills
 * and of their line items: the caller knows which of those stay.
 * @param fieldOf where the request names the bill
 */
export async function prefetchPaymentsOn(
  tx: Tx,
  asking: LedgerPrefetch,
  bills: readonly Bill[],
  fieldOf: (bill: Bill) => string | undefined = () => undefined,
): Promise<void> {
  const paid = bills.filter((bill) => bill.paid.length > 0)
  const changing = new Set(idsOf(paid))
  const payments = await loadPayments(tx, await findPaymentsOn(tx, [...changing]))
  const fieldsOf = ({ id }: BillPayment) =>
    paid.filter((bill) => bill.paid.some(({ paymentId }) => paymentId === id)).map(fieldOf)
  await prefetchStored(tx, asking, payments, { accountsOf, tagsOf: (payment) => tagsOf(payment, changing) }, fieldsOf)
}

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

/**
 * The payments, locked, whose recognition changes with these bills. The caller has locked the bills; payments that recognize
 * the same are left out.
 */
export async function recognizedAgain(
  tx: Tx,
  accounts: () => PayableAccounts,
  changes: readonly Update<Bill>[],
  now: Date,
): Promise<Change<BillPayment>[]> {
  const others = changes.filter(
    ({ before, after }) => before.paid.length > 0 && meaningOf(before, accounts()) !== meaningOf(after, accounts()),
  )
  if (others.length === 0) return []
  const paymentIds = others.flatMap(({ before }) => before.paid.map(({ paymentId }) => paymentId))
  const payments = await lockPayments(tx, [...new Set(paymentIds)])
  const allocations = new Map(
    payments.flatMap((payment) =>
      liveOf(payment.allocations).map((allocation) => [allocation.id, { allocation, paymentTags: payment.tags }]),
    ),
  )
  const again = new Map<string, PaymentAllocation>()
  for (const { before, after } of others) {
    const onBill = after.paid.flatMap(({ id }) => allocations.get(id) ?? [])
    const bill = { ...recognizableBill(after, accounts()), was: componentsOf(before, accounts()) }
    for (const allocation of recognizeAgain(bill, onBill))
      again.set(allocation.id, { ...allocation, documentDate: after.documentDate })
  }
  return payments.flatMap((before): Change<BillPayment>[] => {
    const changed = before.allocations.map((allocation) => {
      const after = again.get(allocation.id)
      return after && !isDeepStrictEqual(postedAs(after), postedAs(allocation)) ? after : allocation
    })
    if (changed.every((allocation, index) => allocation === before.allocations[index])) return []
    return [{ before, after: nextVersionOf(before, { allocations: changed }, now) }]
  })
}

/** What entries of the allocation depend on: the bill's date only where a part is prepaid. */
const postedAs = ({ shares, postedTags, documentDate }: PaymentAllocation) => ({
  shares,
  postedTags,
  released: shares.some(({ prepaymentAccountId }) => prepaymentAccountId !== null) ? documentDate : null,
})

/** What payments on the bill depend on. */
const meaningOf = (bill: Bill, accounts: PayableAccounts): string =>
  JSON.stringify([
    componentsOf(bill, accounts).map(({ memo: _memo, ...component }) => component),
    bill.documentDate,
    mergedTags(bill.tags),
  ])
