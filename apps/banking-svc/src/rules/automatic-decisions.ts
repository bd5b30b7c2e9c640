/** What is decided of transactions as they come in: by their feed's own category, else by a rule. Pure. */
import { DomainError } from '@pacioli/errors'
import type { AccountIdentifier, AskedAccount, Books, Posting, Question } from '@pacioli/postings'
import type { BankTransaction, Decider, TransactionTag } from '../bank-transactions/bank-transaction.ts'
import { decideTransaction, type DecidedTag } from '../categorization/decide-transaction.ts'
import type { RuleDecision } from './rule.ts'
import type { Incoming } from '../statement-import/incoming.ts'

export type RowDecision = {
  by: Decider
  /** Null where a rule only tags. */
  category: AccountIdentifier | 'Exclusion' | null
  tags: readonly Omit<TransactionTag, 'id'>[]
  taxCode: string | null
  memo: string | null
}

/** What the feed itself says; a pending transaction cannot be decided yet. */
export const decisionOfFeed = ({ category, isPending }: Incoming): RowDecision | undefined =>
  category === null || isPending
    ? undefined
    : {
        by: { method: 'IMPORT', ruleId: null },
        category: category.type === 'Exclusion' ? 'Exclusion' : category,
        tags: [],
        taxCode: null,
        memo: null,
      }

export const decisionOfRule = (rule: RuleDecision): RowDecision => ({
  by: { method: 'RULE', ruleId: rule.ruleId },
  category: rule.excludes
    ? 'Exclusion'
    : rule.categoryAccountId === null
      ? null
      : { type: 'AccountId', id: rule.categoryAccountId },
  tags: rule.tags,
  taxCode: rule.taxCode,
  memo: rule.memo,
})

/**
 * What the ledger is asked for an import; nothing where nothing of it could be posted or tagged. Fields name the rows of
 * a feed, whose position counts from 0 there.
 */
export function questionOf(
  rows: readonly Incoming[],
  decisions: ReadonlyMap<number, RowDecision>,
  bankLedgerAccountId: string,
): Question | undefined {
  const accounts = rows.flatMap(({ row }) => {
    const category = decisions.get(row)?.category
    return !category || category === 'Exclusion'
      ? []
      : [{ identifier: category, field: `transactions.${row - 1}.category` }]
  })
  const tags = rows.flatMap(({ row, tags }) =>
    tags.map((input, index) => ({ input, field: `transactions.${row - 1}.tags.${index}` })),
  )
  const decides = [...decisions.values()].some(({ category }) => category !== null)
  if (!decides && tags.length === 0) return undefined
  return {
    accounts: [
      ...firstOfEach(accounts, ({ identifier }) => JSON.stringify(identifier)),
      { identifier: { type: 'AccountId', id: bankLedgerAccountId } },
    ],
    tags: firstOfEach(tags, ({ input }) => JSON.stringify([input.key, input.value])),
  }
}

const firstOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => {
  const found = new Map<string, Item>()
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item)
  return [...found.values()]
}

/** The tags of a row, and below them those of its rule: one value of each dimension. */
export const withTagsOfRule = (
  own: readonly TransactionTag[],
  decision: RowDecision,
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
  now: Date
  newId: () => string
}

export type DecidedRow = { after: BankTransaction; postings: Posting[]; accounts: AskedAccount[]; reason?: string }

/**
 * A transaction as decided. What the rules of bookkeeping refuse (a closed period, an archived account) leaves it
 * waiting, with the reason: an import is of what the bank did, and that has happened.
 * @throws AskAgain
 */
export function decideRow(before: BankTransaction, decision: RowDecision, facts: DecisionFacts): DecidedRow {
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
    const decided = decideTransaction(described, { kind: 'category', account }, decision.by, { ...facts, books })
    return { ...decided, accounts: [account] }
  } catch (error) {
    if (!(error instanceof DomainError) || error.problems[0].type !== 'RuleViolation') throw error
    return { after: described, postings: [], accounts: [], reason: error.message }
  }
}
