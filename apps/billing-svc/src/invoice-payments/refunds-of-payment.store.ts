/** What refunds leave of a payment. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'

/** Of the voided invoices of the payment, which are locked: what their payments left that did not come back and is not refunded. */
export async function loadLeftOfVoided(tx: Tx, { allocations }: InvoicePayment): Promise<Map<string, number>> {
  const ids = allocations.flatMap(({ documentId, movedToCreditAt }) => (movedToCreditAt === null ? [] : documentId))
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; amount: string }>(
    `SELECT d.id, greatest(0, coalesce(l.amount, 0) - coalesce(r.amount, 0)) AS amount
       FROM unnest($2::uuid[]) AS d(id)
      CROSS JOIN LATERAL (SELECT sum(a.amount - a.returned_amount) AS amount FROM invoice_payment_allocations a
                            JOIN invoice_payments p ON p.business_id = $1 AND p.id = a.payment_id AND p.deleted_at IS NULL
                           WHERE a.business_id = $1 AND a.invoice_id = d.id) l
      CROSS JOIN LATERAL (SELECT sum(s.amount) AS amount FROM refund_parts s
                           WHERE s.business_id = $1 AND s.invoice_id = d.id) r`,
    [tx.businessId, ids],
  )
  return new Map(rows.map(({ id, amount }) => [id, toAmount(amount)]))
}

/** The refunds of the payment, and of its invoices by no payment, in order. */
export async function findRefundsAgainst(tx: Tx, { id, allocations }: InvoicePayment): Promise<string[]> {
  const rows = await tx.rows<{ refund_id: string }>(
    `SELECT refund_id FROM refund_parts WHERE business_id = $1 AND invoice_payment_id = $2
      UNION
     SELECT s.refund_id FROM unnest($3::uuid[]) AS d(id)
      CROSS JOIN LATERAL (SELECT * FROM refund_parts k
                           WHERE k.business_id = $1 AND k.invoice_id = d.id AND k.invoice_payment_id IS NULL OFFSET 0) s
      ORDER BY refund_id`,
    [tx.businessId, id, allocations.map(({ documentId }) => documentId)],
  )
  return rows.map(({ refund_id }) => refund_id)
}
