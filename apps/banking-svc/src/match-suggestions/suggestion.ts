/** What is suggested for a transaction, and in which order. Pure. */
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { MatchType } from '../matches/candidate.ts'

export type Suggestion = {
  /** What Confirm_Match takes. */
  id: string
  matchType: MatchType
  /** The transaction, the entry or the document. */
  subjectId: string
  amount: number
  date: Date
  day: string
  description: string
  /** Of the words of both, 0 to 1. */
  similarity: number
}

/**
 * Cheques and transfers over a weekend with holidays take that long; beyond it equal amounts are mostly coincidence.
 * What lies further apart can be confirmed all the same.
 */
export const MAX_DAYS_APART = 10
const MAX_SUGGESTIONS = 10

const DAY_MS = 86_400_000
const daysApart = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS

/** Nearest amount first, then the nearest day, then the most similar words; ids last, so that the order is always one. */
export function rank(
  { amount, day }: Pick<BankTransaction, 'amount' | 'day'>,
  suggestions: readonly Suggestion[],
): Suggestion[] {
  return suggestions
    .map((suggestion) => ({
      suggestion,
      order: [Math.abs(suggestion.amount - amount), daysApart(suggestion.day, day), -suggestion.similarity],
    }))
    .sort(
      (one, other) =>
        one.order.reduce((found, value, index) => found || value - (other.order[index] ?? 0), 0) ||
        (one.suggestion.id < other.suggestion.id ? -1 : 1),
    )
    .slice(0, MAX_SUGGESTIONS)
    .map(({ suggestion }) => suggestion)
}
