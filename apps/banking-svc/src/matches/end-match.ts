import type { Tx } from '@pacioli/db'
import { RetryDecision, type Books, type Posting } from '@pacioli/postings'
import type { Banking } from '../banking.ts'
import { uncategorize, type BankTransaction, type Change } from '../bank-transactions/bank-transaction.ts'
import { lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { assignCandidates } from './candidate.store.ts'
import { reversalOf, type Match } from './match.ts'
import { endMatchRows, findLiveMatches } from './match.store.ts'

/** What the caller has to record and stage. */
export type EndedMatches = { changed: Change[]; postings: Posting[] }

/**
 * Locks transactions together with the other sides of their transfers, so that a match can be ended without a deadlock.
 * @throws RetryDecision where a concurrent request has matched one of them
 */
export async function lockWithOtherSides(
  tx: Tx,
  transactionIds: readonly string[],
): Promise<Map<string, BankTransaction>> {
  const sides = async () => (await findLiveMatches(tx, transactionIds)).flatMap(sidesOf)
  const locked = await lockTransactions(tx, [...transactionIds, ...(await sides())])
  if ((await sides()).some((id) => !locked.has(id))) throw new RetryDecision()
  return locked
}

const sidesOf = ({ transactionId, counterpartId }: Match): string[] =>
  counterpartId === null ? [transactionId] : [transactionId, counterpartId]

/**
 * Ends the match of a transaction: its transactions are uncategorized again, its candidate can be matched again, and its
 * posting is reversed. The caller must have locked both sides, and records the changes and stages the postings. Does
 * nothing if the transaction is not matched.
 */
export async function endMatch(
  tx: Tx,
  banking: Pick<Banking, 'now'>,
  books: Pick<Books, 'firstOpenFrom'>,
  transactionId: string,
): Promise<EndedMatches> {
  return endMatches(tx, banking, books, await findLiveMatches(tx, [transactionId]))
}

/** Ends several matches; locks their transactions in the order of their ids. */
export async function endMatches(
  tx: Tx,
  banking: Pick<Banking, 'now'>,
  books: Pick<Books, 'firstOpenFrom'>,
  matches: readonly Match[],
): Promise<EndedMatches> {
  if (matches.length === 0) return { changed: [], postings: [] }
  const now = banking.now()
  const transactions = await lockTransactions(tx, matches.flatMap(sidesOf))
  // A concurrent request may have ended some before the lock.
  const live = matches.filter(({ id, transactionId }) => transactions.get(transactionId)?.matchId === id)
  const ids = new Set(live.map(({ id }) => id))
  const changed = [...transactions.values()]
    .filter(({ matchId }) => matchId !== null && ids.has(matchId))
    .map((before) => ({ before, after: uncategorize(before, now) }))
  await endMatchRows(tx, [...ids], now)
  await assignCandidates(
    tx,
    live.flatMap(({ candidateId }) => candidateId ?? []),
    null,
  )
  const postings = live.flatMap((match) => {
    const dates = changed.filter(({ before }) => before.matchId === match.id).map(({ before }) => before.date.getTime())
    return reversalOf(match, books.firstOpenFrom(new Date(Math.min(...dates))))
  })
  return { changed, postings }
}
