/** What invoices have got of payments, and what of it was refunded. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { Recognised } from '../recognition/recognition.ts'
import type { PaidPart, RefundedPart } from './invoice.ts'

type PaidRow = { id: string; invoice_id: string; payment_id: string; amount: string; paid_at: Date }

/** By the id of the invoice, in the order in which they were made; what became the customer's credit is none of it. */
export async function loadPaidParts(
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, PaidPart[]>> {
  const rows = await tx.rows<PaidRow>(
    `SELECT a.id, i.id AS invoice_id, a.payment_id, a.amount, p.paid_at FROM unnest($2::uuid[]) AS i(id)
      CROSS JOIN LATERAL (SELECT * FROM invoice_payment_allocations k
                           WHERE k.business_id = $1 AND k.invoice_id = i.id AND k.moved_to_credit_at IS NULL
                           ORDER BY k.place OFFSET 0) a
      CROSS JOIN LATERAL (SELECT paid_at FROM invoice_payments WHERE business_id = $1 AND id = a.payment_id OFFSET 0) p
      ORDER BY i.id, a.place`,
    [businessId, invoiceIds],
  )
  return grouped(rows, ({ id, payment_id, amount, paid_at }) => ({
    id,
    paymentId: payment_id,
    amount: toAmount(amount),
    paidAt: paid_at,
  }))
}

type RefundedRow = {
  id: string
  invoice_id: string
  refund_id: string
  allocation_id: string
  invoice_line_item_id: string | null
  invoice_payment_id: string | null
  amount: string
  shares: Recognised[]
}

/** By the id of the invoice, refund by refund; what was taken out of a customer's credit is on none. */
export async function loadRefundedParts(
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, RefundedPart[]>> {
  const rows = await tx.rows<RefundedRow>(
    `SELECT r.id, i.id AS invoice_id, r.refund_id, r.allocation_id, r.invoice_line_item_id, r.invoice_payment_id,
            r.amount, r.shares
       FROM unnest($2::uuid[]) AS i(id)
      CROSS JOIN LATERAL (SELECT * FROM refund_parts k
                           WHERE k.business_id = $1 AND k.invoice_id = i.id AND NOT k.is_of_credit OFFSET 0) r
      ORDER BY i.id, r.refund_id, r.allocation_id, r.position`,
    [businessId, invoiceIds],
  )
  return grouped(rows, (row) => ({
    id: row.id,
    refundId: row.refund_id,
    allocationId: row.allocation_id,
    lineItemId: row.invoice_line_item_id,
    paymentId: row.invoice_payment_id,
    amount: toAmount(row.amount),
    shares: row.shares.map(({ component, amount }) => ({ component, amount })),
  }))
}

function grouped<Row extends { invoice_id: string }, Part>(
  rows: readonly Row[],
  partOf: (row: Row) => Part,
): Map<string, Part[]> {
  const parts = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  return new Map([...parts].map(([id, of]) => [id, of.map(partOf)]))
}
