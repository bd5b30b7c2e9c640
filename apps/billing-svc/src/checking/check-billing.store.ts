import type { Database, Tx } from '@pacioli/db'
import type { Direction } from '@pacioli/money'
import { loadPostedEntryIds, loadUnposted, type PostedPosting, type Violation } from '@pacioli/postings/checking'
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

/** What the journal is to have on a control account, of entries that are known as posted. In the account's own normality. */
export type Control = {
  /** Null where no such account of the business is known. */
  accountId: string | null
  normality: Direction
  /** In the accrual books. */
  accrual: bigint
  /** In the cash books. */
  cash: bigint
}

/** Expected balances of the control accounts, and the entries that they are of: all as of one moment. */
export type Owed = {
  /** Open bills less unallocated credits, less what is not posted yet. */
  payable: Control
  /** Open invoices, less what is not posted yet. */
  receivable: Control
  posted: ReadonlySet<string>
}

type Row = Record<'payable' | 'receivable', string> & Record<'payable_id' | 'receivable_id', string | null>

/** Within a snapshot. */
export async function loadOwed(tx: Tx): Promise<Owed> {
  const account = (stableName: string): string =>
    `(SELECT account_id FROM accounts WHERE business_id = $1 AND stable_name = '${stableName}')`
  const [row, unposted, posted] = await Promise.all([
    tx.row<Row>(
      `SELECT (SELECT coalesce(sum(outstanding_balance), 0) FROM bills WHERE business_id = $1)
              - (SELECT coalesce(sum(unallocated_amount), 0) FROM vendor_credits
                  WHERE business_id = $1 AND deleted_at IS NULL) AS payable,
              (SELECT coalesce(sum(outstanding_balance), 0) FROM invoices WHERE business_id = $1) AS receivable,
              ${account('ACCOUNTS_PAYABLE')} AS payable_id, ${account('ACCOUNTS_RECEIVABLE')} AS receivable_id`,
      [tx.businessId],
    ),
    loadUnposted(tx),
    loadPostedEntryIds(tx),
  ])
  const control = (accountId: string | null, normality: Direction, owed: string | undefined): Control => {
    const on = { accountId, normality }
    return { ...on, accrual: BigInt(owed ?? 0) - sumOf(unposted, on, 'CASH'), cash: -sumOf(unposted, on, 'ACCRUAL') }
  }
  return {
    payable: control(row?.payable_id ?? null, 'CREDIT', row?.payable),
    receivable: control(row?.receivable_id ?? null, 'DEBIT', row?.receivable),
    posted,
  }
}

/** What these postings come to on an account, but for those of one of the books alone. */
const sumOf = (
  postings: readonly PostedPosting[],
  { accountId, normality }: Pick<Control, 'accountId' | 'normality'>,
  otherBasis: string,
): bigint =>
  postings
    .filter(({ basis }) => basis !== otherBasis)
    .flatMap(({ lines, isReversal }) =>
      lines
        .filter((line) => line.accountId === accountId)
        .map(({ amount, direction }) => BigInt((direction === normality) === isReversal ? -amount : amount)),
    )
    .reduce((sum, amount) => sum + amount, 0n)
