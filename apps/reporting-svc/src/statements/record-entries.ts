import type { Tx } from '@pacioli/db'
import { deltasOf, newestContributions, type Contribution } from './contribution.ts'
import { insertContributions, lockContributions, moveAccountDays, replaceContributions } from './contribution.store.ts'

/**
 * Counts entries in, each version once: whatever comes twice, late or in another order ends in the same sums.
 */
export async function recordEntries(tx: Tx, businessId: string, incoming: readonly Contribution[]): Promise<void> {
  if (incoming.length === 0) return
  const newest = newestContributions(incoming)
  const inserted = await insertContributions(tx, businessId, newest)
  const fresh = newest.filter((one) => inserted.has(one.entryId))
  const known = newest.filter((one) => !inserted.has(one.entryId))
  const { newer, older } = known.length > 0 ? await replaceOlder(tx, businessId, known) : { newer: [], older: [] }
  await moveAccountDays(tx, businessId, deltasOf([...fresh, ...newer], older))
}

/** Of entries that are known, takes those that come in a newer version, and says what they replace. */
async function replaceOlder(
  tx: Tx,
  businessId: string,
  incoming: readonly Contribution[],
): Promise<{ newer: Contribution[]; older: Contribution[] }> {
  const entryIds = incoming.map((one) => one.entryId)
  const kept = new Map((await lockContributions(tx, businessId, entryIds)).map((one) => [one.entryId, one]))
  const newer: Contribution[] = []
  const older: Contribution[] = []
  for (const one of incoming) {
    const before = kept.get(one.entryId)
    if (!before || before.version >= one.version) continue
    newer.push(one)
    older.push(before)
  }
  if (newer.length > 0) await replaceContributions(tx, businessId, newer)
  return { newer, older }
}
