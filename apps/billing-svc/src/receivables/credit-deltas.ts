/** How changes of payments and refunds move the credits of customers. Pure. */
import { sumOf } from '../rounding/sum.ts'
import type { Change } from '../documents/document-kind.ts'
import { creditOfPayment, type InvoicePayment } from './invoice-payment.ts'
import { creditOfRefund, type Refund } from './refund.ts'

/** By customer; zero deltas are left out. */
export function creditDeltas({
  payments,
  refunds,
}: {
  payments: readonly Change<InvoicePayment>[]
  refunds: readonly Change<Refund>[]
}): Map<string, number> {
  const moves = [
    ...payments.map(({ before, after }) => ({
      contactId: after.contactId,
      amount: creditOfPayment(after) - (before === null ? 0 : creditOfPayment(before)),
    })),
    ...refunds.map(({ before, after }) => ({
      contactId: after.contactId,
      amount: creditOfRefund(after) - (before === null ? 0 : creditOfRefund(before)),
    })),
  ]
  const byCustomer = Map.groupBy(moves, ({ contactId }) => contactId)
  const deltas = [...byCustomer].map(([id, own]): [string, number] => [id, sumOf(own.map(({ amount }) => amount))])
  return new Map(deltas.filter(([, delta]) => delta !== 0))
}
