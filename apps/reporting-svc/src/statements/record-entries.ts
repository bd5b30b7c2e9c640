import { firstOfMonth } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { keyOf } from '../read-models/newest.ts'
import type { ControlAccounts } from './control-account.ts'
import { contentOf, deltasOf, withPartiesOf, type Entry } from './entry.ts'
import {
  insertLines,
  loadLines,
  moveAccountDays,
  moveAccountMonths,
  placeEntries,
  removeLines,
  replaceOlderEntries,
  type StoredEntry,
} from './entry.store.ts'

/**
 * Records entries, each version once: events that come twice, late or in another order end in the same lines and sums.
 * @param newest one version of each
 * @param inserted the keys of those whose heads this transaction has inserted
 * @param controls the control accounts that are known
 */
export async function recordEntries(
  tx: Tx,
  newest: readonly Entry[],
  inserted: ReadonlySet<string>,
  controls: ControlAccounts,
): Promise<void> {
  const known = newest.filter((entry) => !inserted.has(keyOf(entry)))
  const { newer, older } = known.length > 0 ? await replaceKnown(tx, known) : { newer: [], older: [] as StoredEntry[] }
  placeEntries(tx, known)
  removeLines(tx, older)
  const added = [...newest.filter((entry) => inserted.has(keyOf(entry))), ...newer]
  insertLines(tx, added, controls)
  moveAccountDays(tx, deltasOf(added, older))
  moveAccountMonths(tx, deltasOf(added, older, firstOfMonth))
}

/** Stores newer versions of known entries; returns those with other lines than before, and what they replace. */
async function replaceKnown(tx: Tx, known: readonly Entry[]): Promise<{ newer: Entry[]; older: StoredEntry[] }> {
  const [replaced, kept] = await Promise.all([replaceOlderEntries(tx, known), loadLines(tx, known)])
  const newer = known
    .filter((entry) => replaced.has(keyOf(entry)))
    .map((entry) => withPartiesOf(kept.get(keyOf(entry)), entry))
    .filter((entry) => {
      const before = kept.get(keyOf(entry))
      // A reversal makes a new version with the same lines.
      return !before || contentOf(before) !== contentOf(entry)
    })
  return { newer, older: newer.flatMap((entry) => kept.get(keyOf(entry)) ?? []) }
}
