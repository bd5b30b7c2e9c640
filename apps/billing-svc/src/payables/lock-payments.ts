import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { AskAgain } from '@pacioli/postings'
import { isUuid } from '@pacioli/rpc'
import { lockBills } from './bill.store.ts'
import type { StoredBill } from './stored-bill.ts'
import { findBillsPaidBy, loadPayments, lockPayments } from './bill-payment.store.ts'
import type { BillPayment } from './bill-payment.ts'

const paymentNotFound = (value: string) =>
  refused('BillPaymentNotFound', `The business has no bill payment ${value}.`, { field: 'paymentId', value })

/** A payment, deleted or not. @throws BillPaymentNotFound */
export async function requirePayment(tx: Tx, businessId: string, paymentId: string): Promise<BillPayment> {
  const [payment] = isUuid(paymentId) ? await loadPayments(tx, businessId, [paymentId]) : []
  if (!payment) throw paymentNotFound(paymentId)
  return payment
}

/** @throws DocumentDeleted */
export function requireThere({ id, deletedAt }: BillPayment): void {
  if (deletedAt !== null)
    throw refused('DocumentDeleted', `The payment ${id} was deleted at ${deletedAt.toISOString()}.`, {
      field: 'paymentId',
      value: id,
    })
}

export type HeldPayments = {
  payments: ReadonlyMap<string, BillPayment>
  /** Those that the payments have allocations on. */
  bills: ReadonlyMap<string, StoredBill>
}

/**
 * Payments with the bills that they have allocations on, all held; the bills come first, as everywhere.
 * @throws AskAgain where a payment got a further bill meanwhile
 */
export async function lockPaymentsWithBills(tx: Tx, businessId: string, ids: readonly string[]): Promise<HeldPayments> {
  const bills = await lockBills(tx, businessId, await findBillsPaidBy(tx, businessId, ids))
  const payments = await lockPayments(tx, businessId, ids)
  for (const { allocations } of payments)
    for (const { billId, deletedAt } of allocations) if (deletedAt === null && !bills.has(billId)) throw new AskAgain()
  return { payments: new Map(payments.map((payment) => [payment.id, payment])), bills }
}
