import type { Tx } from '@pacioli/db'
import { AskAgain, type Books, type Posting } from '@pacioli/postings'
import type { Banking } from '../banking.ts'
import { uncategorize, type BankTransaction, type Change } from '../bank-transactions/bank-transaction.ts'
import { lockTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { assignCandidates } from './candidate.store.ts'
import { reversalOf, type Match } from './match.ts'
import { endMatchRows, findLiveMatches } from './match.store.ts'

/** What is to be recorded and staged where matches end. */
export type EndedMatches = { changed: Change[]; postings: Posting[] }

/**
 * Transactions, held in one go with the other sides of the transfers they are matched to: so that a match of one of them
 * can be ended, and two requests never wait for each other.
 * @throws AskAgain where a match came in between
 */
export async function lockWithOtherSides(
  tx: Tx,
  businessId: string,
  transactionIds: readonly string[],
): Promise<Map<string, BankTransaction>> {
  const sides = async () => (await findLiveMatches(tx, businessId, transactionIds)).flatMap(sidesOf)
  const locked = await lockTransactions(tx, businessId, [...transactionIds, ...(await sides())])
  if ((await sides()).some((id) => !locked.has(id))) throw new AskAgain()
  return locked
}

const sidesOf = ({ transactionId, counterpartId }: Match): string[] =>
  counterpartId === null ? [transactionId] : [transactionId, counterpartId]

/**
 * Ends the match of a transaction that is held with its other side: its transactions wait again, what it was matched to can be matched again,
 * and its posting is reversed. Who calls records the changes and stages the postings. Nothing, if it is not matched.
 */
export async function endMatch(
  tx: Tx,
  banking: Pick<Banking, 'now'>,
  business: { id: string },
  books: Pick<Books, 'firstOpenFrom'>,
  transactionId: string,
): Promise<EndedMatches> {
  return endMatches(tx, banking, business, books, await findLiveMatches(tx, business.id, [transactionId]))
}

/** The same for matches whose transactions are held, or can be: they are locked in the order of their ids. */
export async function endMatches(
  tx: Tx,
  banking: Pick<Banking, 'now'>,
  business: { id: string },
  books: Pick<Books, 'firstOpenFrom'>,
  matches: readonly Match[],
): Promise<EndedMatches> {
  if (matches.length === 0) return { changed: [], postings: [] }
  const now = banking.now()
  const transactions = await lockTransactions(tx, business.id, matches.flatMap(sidesOf))
  // Those that somebody else ended before the transactions were held are left alone.
  const live = matches.filter(({ id, transactionId }) => transactions.get(transactionId)?.matchId === id)
  const ids = new Set(live.map(({ id }) => id))
  const changed = [...transactions.values()]
    .filter(({ matchId }) => matchId !== null && ids.has(matchId))
    .map((before) => ({ before, after: uncategorize(before, now) }))
  await endMatchRows(tx, business.id, [...ids], now)
  await assignCandidates(
    tx,
    business.id,
    live.flatMap(({ candidateId }) => candidateId ?? []),
    null,
  )
  const postings = live.flatMap((match) => {
    const dates = changed.filter(({ before }) => before.matchId === match.id).map(({ before }) => before.date.getTime())
    return reversalOf(match, books.firstOpenFrom(new Date(Math.min(...dates))))
  })
  return { changed, postings }
}
