import type { Tx } from '@pacioli/db'
import { insertResolved } from '@pacioli/ledger-facts'
import type { Books, Posting, Source } from '@pacioli/postings'
import type { Banking } from '../banking.ts'
import type { Change } from '../bank-transactions/bank-transaction.ts'
import { sourceOf } from '../bank-transactions/posting-keys.ts'
import { recordTransactions } from '../bank-transactions/record-transactions.ts'
import type { Business } from '../businesses/business.ts'

export type DecidedChanges = { changed: readonly Change[]; postings: readonly Posting[] }

/**
 * Records decisions on locked transactions, and stages their postings. The totals of accounts, which other requests wait
 * for, come last. Returns all sources that may have undelivered postings: a decision that changes nothing may repeat one
 * whose posting is in flight.
 * @throws PostingFailed where the ledger refused an earlier posting, unless `isBehindFailed`
 */
export async function recordDecisions(
  tx: Tx,
  banking: Banking,
  business: Pick<Business, 'clientId'>,
  books: Books,
  { changed, postings }: DecidedChanges,
  { isBehindFailed = false } = {},
): Promise<Source[]> {
  const { accounts, tags } = books.facts
  insertResolved(tx, { accounts: [...accounts.values()], tags: [...tags.values()] })
  if (isBehindFailed) await banking.postingSession.stageAnyway(tx, business, books, postings)
  else await banking.postingSession.stage(tx, business, books, postings)
  await recordTransactions(tx, banking, { changed })
  return [...changed.map(({ after }) => sourceOf(after)), ...postings.map(({ source }) => source)]
}
