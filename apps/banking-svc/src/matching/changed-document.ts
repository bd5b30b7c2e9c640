/**
 * What becomes of a match when the document or the entry that it stands on says something else than it did. Pure.
 */
import type { Books, NewPosting, Posting } from '@pacioli/postings'
import type { BankTransaction, Parties } from '../bank-transactions/bank-transaction.ts'
import type { Allocation, Candidate } from './candidate.ts'
import { clearedOf, headOf, linesOfCandidate, partiesOf, reversalOf } from './match.ts'
import type { BankSide, Match, NamesOf } from './match.ts'

/** ENDS: the transaction waits again. ANEW: it stays matched, and what was posted for it is replaced. */
export type Fate = 'STAYS' | 'ENDS' | 'ANEW'

/**
 * A match holds as long as what it stands on is open and is still this amount on this clearing account; how the amount
 * is divided under tags may change. Times, names and texts are no part of it.
 */
export function fateOf(
  { cleared, postingKey }: Match,
  transaction: Pick<BankTransaction, 'direction'>,
  candidate: Candidate,
): Fate {
  if (!candidate.isOpen) return 'ENDS'
  if (cleared === null) return 'STAYS'
  const isSameMoney =
    candidate.amount === cleared.amount &&
    candidate.clearingAccountId === cleared.accountId &&
    candidate.direction === transaction.direction
  if (!isSameMoney) return 'ENDS'
  return postingKey === null || sumsOf(cleared.allocations) === sumsOf(candidate.allocations) ? 'STAYS' : 'ANEW'
}

/** What is cleared under each combination of tags, in a form that can be compared. */
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

/** Whether the transaction still says with whom the document was. */
export function hasOtherParties(transaction: Parties, candidate: Parties): boolean {
  const [said, meant] = [partiesOf(transaction), partiesOf(candidate)]
  return (Object.keys(meant) as (keyof Parties)[]).some((name) => said[name] !== meant[name])
}

/**
 * The match as the document is divided now: what was posted for it is reversed and posted anew. In a period that was
 * closed since both move to its end (docs/POSTING-RULES.md, "Dates"). Undefined where one of the accounts takes no
 * postings any more.
 * @throws AskAgain
 */
export function matchAnew(
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
