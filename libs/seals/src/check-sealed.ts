/** Whether history and rows still are what was sealed, as the service itself can see it; from outside pacioli-verify does. */
import type { Database } from '@pacioli/db'
import { checkRows, ROWS_AS_RECORDED, type InSnapshot, type OwnedRows, type RecordedWith } from '@pacioli/history'
import type { Tenant } from '@pacioli/rpc'
import { leafOf } from './leaf.ts'
import { checkSeals, SEALS_OF_LEAVES, TREE_OF_LEAVES } from './check-seals.ts'
import { readLeafHashes, readRecords } from './seal.store.ts'
import { withStates, type SealOptions } from './sealing.ts'

/** What has to be so. */
const LEAVES_AS_SEALED = 'each leaf of the history is what was sealed'

/** All that `checkSealed` finds violated. */
export const SEALED_INVARIANTS = [LEAVES_AS_SEALED, SEALS_OF_LEAVES, TREE_OF_LEAVES, ROWS_AS_RECORDED]

/** So many are in memory at a time. */
const BATCH = 500

/** What a service seals, and the rows that its history is of. */
export type Sealed = Pick<SealOptions, 'log' | 'elsewhere'> & {
  ownedBy: (tenant: Tenant) => OwnedRows
  recordedWith?: RecordedWith
}

/** What is not so of what is sealed: of leaves, of seals, of what is kept of the tree, and of the rows that all this is of. */
export const checkSealed = (
  db: Database,
  sealed: Sealed,
  tenant: Tenant,
): Promise<{ invariant: string; detail: string }[]> =>
  checkSealedIn((work) => db.snapshot(tenant, work), sealed, tenant)

/** The same in whatever snapshots. */
export const checkSealedIn = async (
  inSnapshot: InSnapshot,
  { ownedBy, recordedWith, ...options }: Sealed,
  tenant: Tenant,
): Promise<{ invariant: string; detail: string }[]> => [
  ...(await checkLeaves(inSnapshot, options, tenant.businessId)),
  ...(await checkSeals(inSnapshot, tenant.businessId)),
  ...(await checkRows(inSnapshot, tenant.businessId, ownedBy(tenant), recordedWith)),
]

/**
 * Makes each leaf of a business again from what is stored, and compares it with the hash that it was sealed with. Nothing of that ever
 * changes, so each page is a transaction of its own.
 * @returns what is not so, in the words of check functions
 */
async function checkLeaves(
  inSnapshot: InSnapshot,
  { log, elsewhere }: Pick<SealOptions, 'log' | 'elsewhere'>,
  businessId: string,
): Promise<{ invariant: string; detail: string }[]> {
  const found: { invariant: string; detail: string }[] = []
  for (let after = 0; ;) {
    const { last, count } = await inSnapshot(async (tx) => {
      const records = await readRecords(tx, businessId, { after, limit: BATCH })
      const [first, end] = [records[0]?.position ?? 1, records.at(-1)?.position ?? 0]
      const [complete, hashes] = await Promise.all([
        withStates(tx, businessId, records, elsewhere),
        readLeafHashes(tx, businessId, first - 1, end),
      ])
      for (const record of complete) {
        const sealed = hashes.get(record.position - 1)
        if (sealed && !sealed.equals(leafOf(log, businessId, record).hash))
          found.push({
            invariant: LEAVES_AS_SEALED,
            detail: `position ${record.position}: ${record.aggregateType} ${record.aggregateId}, version ${record.version}`,
          })
      }
      return { last: end, count: records.length }
    })
    if (count < BATCH) return found
    after = last
  }
}
