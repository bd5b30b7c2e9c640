/** What becomes of a match when its document or entry changes. Pure. */
import type { Books, NewPosting, Posting } from '@pacioli/postings'
import { sameContacts, type BankTransaction, type Contacts } from '../bank-transactions/bank-transaction.ts'
import type { Allocation, Candidate } from '../matches/candidate.ts'
import { clearedOf, headOf, linesOfCandidate, reversalOf } from '../matches/match.ts'
import type { BankSide, Match, NamesOf } from '../matches/match.ts'

/** ENDS: the transaction is uncategorized again. REPOST: it stays matched, and its posting is replaced. */
export type Outcome = 'STAYS' | 'ENDS' | 'REPOST'

/**
 * A match holds while its candidate is open and has the same amount on the same clearing account; how tags divide the
 * amount, and whose it is, may change. Times, names and texts do not count.
 * @param transaction which has the customer or vendor that the lines of its posting name
 */
export function outcomeOf(
  { cleared, postingKey }: Match,
  transaction: Pick<BankTransaction, 'direction'> & Contacts,
  candidate: Candidate,
): Outcome {
  if (!candidate.isOpen) return 'ENDS'
  if (cleared === null) return 'STAYS'
  const isSameMoney =
    candidate.amount === cleared.amount &&
    candidate.clearingAccountId === cleared.accountId &&
    candidate.direction === transaction.direction
  if (!isSameMoney) return 'ENDS'
  const isSameEntry =
    sameContacts(transaction, candidate) && sumsOf(cleared.allocations) === sumsOf(candidate.allocations)
  return postingKey === null || isSameEntry ? 'STAYS' : 'REPOST'
}

/** The amount under each combination of tags, in a comparable form. */
function sumsOf(allocations: readonly Allocation[]): string {
  const sums = new Map<string, bigint>()
  for (const { amount, tags } of allocations) {
    const combination = tags
      .map(({ definitionId }) => definitionId)
      .sort()
      .join(' ')
    sums.set(combination, (sums.get(combination) ?? 0n) + BigInt(amount))
  }
  return [...sums]
    .map(([combination, sum]) => `${combination}: ${sum}`)
    .sort()
    .join('\n')
}

/**
 * Reposts the match as tags divide the document now, and under its customer or vendor. If the period was closed since,
 * both postings move to the first open instant (docs/POSTING-RULES.md "Banking"). Undefined where one of the accounts no
 * longer takes postings.
 * @throws RetryDecision
 */
export function rematch(
  match: Match,
  own: BankSide,
  candidate: Candidate,
  { namesOf, books }: { namesOf: NamesOf; books: Books },
): { match: Match; postings: Posting[] } | undefined {
  const revision = match.revision + 1
  const entryAt = books.firstOpenFrom(own.transaction.date)
  const lines = linesOfCandidate(own, candidate, namesOf, books)
  if (lines.some(({ accountId }) => books.accountById(accountId).isArchived)) return undefined
  const posting: NewPosting = { ...headOf(own.transaction, match.id, revision), entryAt, lines }
  return {
    match: { ...match, postingKey: posting.postingKey, revision, cleared: clearedOf(candidate) },
    postings: [...reversalOf(match, entryAt), posting],
  }
}
