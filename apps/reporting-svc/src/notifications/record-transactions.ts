import { firstOfMonth } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { waitingDeltas, type TransactionState } from './bank-transaction.ts'
import {
  insertTransactions,
  keyOfTransaction,
  lockTransactions,
  moveWaitingDays,
  moveWaitingMonths,
  replaceTransactions,
} from './bank-transaction.store.ts'

/**
 * Counts transactions that wait, each version once: events that come twice, late or in another order end in the same counts.
 * @param newest one version of each
 */
export async function recordTransactions(tx: Tx, newest: readonly TransactionState[]): Promise<void> {
  if (newest.length === 0) return
  const inserted = await insertTransactions(tx, newest)
  const known = newest.filter((state) => !inserted.has(keyOfTransaction(state)))
  const { newer, older } = await findOlder(tx, known)
  replaceTransactions(tx, newer)
  const added = [...newest.filter((state) => inserted.has(keyOfTransaction(state))), ...newer]
  moveWaitingDays(tx, waitingDeltas(added, older))
  moveWaitingMonths(tx, waitingDeltas(added, older, firstOfMonth))
}

/** The stored states of known transactions that come in a newer version, locked, and the newer ones. */
async function findOlder(
  tx: Tx,
  incoming: readonly TransactionState[],
): Promise<{ newer: TransactionState[]; older: TransactionState[] }> {
  const newer: TransactionState[] = []
  const older: TransactionState[] = []
  if (incoming.length === 0) return { newer, older }
  const stored = new Map((await lockTransactions(tx, incoming)).map((state) => [keyOfTransaction(state), state]))
  for (const state of incoming) {
    const before = stored.get(keyOfTransaction(state))
    const isPlaced = before?.version === state.version && before.recorded === null && state.recorded !== null
    if (!before || (before.version >= state.version && !isPlaced)) continue
    newer.push(state)
    older.push(before)
  }
  return { newer, older }
}
