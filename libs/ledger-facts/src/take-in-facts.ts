import type { Tx } from '@pacioli/db'
import { upsertBusiness } from './business.store.ts'
import { upsertAccounts, upsertDimensions, upsertTagValues } from './upsert.store.ts'
import type { Facts } from './facts.ts'

/** Applies facts of one business to the copies, where they are newer. Safe to repeat and in any order. */
export async function takeInFacts(tx: Tx, facts: Facts): Promise<void> {
  if (facts.business) await upsertBusiness(tx, facts.business)
  await upsertAccounts(tx, facts.accounts)
  await upsertDimensions(tx, facts.dimensions)
  await upsertTagValues(tx, facts.values)
}
