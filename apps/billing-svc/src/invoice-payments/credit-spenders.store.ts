import type { Tx } from '@pacioli/db'

/** As many as a refusal names. */
const MOST = 20

/** The last payments and refunds that took from a customer's credit. */
export const findSpendersOfCredit = (tx: Tx, customerId: string): Promise<{ type: string; id: string }[]> =>
  tx.rows(
    `SELECT type, id FROM (
       (SELECT 'invoice_payment' AS type, p.id, p.paid_at AS at FROM invoice_payments p
         WHERE p.business_id = $1 AND p.customer_id = $2 AND p.method = 'CREDIT_BALANCE' AND p.deleted_at IS NULL
         ORDER BY p.paid_at DESC, p.id DESC LIMIT ${MOST})
       UNION ALL
       (SELECT 'refund', r.id, r.issued_at FROM refunds r
         WHERE r.business_id = $1 AND r.customer_id = $2
           AND EXISTS (SELECT FROM refund_parts s WHERE s.business_id = $1 AND s.refund_id = r.id AND s.is_of_credit)
         ORDER BY r.issued_at DESC, r.id DESC LIMIT ${MOST})) AS spent
      ORDER BY at DESC, id DESC LIMIT ${MOST}`,
    [tx.businessId, customerId],
  )
