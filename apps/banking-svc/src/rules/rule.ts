/** Categorization rules: conditions, effects and limits. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { Problems, refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import type { BankDirection, BankTransaction, TransactionTag } from '../bank-transactions/bank-transaction.ts'

/** All that are set must hold. Texts compare without case; expressions are PostgreSQL's. */
export type Conditions = {
  descriptionContains: string | null
  descriptionEquals: string | null
  descriptionRegex: string | null
  merchantNameContains: string | null
  merchantNameRegex: string | null
  /** Minor units, inclusive. */
  amountMin: number | null
  amountMax: number | null
  direction: BankDirection | null
  bankAccountIds: readonly string[]
  externalAccountIds: readonly string[]
  counterpartyId: string | null
  counterpartyNameContains: string | null
}

/** What a rule does to a matching transaction: categorizes it, or, without a category, only adds details. */
export type Effects = {
  categoryAccountId: string | null
  /** Whose debt it is, on ACCOUNTS_RECEIVABLE or ACCOUNTS_PAYABLE. */
  categoryCustomerId: string | null
  categoryVendorId: string | null
  excludes: boolean
  tags: readonly TransactionTag[]
  taxCode: string | null
  memo: string | null
}

export type Rule = Effects & {
  id: string
  externalId: string | null
  /** The canonical request; set only while it is created. */
  asked?: CanonicalRequest | undefined
  name: string
  /** The lowest decides; of equal ones the older rule. */
  priority: number
  isActive: boolean
  conditions: Conditions
  /** Being applied to uncategorized transactions. */
  isApplying: boolean
  appliedThrough: string | null
  appliedCount: number
  /** Set when an expression took too long: the rule is off. */
  disabledAt: Date | null
  disabledReason: string | null
  version: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

/** The decision of the first matching rule. */
export type RuleDecision = Omit<Effects, 'tags'> & { ruleId: string; tags: readonly Omit<TransactionTag, 'id'>[] }

/** The fields that conditions test. */
export type RuleSubject = Pick<
  BankTransaction,
  | 'id'
  | 'description'
  | 'merchantName'
  | 'counterpartyId'
  | 'counterpartyName'
  | 'amount'
  | 'direction'
  | 'bankAccountId'
  | 'externalAccountId'
>

/** Every import evaluates all of them. */
export const MAX_RULES = 1_000

export const MAX_PRIORITY = 2_147_483_647
/** Leaves space for rules in between. */
const STEP = 10

/** After the last one; of equal ones the older decides. */
export const priorityAfter = (last: number): number => Math.min(last + STEP, MAX_PRIORITY)

export const isInForce = ({ isActive, disabledAt, deletedAt }: Rule): boolean =>
  isActive && disabledAt === null && deletedAt === null

/** @throws InvalidPayload naming what is missing or can never match */
export function requireSensible(rule: Pick<Rule, 'name' | 'priority' | 'conditions'> & Effects): void {
  const problems = new Problems()
  const { conditions } = rule
  if (rule.name.trim() === '') problems.add('InvalidPayload', 'A rule has a name.', { field: 'name' })
  if (!Number.isInteger(rule.priority) || rule.priority < 0 || rule.priority > MAX_PRIORITY)
    problems.add('InvalidPayload', `A priority is a whole number from 0 to ${MAX_PRIORITY}.`, {
      field: 'priority',
      value: rule.priority,
    })
  if (isEmpty(conditions))
    problems.add('InvalidPayload', 'A rule has at least one condition; otherwise it would decide everything.', {
      field: 'conditions',
    })
  if (
    rule.categoryAccountId === null &&
    !rule.excludes &&
    rule.tags.length === 0 &&
    rule.taxCode === null &&
    rule.memo === null
  )
    problems.add('InvalidPayload', 'A rule says something: a category, Exclusion, tags, a tax code or a memo.', {
      field: 'category',
    })
  const { amountMin, amountMax } = conditions
  for (const [field, amount] of [
    ['conditions.amount_min', amountMin],
    ['conditions.amount_max', amountMax],
  ] as const)
    if (amount !== null && (!isAmount(amount) || amount < 0))
      problems.add('InvalidPayload', 'An amount is a whole number of minor units from 0.', { field, value: amount })
  if (amountMin !== null && amountMax !== null && amountMin > amountMax)
    problems.add('InvalidPayload', `No amount is at least ${amountMin} and at most ${amountMax}.`, {
      field: 'conditions.amount_max',
      value: amountMax,
    })
  problems.throwIfAny()
}

const isEmpty = (conditions: Conditions): boolean =>
  Object.values(conditions).every(
    (value) => value === null || value === '' || (Array.isArray(value) && value.length === 0),
  )

/** Conditions by their public names. */
export const stateOfConditions = (conditions: Conditions) => ({
  description_contains: conditions.descriptionContains,
  description_equals: conditions.descriptionEquals,
  description_regex: conditions.descriptionRegex,
  merchant_name_contains: conditions.merchantNameContains,
  merchant_name_regex: conditions.merchantNameRegex,
  amount_min: conditions.amountMin,
  amount_max: conditions.amountMax,
  direction: conditions.direction,
  bank_account_ids: conditions.bankAccountIds,
  external_account_ids: conditions.externalAccountIds,
  counterparty_id: conditions.counterpartyId,
  counterparty_name_contains: conditions.counterpartyNameContains,
})

export const hasRegex = ({ conditions }: Rule): boolean =>
  conditions.descriptionRegex !== null || conditions.merchantNameRegex !== null

export const ruleNotFound = (id: string) =>
  refused('CategorizationRuleNotFound', `The business has no categorization rule ${id}.`, {
    field: 'ruleId',
    value: id,
  })

export const decisionOf = (rule: Rule): RuleDecision => ({
  ruleId: rule.id,
  categoryAccountId: rule.categoryAccountId,
  categoryCustomerId: rule.categoryCustomerId,
  categoryVendorId: rule.categoryVendorId,
  excludes: rule.excludes,
  tags: rule.tags.map(({ dimensionId, definitionId }) => ({ dimensionId, definitionId })),
  taxCode: rule.taxCode,
  memo: rule.memo,
})

/** Changing a disabled rule enables it again. */
export const disable = (rule: Rule, reason: string, now: Date): Rule => ({
  ...rule,
  isApplying: false,
  disabledAt: now,
  disabledReason: reason,
  version: rule.version + 1,
  updatedAt: now,
})
