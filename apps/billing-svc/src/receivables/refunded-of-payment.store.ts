/** What was refunded through payments. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { RefundedOfPayment } from './invoice-payment.ts'

/** By the id of the payment, refund by refund; what is of the customer's credit is of no invoice. */
export async function loadRefundedOf(
  tx: Tx,
  businessId: string,
  paymentIds: readonly string[],
): Promise<Map<string, RefundedOfPayment[]>> {
  const rows = await tx.rows<{
    id: string
    payment_id: string
    refund_id: string
    invoice_id: string | null
    amount: string
  }>(
    `SELECT r.id, p.id AS payment_id, r.refund_id, CASE WHEN NOT r.is_of_credit THEN r.invoice_id END AS invoice_id,
            r.amount
       FROM unnest($2::uuid[]) AS p(id)
      CROSS JOIN LATERAL (SELECT * FROM refund_parts k
                           WHERE k.business_id = $1 AND k.invoice_payment_id = p.id OFFSET 0) r
      ORDER BY p.id, r.refund_id, r.allocation_id, r.position`,
    [businessId, paymentIds],
  )
  const ofPayments = Map.groupBy(rows, ({ payment_id }) => payment_id)
  return new Map(
    [...ofPayments].map(([paymentId, of]) => [
      paymentId,
      of.map((row) => ({
        id: row.id,
        refundId: row.refund_id,
        invoiceId: row.invoice_id,
        amount: toAmount(row.amount),
      })),
    ]),
  )
}
