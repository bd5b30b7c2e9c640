/** Whether the history still is what was sealed, as the service itself can see it; from outside pacioli-verify does. */
import type { Database } from '@pacioli/db'
import { leafOf } from './leaf.ts'
import { checkSeals, SEALS_OF_LEAVES, TREE_OF_LEAVES, type InSnapshot } from './check-seals.ts'
import { readLeafHashes, readRecords } from './seal.store.ts'
import { withStates, type SealOptions } from './sealing.ts'

/** What has to be so. */
const LEAVES_AS_SEALED = 'each leaf of the history is what was sealed'

/** All that `checkSealed` finds violated. */
export const SEALED_INVARIANTS = [LEAVES_AS_SEALED, SEALS_OF_LEAVES, TREE_OF_LEAVES]

/** So many are in memory at a time. */
const BATCH = 500

/** What is not so of what is sealed: of leaves, of seals, and of what is kept of the tree. */
export function checkSealed(
  { db, ...options }: Pick<SealOptions, 'log' | 'elsewhere'> & { db: Database },
  { clientId, businessId }: { clientId: string; businessId: string },
): Promise<{ invariant: string; detail: string }[]> {
  return checkSealedIn((work) => db.snapshot({ clientId, businessId }, work), options, businessId)
}

/** The same in whatever snapshots. */
export const checkSealedIn = async (
  inSnapshot: InSnapshot,
  options: Pick<SealOptions, 'log' | 'elsewhere'>,
  businessId: string,
): Promise<{ invariant: string; detail: string }[]> => [
  ...(await checkLeaves(inSnapshot, options, businessId)),
  ...(await checkSeals(inSnapshot, businessId)),
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
