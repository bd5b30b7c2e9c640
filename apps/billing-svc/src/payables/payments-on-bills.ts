/** Payments on bills that change: what they recognise follows the bills. */
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { LedgerPrefetch } from '@pacioli/postings'
import { findPaymentsOn, loadPayments, lockPayments } from './bill-payment.store.ts'
import { liveAllocations, type BillPayment, type PaymentAllocation } from './bill-payment.ts'
import type { Change, Update } from '../documents/document-kind.ts'
import { recogniseAgain } from '../recognition/recognition.ts'
import { prefetchStoredTags } from '../tags/tag-inputs.ts'
import { mergedTags, type TagRef } from '../tags/tags.ts'
import { componentsOf, type PayableAccounts } from './bill.postings.ts'
import { amountsOf, type Bill } from './bill.ts'
import { prefetchAccounts } from '../posting/named-accounts.ts'

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
  const paymentIds = await findPaymentsOn(
    tx,
    paid.map(({ id }) => id),
  )
  const payments = await loadPayments(tx, paymentIds)
  prefetchAccounts(asking, payments.flatMap(accountsOf))
  const changing = new Set(paid.map(({ id }) => id))
  const tagsBy = new Map(payments.map((payment) => [payment.id, tagsOf(payment, changing)]))
  const definitionIds = [...tagsBy.values()].flat().map(({ definitionId }) => definitionId)
  const known = await loadTagDefinitions(tx, [...new Set(definitionIds)])
  for (const bill of paid)
    for (const paymentId of new Set(bill.paid.map((part) => part.paymentId)))
      prefetchStoredTags(asking, tagsBy.get(paymentId) ?? [], known, fieldOf(bill))
}

const accountsOf = (payment: BillPayment): string[] => [
  payment.clearingAccountId,
  ...liveAllocations(payment).flatMap(({ shares }) =>
    shares.flatMap((share) => [share.accountId, ...(share.prepaymentAccountId ? [share.prepaymentAccountId] : [])]),
  ),
]

/** Its own, those of its allocations, and those from bills that do not change; each once. */
function tagsOf(payment: BillPayment, changing: ReadonlySet<string>): TagRef[] {
  const ofAllocations = liveAllocations(payment).flatMap(({ documentId: billId, shares, postedTags, tags }) => [
    ...tags,
    ...(changing.has(billId) ? [] : [...postedTags, ...shares.flatMap((share) => share.tags)]),
  ])
  return [...new Map([...payment.tags, ...ofAllocations].map((tag) => [tag.definitionId, tag])).values()]
}

/**
 * The payments, locked, whose recognition changes with these bills. The caller has locked the bills; payments that recognise
 * the same are left out.
 */
export async function recognisedAgain(
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
      liveAllocations(payment).map((allocation) => [allocation.id, { allocation, paymentTags: payment.tags }]),
    ),
  )
  const again = new Map<string, PaymentAllocation>()
  for (const { before, after } of others) {
    const onBill = after.paid.flatMap(({ id }) => allocations.get(id) ?? [])
    const bill = {
      components: componentsOf(after, accounts()),
      was: componentsOf(before, accounts()),
      total: amountsOf(after).totalAmount,
      standsFrom: after.documentDate,
      tags: mergedTags(after.tags),
    }
    for (const allocation of recogniseAgain(bill, onBill))
      again.set(allocation.id, { ...allocation, documentDate: after.documentDate })
  }
  return payments.flatMap((before): Change<BillPayment>[] => {
    const changed = before.allocations.map((allocation) => {
      const after = again.get(allocation.id)
      return after && !isDeepStrictEqual(postedAs(after), postedAs(allocation)) ? after : allocation
    })
    if (changed.every((allocation, index) => allocation === before.allocations[index])) return []
    return [{ before, after: { ...before, allocations: changed, version: before.version + 1, updatedAt: now } }]
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
