import type { Tx } from '@pacioli/db'
import { upsertBusinesses } from './business.store.ts'
import { upsertAccounts, upsertDimensions, upsertTagValues } from './upsert.store.ts'
import type { Facts } from './facts.ts'

/**
 * Applies facts to the copies, where they are newer. Safe to repeat and in any order.
 * @param all of each business once, in the order of their ids, in which rows are locked
 */
export async function takeInFacts(tx: Tx, all: readonly Facts[]): Promise<void> {
  const owned = <Thing>(of: (facts: Facts) => readonly Thing[]): (Thing & { businessId: string })[] =>
    all.flatMap((facts) => of(facts).map((thing) => ({ ...thing, businessId: facts.businessId })))
  await Promise.all([
    upsertBusinesses(
      tx,
      all.flatMap(({ business }) => business ?? []),
    ),
    upsertAccounts(
      tx,
      owned(({ accounts }) => accounts),
    ),
    upsertDimensions(
      tx,
      owned(({ dimensions }) => dimensions),
    ),
    upsertTagValues(
      tx,
      owned(({ values }) => values),
    ),
  ])
}
