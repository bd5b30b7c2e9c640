import type { Tx } from '@pacioli/db'
import { bigint, safeInteger, table, uuid } from '@pacioli/db/table'

/** Changes of an external account's totals; sums count money in as positive. */
export type TotalsMove = {
  externalAccountId: string
  count: number
  sum: bigint
  uncategorizedCount: number
  uncategorizedSum: bigint
}

const totals = table('external_account_totals', ['businessId', 'externalAccountId'], {
  businessId: uuid,
  externalAccountId: uuid,
  count: safeInteger.named('transaction_count'),
  sum: bigint.named('transaction_sum'),
  uncategorizedCount: safeInteger,
  uncategorizedSum: bigint,
})

/** Adds to totals, which exist since their accounts do. Rows are locked in the order given: sort them. */
export async function moveTotals(tx: Tx, moves: readonly TotalsMove[]): Promise<void> {
  await totals.insert(tx, { businessId: tx.businessId }, moves, {
    onConflict: `(business_id, external_account_id) DO UPDATE
       SET transaction_count = t.transaction_count + excluded.transaction_count,
           transaction_sum = t.transaction_sum + excluded.transaction_sum,
           uncategorized_count = t.uncategorized_count + excluded.uncategorized_count,
           uncategorized_sum = t.uncategorized_sum + excluded.uncategorized_sum`,
  })
}
