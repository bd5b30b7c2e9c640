import type { Tx } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type { Banking } from '../banking.ts'
import { withMatchedDocuments } from './matched-documents.store.ts'
import { moveTotals, type TotalsMove } from './totals.store.ts'
import { isCategorized, signedAmount, type BankTransaction, type Change } from './bank-transaction.ts'
import { transactionEvent } from './bank-transaction.events.ts'
import { insertTransactions, updateTransactions } from './bank-transaction.store.ts'

/**
 * The only way in which transactions are written: the rows, the totals of their accounts, and the events, in one
 * transaction. The caller must have locked the rows that change (`lockTransactions`) and staged their postings: totals
 * come last and in order because, like the counts of postings, they are what other requests wait for.
 */
export async function recordTransactions(
  tx: Tx,
  banking: Pick<Banking, 'now' | 'newId' | 'notify'>,
  { inserted = [], changed = [] }: { inserted?: readonly BankTransaction[]; changed?: readonly Change[] },
): Promise<void> {
  const real = changed.filter(({ before, after }) => before.version !== after.version)
  if (inserted.length + real.length === 0) return
  const now = banking.now()
  if (inserted.length > 0) await insertTransactions(tx, inserted)
  if (real.length > 0)
    await updateTransactions(
      tx,
      real.map(({ after }) => after),
    )
  const changedNow = await withMatchedDocuments(
    tx,
    real.map(({ after }) => after),
  )
  await stageEvents(tx, [
    ...inserted.map((transaction) =>
      transactionEvent({ ...transaction, matchedDocument: null }, 'imported', banking.newId(), now),
    ),
    ...changedNow.map((transaction) => transactionEvent(transaction, 'changed', banking.newId(), now)),
  ])
  await moveTotals(tx, movesOf(inserted, real))
  tx.afterCommit(banking.notify)
}

/** How the totals of each external account change: new state less old state. */
export function movesOf(inserted: readonly BankTransaction[], changed: readonly Change[]): TotalsMove[] {
  const moves = new Map<string, TotalsMove>()
  const add = (transaction: BankTransaction, sign: 1 | -1): void => {
    const { externalAccountId } = transaction
    const move = moves.get(externalAccountId) ?? {
      externalAccountId,
      count: 0,
      sum: 0n,
      uncategorizedCount: 0,
      uncategorizedSum: 0n,
    }
    const amount = BigInt(sign * signedAmount(transaction))
    const uncategorized = isCategorized(transaction) ? 0 : 1
    moves.set(externalAccountId, {
      externalAccountId,
      count: move.count + sign,
      sum: move.sum + amount,
      uncategorizedCount: move.uncategorizedCount + sign * uncategorized,
      uncategorizedSum: move.uncategorizedSum + (uncategorized ? amount : 0n),
    })
  }
  for (const transaction of inserted) add(transaction, 1)
  for (const { before, after } of changed) {
    add(before, -1)
    add(after, 1)
  }
  return [...moves.values()]
    .filter(
      ({ count, sum, uncategorizedCount, uncategorizedSum }) =>
        [count, uncategorizedCount].some((n) => n !== 0) || sum !== 0n || uncategorizedSum !== 0n,
    )
    .sort((one, other) => (one.externalAccountId < other.externalAccountId ? -1 : 1))
}
