/** Payments on bills that change: what they recognize follows the bills. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { findPaymentsOn, loadPayments, lockPayments } from './bill-payment.store.ts'
import type { BillPayment } from './bill-payment.ts'
import type { Change, Update } from '../documents/document-kind.ts'
import { idsOf } from '../documents/document.store.ts'
import { liveOf } from '../documents/document.ts'
import { changesMeaning, recognizedAnew } from '../allocations/recognized-anew.ts'
import type { TagRef } from '../tags/tags.ts'
import { recognizableBill, type PayableAccounts } from './bill.postings.ts'
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
  const recognizableOf = (bill: Bill) => recognizableBill(bill, accounts())
  const others = changes.filter((change) => change.before.paid.length > 0 && changesMeaning(change, recognizableOf))
  if (others.length === 0) return []
  const paymentIds = others.flatMap(({ before }) => before.paid.map(({ paymentId }) => paymentId))
  const payments = await lockPayments(tx, [...new Set(paymentIds)])
  return recognizedAnew(payments, others, recognizableOf, now)
}
