/** Decisions without a person: by a feed's own category, else by a rule. Pure. */
import { DomainError } from '@pacioli/errors'
import type { AskedAccount, Books, Posting } from '@pacioli/postings'
import {
  contactsOf,
  type BankTransaction,
  type Decider,
  type TransactionTag,
} from '../bank-transactions/bank-transaction.ts'
import { decideTransaction, type DecidedTag } from '../categorization/decide-transaction.ts'
import type { RequestedCategory } from '../categorization/requested-decision.ts'
import type { RuleDecision } from './rule.ts'

export type AutomaticDecision = {
  by: Decider
  /** Null where a rule only adds details. */
  category: RequestedCategory | 'Exclusion' | null
  tags: readonly Omit<TransactionTag, 'id'>[]
  taxCode: string | null
  memo: string | null
}

export const decisionOfRule = (rule: RuleDecision): AutomaticDecision => ({
  by: { method: 'RULE', ruleId: rule.ruleId },
  category: rule.excludes
    ? 'Exclusion'
    : rule.categoryAccountId === null
      ? null
      : {
          type: 'AccountId',
          id: rule.categoryAccountId,
          customerId: rule.categoryCustomerId,
          vendorId: rule.categoryVendorId,
        },
  tags: rule.tags,
  taxCode: rule.taxCode,
  memo: rule.memo,
})

/** The transaction's own tags come before those of the rule: one value of each dimension. */
export const withTagsOfRule = (
  own: readonly TransactionTag[],
  decision: AutomaticDecision,
  newId: () => string,
): TransactionTag[] => {
  const taken = new Set(own.map(({ dimensionId }) => dimensionId))
  return [
    ...own,
    ...decision.tags.filter(({ dimensionId }) => !taken.has(dimensionId)).map((tag) => ({ id: newId(), ...tag })),
  ]
}

export type DecisionFacts = {
  books: Books | undefined
  bankLedgerAccountId: string
  tagNames: ReadonlyMap<string, DecidedTag>
  matchedBefore?: ReadonlySet<string>
  now: Date
  newId: () => string
}

export type AutomaticallyDecided = {
  after: BankTransaction
  postings: Posting[]
  accounts: AskedAccount[]
  reason?: string
}

/**
 * Applies the decision. Where bookkeeping rules refuse it (a closed period, an archived account) the transaction stays
 * uncategorized, with the reason: what the bank did has happened.
 * @throws RetryDecision
 */
export function decideAutomatically(
  before: BankTransaction,
  decision: AutomaticDecision,
  facts: DecisionFacts,
): AutomaticallyDecided {
  const described: BankTransaction = {
    ...before,
    tags: withTagsOfRule(before.tags, decision, facts.newId),
    taxCode: before.taxCode ?? decision.taxCode,
    memo: before.memo ?? decision.memo,
  }
  const { books } = facts
  if (decision.category === null || books === undefined) return { after: described, postings: [], accounts: [] }
  try {
    if (decision.category === 'Exclusion')
      return { ...decideTransaction(described, { kind: 'exclusion' }, decision.by, { ...facts, books }), accounts: [] }
    const account = books.account(decision.category)
    const category = { kind: 'category', account, ...contactsOf(decision.category) } as const
    const decided = decideTransaction(described, category, decision.by, { ...facts, books })
    return { ...decided, accounts: [account] }
  } catch (error) {
    if (!(error instanceof DomainError) || error.problems[0].type !== 'RuleViolation') throw error
    return { after: described, postings: [], accounts: [], reason: error.message }
  }
}
