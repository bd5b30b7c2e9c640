/** Sums of the debits of postings, for the journal's headroom. */
import type { Tx } from '@pacioli/db'

/** Until the transaction ends no other transaction of this service decides large amounts of the business. */
export async function lockHeadroom(tx: Tx): Promise<void> {
  if (tx.isPreview) return
  await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('room of ' || $1, 0))`, [tx.businessId])
}

const DEBITS = `SELECT coalesce(sum((l.line ->> 'amount')::numeric), 0)::text AS debits
       FROM postings p CROSS JOIN LATERAL jsonb_array_elements(p.posting::jsonb -> 'line_items') AS l(line)
      WHERE p.business_id = $1 AND l.line ->> 'direction' = 'DEBIT'`

/** The sum over the postings with these keys. */
export async function sumDebits(tx: Tx, keys: readonly string[]): Promise<bigint> {
  if (keys.length === 0) return 0n
  const row = await tx.row<{ debits: string }>(`${DEBITS} AND p.posting_key = ANY ($2::text[])`, [tx.businessId, keys])
  return BigInt(row?.debits ?? 0)
}

/** The sum over what the ledger did not have at that moment and the relay will deliver. */
export async function sumUndelivered(tx: Tx, since: Date): Promise<bigint> {
  const row = await tx.row<{ debits: string }>(
    `${DEBITS} AND (p.status = 'PENDING' OR (p.status = 'POSTED' AND p.posted_at >= $2))`,
    [tx.businessId, since],
  )
  return BigInt(row?.debits ?? 0)
}
