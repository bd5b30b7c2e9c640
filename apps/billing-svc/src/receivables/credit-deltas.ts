/** What the credits of customers get and give by what happens to their payments and refunds. Pure. */
import { sumOf } from '../rounding/sum.ts'
import { creditOfPayment, type InvoicePaymentChange } from './invoice-payment.ts'
import { creditOfRefund, type RefundChange } from './refund.ts'

/** By customer; those whose credit stays are left out. */
export function creditDeltas({
  payments,
  refunds,
}: {
  payments: readonly InvoicePaymentChange[]
  refunds: readonly RefundChange[]
}): Map<string, number> {
  const moves = [
    ...payments.map(({ before, after }) => ({
      customerId: after.customerId,
      amount: creditOfPayment(after) - (before === null ? 0 : creditOfPayment(before)),
    })),
    ...refunds.map(({ before, after }) => ({
      customerId: after.customerId,
      amount: creditOfRefund(after) - (before === null ? 0 : creditOfRefund(before)),
    })),
  ]
  const byCustomer = Map.groupBy(moves, ({ customerId }) => customerId)
  const deltas = [...byCustomer].map(([id, own]): [string, number] => [id, sumOf(own.map(({ amount }) => amount))])
  return new Map(deltas.filter(([, delta]) => delta !== 0))
}
