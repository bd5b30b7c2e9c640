import type { Tx } from '@pacioli/db'

/** What the totals of an external account move by; sums count money in as positive. */
export type TotalsMove = {
  externalAccountId: string
  count: number
  sum: bigint
  uncategorizedCount: number
  uncategorizedSum: bigint
}

/** Moves totals, which exist since their accounts do. Rows are taken in the order given: sort them. */
export async function moveTotals(tx: Tx, businessId: string, moves: readonly TotalsMove[]): Promise<void> {
  if (moves.length === 0) return
  await tx.rows(
    `INSERT INTO external_account_totals AS t
            (business_id, external_account_id, transaction_count, transaction_sum, uncategorized_count, uncategorized_sum)
     SELECT $1, m.* FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
                           AS m(id, count, sum, waiting, waiting_sum)
     ON CONFLICT (business_id, external_account_id) DO UPDATE
       SET transaction_count = t.transaction_count + excluded.transaction_count,
           transaction_sum = t.transaction_sum + excluded.transaction_sum,
           uncategorized_count = t.uncategorized_count + excluded.uncategorized_count,
           uncategorized_sum = t.uncategorized_sum + excluded.uncategorized_sum`,
    [
      businessId,
      moves.map(({ externalAccountId }) => externalAccountId),
      moves.map(({ count }) => count),
      moves.map(({ sum }) => sum.toString()),
      moves.map(({ uncategorizedCount }) => uncategorizedCount),
      moves.map(({ uncategorizedSum }) => uncategorizedSum.toString()),
    ],
  )
}
