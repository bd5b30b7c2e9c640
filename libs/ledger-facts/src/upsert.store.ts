/**
 * Copies of the ledger's facts: a row changes only to a newer version of itself. Rows come one version of each, by business
 * and id.
 */
import type { Tx } from '@pacioli/db'
import { ifNewer, type NewRowOf } from '@pacioli/db/table'
import { accounts, tagDimensions, tagValues } from './reference.store.ts'

export async function upsertAccounts(tx: Tx, changed: readonly NewRowOf<typeof accounts>[]): Promise<void> {
  await accounts.upsert(tx, {}, changed, ifNewer)
}

export async function upsertDimensions(tx: Tx, changed: readonly NewRowOf<typeof tagDimensions>[]): Promise<void> {
  await tagDimensions.upsert(tx, {}, changed, ifNewer)
}

export async function upsertTagValues(tx: Tx, changed: readonly NewRowOf<typeof tagValues>[]): Promise<void> {
  await tagValues.upsert(tx, {}, changed, ifNewer)
}
