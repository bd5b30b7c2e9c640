import type { Database, Tx } from '@pacioli/db'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'

/** What is not so of what billing keeps by itself. */
export const findViolations = (db: Database, { clientId, businessId }: Tenant): Promise<Violation[]> =>
  db.call('SELECT invariant, detail FROM check_billing($1, $2)', [clientId, businessId])

/** What accounts payable should hold, and how far the journal can be expected to say so. */
export type Owed = {
  /** Open bills less unallocated credits. */
  amount: bigint
  /** Null where the business has not been seen with such an account. */
  accountId: string | null
  postings: number
  unposted: number
}

export async function loadOwed(tx: Tx, businessId: string): Promise<Owed> {
  const row = await tx.row<{ amount: string; account_id: string | null; postings: string; unposted: string }>(
    `SELECT (SELECT coalesce(sum(outstanding_balance), 0) FROM bills WHERE business_id = $1)
            - (SELECT coalesce(sum(unallocated_amount), 0) FROM vendor_credits
                WHERE business_id = $1 AND deleted_at IS NULL) AS amount,
            (SELECT account_id FROM accounts WHERE business_id = $1 AND stable_name = 'ACCOUNTS_PAYABLE') AS account_id,
            (SELECT count(*) FROM postings WHERE business_id = $1) AS postings,
            (SELECT count(*) FROM postings WHERE business_id = $1 AND status <> 'POSTED') AS unposted`,
    [businessId],
  )
  return {
    amount: BigInt(row?.amount ?? 0),
    accountId: row?.account_id ?? null,
    postings: Number(row?.postings ?? 0),
    unposted: Number(row?.unposted ?? 0),
  }
}
