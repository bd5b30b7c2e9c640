/** Payments on bills that change: they have recognised what the bills were for, and recognise what they are for now. */
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Asking } from '@pacioli/postings'
import { findPaymentsOn, loadPayments, lockPayments } from './bill-payment.store.ts'
import type { BillPayment, PaymentAllocation } from './bill-payment.ts'
import type { PaymentChange } from './change-payments.ts'
import { recogniseAnew } from '../recognition/recognition.ts'
import { askKeptTags } from '../tags/tag-inputs.ts'
import { mergedTags, type TagRef } from '../tags/tags.ts'
import { componentsOf, type PayableAccounts } from './bill.postings.ts'
import { amountsOf } from './bill.ts'
import type { BillChange, StoredBill } from './stored-bill.ts'
import { askForAccounts } from '../posting/named-accounts.ts'

/**
 * Asks for all that entries of payments on these bills are posted with, be it for other bills, but for the tags of these
 * bills and of their line items: who calls knows which of those stay.
 * @param fieldOf where the request names the bill
 */
export async function askForPaymentsOn(
  tx: Tx,
  asking: Asking,
  businessId: string,
  bills: readonly StoredBill[],
  fieldOf: (bill: StoredBill) => string | undefined = () => undefined,
): Promise<void> {
  const paid = bills.filter((bill) => bill.paid.length > 0)
  const paymentIds = await findPaymentsOn(
    tx,
    businessId,
    paid.map(({ id }) => id),
  )
  const payments = await loadPayments(tx, businessId, paymentIds)
  askForAccounts(asking, payments.flatMap(accountsOf))
  const changing = new Set(paid.map(({ id }) => id))
  const tagsBy = new Map(payments.map((payment) => [payment.id, tagsOf(payment, changing)]))
  const definitionIds = [...tagsBy.values()].flat().map(({ definitionId }) => definitionId)
  const known = await loadTagDefinitions(tx, businessId, [...new Set(definitionIds)])
  for (const bill of paid)
    for (const paymentId of new Set(bill.paid.map((part) => part.paymentId)))
      askKeptTags(asking, tagsBy.get(paymentId) ?? [], known, fieldOf(bill))
}

const liveOf = ({ allocations }: BillPayment): PaymentAllocation[] =>
  allocations.filter(({ deletedAt }) => deletedAt === null)

const accountsOf = (payment: BillPayment): string[] => [
  payment.clearingAccountId,
  ...liveOf(payment).flatMap(({ shares }) =>
    shares.flatMap((share) => [share.accountId, ...(share.prepaymentAccountId ? [share.prepaymentAccountId] : [])]),
  ),
]

/** Its own, those of its allocations, and those that it has from bills that stay as they are; each once. */
function tagsOf(payment: BillPayment, changing: ReadonlySet<string>): TagRef[] {
  const ofAllocations = liveOf(payment).flatMap(({ billId, shares, postedTags, tags }) => [
    ...tags,
    ...(changing.has(billId) ? [] : [...postedTags, ...shares.flatMap((share) => share.tags)]),
  ])
  return [...new Map([...payment.tags, ...ofAllocations].map((tag) => [tag.definitionId, tag])).values()]
}

/**
 * The payments on bills that are for something else now, held, with what they recognise of them. Who calls holds the bills;
 * payments that recognise the same are left out.
 */
export async function recognisedAnew(
  tx: Tx,
  businessId: string,
  accounts: () => PayableAccounts,
  changes: readonly BillChange[],
  now: Date,
): Promise<PaymentChange[]> {
  const others = changes.filter(
    ({ before, after }) => before.paid.length > 0 && meaningOf(before, accounts()) !== meaningOf(after, accounts()),
  )
  if (others.length === 0) return []
  const paymentIds = others.flatMap(({ before }) => before.paid.map(({ paymentId }) => paymentId))
  const payments = await lockPayments(tx, businessId, [...new Set(paymentIds)])
  const allocations = new Map(
    payments.flatMap((payment) =>
      liveOf(payment).map((allocation) => [allocation.id, { allocation, paymentTags: payment.tags }]),
    ),
  )
  const anew = new Map<string, PaymentAllocation>()
  for (const { before, after } of others) {
    const onBill = after.paid.flatMap(({ id }) => allocations.get(id) ?? [])
    const bill = {
      components: componentsOf(after, accounts()),
      was: componentsOf(before, accounts()),
      total: amountsOf(after).totalAmount,
      standsFrom: after.receivedAt,
      tags: mergedTags(after.tags),
    }
    for (const allocation of recogniseAnew(bill, onBill))
      anew.set(allocation.id, { ...allocation, billReceivedAt: after.receivedAt })
  }
  return payments.flatMap((before): PaymentChange[] => {
    const changed = before.allocations.map((allocation) => {
      const after = anew.get(allocation.id)
      return after && !isDeepStrictEqual(postedAs(after), postedAs(allocation)) ? after : allocation
    })
    if (changed.every((allocation, index) => allocation === before.allocations[index])) return []
    return [{ before, after: { ...before, allocations: changed, version: before.version + 1, updatedAt: now } }]
  })
}

/** What entries of the allocation depend on: when the bill is received, only where something waits for that. */
const postedAs = ({ shares, postedTags, billReceivedAt }: PaymentAllocation) => ({
  shares,
  postedTags,
  released: shares.some(({ prepaymentAccountId }) => prepaymentAccountId !== null) ? billReceivedAt : null,
})

/** What payments on the bill depend on. */
const meaningOf = (bill: StoredBill, accounts: PayableAccounts): string =>
  JSON.stringify([
    componentsOf(bill, accounts).map(({ memo: _memo, ...component }) => component),
    bill.receivedAt,
    mergedTags(bill.tags),
  ])
