import type { Tx } from '@pacioli/db'
import type { SuggestedMatch } from '@pacioli/protos/banking'
import { loadLedgerAccountIds } from '../bank-accounts/bank-account.store.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { Business } from '../businesses/business.ts'
import { misfitOfCandidate, misfitOfTransfer } from '../matches/candidate.ts'
import { MAX_DAYS_APART, rank, type Suggestion } from './suggestion.ts'
import { findCandidatesFor, findOtherSidesFor, type SuggestionRequest } from './suggest-matches.store.ts'

/**
 * What each uncategorized transaction could be matched to, best first, in three queries however many there are. A
 * suggestion can be confirmed unless something changes meanwhile. Suggestions never match by themselves.
 */
export async function suggestMatches(
  tx: Tx,
  business: Business,
  transactions: readonly BankTransaction[],
): Promise<Map<string, SuggestedMatch[]>> {
  const uncategorized = transactions.filter(({ status, amount }) => status === 'READY_FOR_INPUT' && amount > 0)
  if (uncategorized.length === 0) return new Map()
  const { suggestionRules } = business
  const { roundingThreshold, adjustmentThreshold, suggestsAdjustments } = suggestionRules
  const rules = { ...suggestionRules, adjustmentThreshold: suggestsAdjustments ? adjustmentThreshold : 0 }
  const ledgerAccounts = await loadLedgerAccountIds(
    tx,
    uncategorized.map(({ bankAccountId }) => bankAccountId),
  )
  const asking = uncategorized.flatMap((transaction) => toRequest(transaction, ledgerAccounts))
  const days = MAX_DAYS_APART
  const sides = await findOtherSidesFor(tx, asking, { days, amount: Math.floor(roundingThreshold) })
  const candidates = await findCandidatesFor(tx, asking, {
    days,
    amount: Math.floor(rules.adjustmentThreshold),
  })
  const sidesOf = Map.groupBy(sides, ({ askedBy }) => askedBy)
  const candidatesOf = Map.groupBy(candidates, ({ askedBy }) => askedBy)
  return new Map(
    asking.map(({ transaction, ledgerAccountId }) => [
      transaction.id,
      rank(transaction, [
        ...(sidesOf.get(transaction.id) ?? [])
          .filter(({ found }) => misfitOfTransfer(transaction, found, rules) === undefined)
          .map(({ found, similarity }): Suggestion => ({
            ...found,
            matchType: 'TRANSFER',
            subjectId: found.id,
            similarity,
          })),
        ...(candidatesOf.get(transaction.id) ?? [])
          .filter(({ found }) => misfitOfCandidate(transaction, found, ledgerAccountId, rules) === undefined)
          .map(({ found, similarity }): Suggestion => ({ ...found, similarity })),
      ]).map(toMessage),
    ]),
  )
}

function toRequest(transaction: BankTransaction, ledgerAccounts: ReadonlyMap<string, string>): SuggestionRequest[] {
  const ledgerAccountId = ledgerAccounts.get(transaction.bankAccountId)
  if (ledgerAccountId === undefined) return []
  const { counterpartyName, merchantName, description } = transaction
  return [
    { transaction, ledgerAccountId, words: [counterpartyName, merchantName, description].filter(Boolean).join(' ') },
  ]
}

const toMessage = ({ id, matchType, subjectId, amount, date, description }: Suggestion): SuggestedMatch => ({
  id,
  matchType,
  details: { id: subjectId, amount, date: date.toISOString(), description },
})
