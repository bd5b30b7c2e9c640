import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import type { AccountType } from '../accounts/account.ts'
import type { EntryBasis } from './contribution.ts'
import type { AccountSums } from './trial-balance.ts'

type SumsRow = {
  account_id: string
  name: string | null
  account_number: string | null
  account_type: AccountType | null
  debits: string
  credits: string
}

/** What stands on each account that has any line in these bases until the end of the day. */
export async function sumAccounts(
  tx: Tx,
  businessId: string,
  bases: readonly EntryBasis[],
  until: Day,
): Promise<AccountSums[]> {
  const rows = await tx.rows<SumsRow>(
    `SELECT d.account_id, a.name, a.account_number, a.account_type, d.debits, d.credits
       FROM (SELECT account_id, sum(debits)::text AS debits, sum(credits)::text AS credits
               FROM account_days
              WHERE business_id = $1 AND basis = ANY ($2::text[]) AND day <= $3::date
              GROUP BY account_id
             HAVING sum(line_count) > 0) d
       LEFT JOIN accounts a ON a.business_id = $1 AND a.account_id = d.account_id`,
    [businessId, [...bases], until],
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    name: row.name,
    accountNumber: row.account_number,
    accountType: row.account_type,
    debits: BigInt(row.debits),
    credits: BigInt(row.credits),
  }))
}
