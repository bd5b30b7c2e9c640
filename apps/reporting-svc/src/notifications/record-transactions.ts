import { firstOfMonth } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { newestTransactions, waitingDeltas, type TransactionState } from './bank-transaction.ts'
import {
  insertTransactions,
  lockTransactions,
  moveWaitingDays,
  moveWaitingMonths,
  replaceTransactions,
} from './bank-transaction.store.ts'

/**
 * Counts transactions that wait, each version once: events that come twice, late or in another order end in the same counts.
 */
export async function recordTransactions(
  tx: Tx,
  businessId: string,
  incoming: readonly TransactionState[],
): Promise<void> {
  if (incoming.length === 0) return
  const newest = newestTransactions(incoming)
  const inserted = await insertTransactions(tx, businessId, newest)
  const fresh = newest.filter(({ transactionId }) => inserted.has(transactionId))
  const known = newest.filter(({ transactionId }) => !inserted.has(transactionId))
  const { newer, older } = await replaceOlder(tx, businessId, known)
  const added = [...fresh, ...newer]
  await moveWaitingDays(tx, businessId, waitingDeltas(added, older))
  await moveWaitingMonths(tx, businessId, waitingDeltas(added, older, firstOfMonth))
}

/** Replaces known transactions that come in a newer version; returns the new and the replaced states. */
async function replaceOlder(
  tx: Tx,
  businessId: string,
  incoming: readonly TransactionState[],
): Promise<{ newer: TransactionState[]; older: TransactionState[] }> {
  if (incoming.length === 0) return { newer: [], older: [] }
  const ids = incoming.map(({ transactionId }) => transactionId)
  const stored = new Map((await lockTransactions(tx, businessId, ids)).map((one) => [one.transactionId, one]))
  const newer: TransactionState[] = []
  const older: TransactionState[] = []
  for (const one of incoming) {
    const before = stored.get(one.transactionId)
    if (!before || before.version >= one.version) continue
    newer.push(one)
    older.push(before)
  }
  if (newer.length > 0) await replaceTransactions(tx, businessId, newer)
  return { newer, older }
}
