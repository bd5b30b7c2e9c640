/** Suggestions for a transaction, and their order. Pure. */
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { MatchType } from '../matches/candidate.ts'

export type Suggestion = {
  /** What MatchTransaction takes. */
  id: string
  matchType: MatchType
  /** The transaction, the entry or the document. */
  subjectId: string
  amount: number
  date: Date
  day: string
  description: string
  /** Of the words of both sides, 0 to 1. */
  similarity: number
}

/**
 * Cheques and transfers over a long weekend take so many days; beyond, equal amounts are mostly coincidence. A match that
 * is further apart can still be confirmed.
 */
export const MAX_DAYS_APART = 10
const MAX_SUGGESTIONS = 10

const DAY_MS = 86_400_000
const daysApart = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS

/** By nearest amount, nearest day, most similar words, and then id, so that the order is total. */
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
