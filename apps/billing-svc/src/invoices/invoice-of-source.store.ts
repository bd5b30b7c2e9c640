/** Which invoice the journal entries of documents originate from. */
import type { Tx } from '@pacioli/db'

/** The source of an entry, as `sourceOfInvoice` and its like name it. */
export type EntrySource = { type: string; id: string }

/**
 * The invoice of each source that has exactly one: a payment's, and its return's, by its allocations, a refund's by its parts. Sources of
 * several invoices, or of none, are left out.
 */
export async function findInvoicesOfSources(
  tx: Tx,
  sources: readonly EntrySource[],
): Promise<{ source: EntrySource; invoiceId: string }[]> {
  if (sources.length === 0) return []
  const one = (of: string): string => `SELECT min(k.invoice_id::text)::uuid AS invoice_id FROM ${of}
                    HAVING count(DISTINCT k.invoice_id) = 1`
  const rows = await tx.rows<EntrySource & { invoice_id: string }>(
    `SELECT s.type, s.id, o.invoice_id
       FROM (SELECT DISTINCT type, id FROM unnest($2::text[], $3::uuid[]) AS n(type, id)) s
      CROSS JOIN LATERAL (
        SELECT k.id AS invoice_id FROM invoices k WHERE s.type = 'invoice' AND k.business_id = $1 AND k.id = s.id
        UNION ALL
        SELECT k.invoice_id FROM invoice_write_offs k
         WHERE s.type = 'invoice_write_off' AND k.business_id = $1 AND k.id = s.id
        UNION ALL
        (${one(`invoice_payment_allocations k
          WHERE s.type = 'invoice_payment' AND k.business_id = $1 AND k.payment_id = s.id`)})
        UNION ALL
        (${one(`invoice_payment_returns r
          JOIN invoice_payment_allocations k ON k.business_id = r.business_id AND k.payment_id = r.payment_id
          WHERE s.type = 'invoice_payment_return' AND r.business_id = $1 AND r.id = s.id`)})
        UNION ALL
        (${one(`refund_parts k WHERE s.type = 'refund' AND k.business_id = $1 AND k.refund_id = s.id`)})
        UNION ALL
        (${one(`refund_payments p JOIN refund_parts k ON k.business_id = p.business_id AND k.refund_id = p.refund_id
          WHERE s.type = 'refund_payment' AND p.business_id = $1 AND p.id = s.id`)})
      ) o`,
    [tx.businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )
  return rows.map(({ type, id, invoice_id }) => ({ source: { type, id }, invoiceId: invoice_id }))
}
