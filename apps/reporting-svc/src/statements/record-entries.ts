import { firstOfMonth } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import type { ControlAccount } from './control-account.ts'
import { contentOf, deltasOf, newestEntries, withPartiesOf, type Entry } from './entry.ts'
import {
  insertEntries,
  insertLines,
  loadLines,
  moveAccountDays,
  moveAccountMonths,
  removeLines,
  replaceOlderEntries,
  type StoredEntry,
} from './entry.store.ts'

/**
 * Records entries, each version once: events that come twice, late or in another order end in the same lines and sums.
 * @param controls the control accounts that are known
 */
export async function recordEntries(
  tx: Tx,
  businessId: string,
  incoming: readonly Entry[],
  controls: ReadonlyMap<string, ControlAccount>,
): Promise<void> {
  if (incoming.length === 0) return
  const newest = newestEntries(incoming)
  const inserted = await insertEntries(tx, businessId, newest)
  const fresh = newest.filter(({ id }) => inserted.has(id))
  const known = newest.filter(({ id }) => !inserted.has(id))
  const { newer, older } =
    known.length > 0 ? await removeOlder(tx, businessId, known) : { newer: [], older: [] as StoredEntry[] }
  const added = [...fresh, ...newer]
  insertLines(tx, businessId, added, controls)
  moveAccountDays(tx, businessId, deltasOf(added, older))
  moveAccountMonths(tx, businessId, deltasOf(added, older, firstOfMonth))
}

/** Removes the lines of known entries whose newer version has other content; returns these versions and the stored ones. */
async function removeOlder(
  tx: Tx,
  businessId: string,
  incoming: readonly Entry[],
): Promise<{ newer: Entry[]; older: StoredEntry[] }> {
  const replaced = await replaceOlderEntries(tx, businessId, incoming)
  const kept = await loadLines(tx, businessId, [...replaced])
  const newer = incoming
    .filter(({ id }) => replaced.has(id))
    .map((entry) => withPartiesOf(kept.get(entry.id), entry))
    .filter((entry) => {
      const before = kept.get(entry.id)
      // A reversal makes a new version with the same lines.
      return !before || contentOf(before) !== contentOf(entry)
    })
  const older = newer.flatMap(({ id }) => kept.get(id) ?? [])
  if (older.length > 0)
    await removeLines(
      tx,
      businessId,
      older.map(({ id }) => id),
    )
  return { newer, older }
}
