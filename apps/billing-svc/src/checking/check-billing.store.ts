import type { Database, Tx } from '@pacioli/db'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import { checkSealed } from '@pacioli/seals'
import { sealedByBilling } from '../replay/sealed-by-billing.ts'

/** Violations within billing's own data. */
export const findViolations = async (db: Database, tenant: Tenant): Promise<Violation[]> => {
  const { clientId, businessId } = tenant
  return [
    ...(await db.call<Violation>(
      'SELECT invariant, detail FROM check_billing_v1($1, $2)',
      [clientId, businessId],
      businessId,
    )),
    ...(await checkSealed(db, sealedByBilling, tenant)),
  ]
}

/** A control account and its expected balance. */
export type Control = {
  /** In the account's own normality. */
  amount: bigint
  /** Null where no such account of the business is known. */
  accountId: string | null
}

/** Expected balances of the control accounts, and whether all their postings have been delivered. */
export type Owed = {
  /** Open bills less unallocated credits. */
  payable: Control
  /** Open invoices. */
  receivable: Control
  postings: number
  unposted: number
}

type Row = Record<'payable' | 'receivable' | 'postings' | 'unposted', string> &
  Record<'payable_id' | 'receivable_id', string | null>

export async function loadOwed(tx: Tx): Promise<Owed> {
  const account = (stableName: string): string =>
    `(SELECT account_id FROM accounts WHERE business_id = $1 AND stable_name = '${stableName}')`
  const row = await tx.row<Row>(
    `SELECT (SELECT coalesce(sum(outstanding_balance), 0) FROM bills WHERE business_id = $1)
            - (SELECT coalesce(sum(unallocated_amount), 0) FROM vendor_credits
                WHERE business_id = $1 AND deleted_at IS NULL) AS payable,
            (SELECT coalesce(sum(outstanding_balance), 0) FROM invoices WHERE business_id = $1) AS receivable,
            ${account('ACCOUNTS_PAYABLE')} AS payable_id, ${account('ACCOUNTS_RECEIVABLE')} AS receivable_id,
            (SELECT count(*) FROM postings WHERE business_id = $1) AS postings,
            (SELECT count(*) FROM postings WHERE business_id = $1 AND status <> 'POSTED') AS unposted`,
    [tx.businessId],
  )
  return {
    payable: { amount: BigInt(row?.payable ?? 0), accountId: row?.payable_id ?? null },
    receivable: { amount: BigInt(row?.receivable ?? 0), accountId: row?.receivable_id ?? null },
    postings: Number(row?.postings ?? 0),
    unposted: Number(row?.unposted ?? 0),
  }
}
