/**
 * Copies of the ledger's facts: a row changes only to a newer version of itself. Rows come one version of each, by id.
 */
import type { Tx } from '@pacioli/db'
import { ifNewer } from '@pacioli/db/table'
import { accounts, tagDimensions, tagValues } from './reference.store.ts'
import type { KnownAccount, TagDimension, TagValue } from './reference.ts'

export async function upsertAccounts(tx: Tx, changed: readonly KnownAccount[]): Promise<void> {
  await accounts.upsert(tx, { businessId: tx.businessId }, changed, ifNewer)
}

export async function upsertDimensions(tx: Tx, changed: readonly TagDimension[]): Promise<void> {
  await tagDimensions.upsert(tx, { businessId: tx.businessId }, changed, ifNewer)
}

export async function upsertTagValues(tx: Tx, changed: readonly TagValue[]): Promise<void> {
  await tagValues.upsert(tx, { businessId: tx.businessId }, changed, ifNewer)
}
