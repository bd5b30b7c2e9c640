import type { Tx } from '@pacioli/db'

/** The tables of what is replayed. */
export type ReplayedTable =
  | 'vendors'
  | 'bills'
  | 'bill_payments'
  | 'vendor_credits'
  | 'customers'
  | 'invoices'
  | 'invoice_payments'
  | 'refunds'
  | 'refund_payments'
  | 'payouts'

/** A page of the ids of everything in the table, in their order; null begins it. */
export async function findIdsAfter(
  tx: Tx,
  table: ReplayedTable,
  businessId: string,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM ${table} WHERE business_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [businessId, afterId, limit],
  )
  return rows.map(({ id }) => id)
}
