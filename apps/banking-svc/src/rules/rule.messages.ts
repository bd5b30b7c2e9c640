/** Rules as messages, and from requests. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { loadAccounts, loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Books } from '@pacioli/postings'
import type {
  CategorizationRule as RuleMessage,
  RuleConditions as ConditionsMessage,
  RuleConditions__Output,
} from '@pacioli/protos/banking'
import type { CategoryIdentifier__Output, TagKeyValue__Output } from '@pacioli/protos/common'
import { toAppliedTag } from '../bank-transactions/bank-transaction.messages.ts'
import type { BankDirection, TransactionTag } from '../bank-transactions/bank-transaction.ts'
import { toCategory, toInput, type RequestedCategory } from '../categorization/requested-decision.ts'
import type { Conditions, Rule } from './rule.ts'

const NO_CONDITIONS: Conditions = {
  descriptionContains: null,
  descriptionEquals: null,
  descriptionRegex: null,
  merchantNameContains: null,
  merchantNameRegex: null,
  amountMin: null,
  amountMax: null,
  direction: null,
  bankAccountIds: [],
  externalAccountIds: [],
  counterpartyId: null,
  counterpartyNameContains: null,
}

/** @throws InvalidPayload for an unknown direction */
export function toConditions(given: RuleConditions__Output | null | undefined): Conditions {
  if (!given) return NO_CONDITIONS
  return {
    descriptionContains: textOf(given.description_contains),
    descriptionEquals: textOf(given.description_equals),
    descriptionRegex: textOf(given.description_regex),
    merchantNameContains: textOf(given.merchant_name_contains),
    merchantNameRegex: textOf(given.merchant_name_regex),
    amountMin: given.amount_min ?? null,
    amountMax: given.amount_max ?? null,
    direction: directionOf(given.direction),
    bankAccountIds: idsOf(given.bank_account_ids),
    externalAccountIds: idsOf(given.external_account_ids),
    counterpartyId: textOf(given.counterparty_id)?.toLowerCase() ?? null,
    counterpartyNameContains: textOf(given.counterparty_name_contains),
  }
}

/** An empty text is no condition. */
const textOf = (given: string | undefined): string | null => (given === undefined || given === '' ? null : given)

/** As the database spells them. */
const idsOf = (given: readonly string[]): string[] => [...new Set(given.map((id) => id.toLowerCase()))]

function directionOf(given: string | undefined): BankDirection | null {
  if (given === undefined || given === 'CREDIT' || given === 'DEBIT') return given ?? null
  throw refused('InvalidPayload', 'Expected CREDIT or DEBIT.', { field: 'conditions.direction', value: given })
}

const toConditionsMessage = (conditions: Conditions): ConditionsMessage => ({
  description_contains: conditions.descriptionContains ?? undefined,
  description_equals: conditions.descriptionEquals ?? undefined,
  description_regex: conditions.descriptionRegex ?? undefined,
  merchant_name_contains: conditions.merchantNameContains ?? undefined,
  merchant_name_regex: conditions.merchantNameRegex ?? undefined,
  amount_min: conditions.amountMin ?? undefined,
  amount_max: conditions.amountMax ?? undefined,
  direction: conditions.direction ?? undefined,
  bank_account_ids: [...conditions.bankAccountIds],
  external_account_ids: [...conditions.externalAccountIds],
  counterparty_id: conditions.counterpartyId ?? undefined,
  counterparty_name_contains: conditions.counterpartyNameContains ?? undefined,
})

/** With the names of categories and tags, in two queries however many rules there are. */
export async function presentRules(tx: Tx, rules: readonly Rule[]): Promise<RuleMessage[]> {
  const accounts = await loadAccounts(
    tx,
    rules.flatMap(({ categoryAccountId }) => categoryAccountId ?? []),
  )
  const tags = await loadTagDefinitions(
    tx,
    rules.flatMap((rule) => rule.tags.map(({ definitionId }) => definitionId)),
  )
  return rules.map((rule) => ({
    id: rule.id,
    external_id: rule.externalId ?? undefined,
    name: rule.name,
    priority: rule.priority,
    is_active: rule.isActive,
    conditions: toConditionsMessage(rule.conditions),
    category: rule.excludes
      ? { type: 'Exclusion' }
      : rule.categoryAccountId === null
        ? undefined
        : {
            type: 'AccountId',
            id: rule.categoryAccountId,
            stable_name: accounts.get(rule.categoryAccountId)?.stableName ?? undefined,
            customer_id: rule.categoryCustomerId ?? undefined,
            vendor_id: rule.categoryVendorId ?? undefined,
          },
    tags: rule.tags.map((tag) => toAppliedTag(tag, tags)),
    tax_code: rule.taxCode ?? undefined,
    memo: rule.memo ?? undefined,
    is_applying: rule.isApplying,
    disabled_at: rule.disabledAt?.toISOString(),
    disabled_reason: rule.disabledReason ?? undefined,
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
    deleted_at: rule.deletedAt?.toISOString(),
  }))
}

/** The account that a request names as category; undefined for an exclusion. */
export const accountNamed = (category: CategoryIdentifier__Output): RequestedCategory | undefined =>
  category.type === 'Exclusion' ? undefined : toCategory(category)

/** Resolved tags, sorted by id; those that the rule has already keep their ids. @throws DuplicateTagDimension */
export function tagsOf(
  given: readonly TagKeyValue__Output[],
  books: Books,
  existing: readonly TransactionTag[],
  newId: () => string,
): TransactionTag[] {
  const byDimension = new Map<string, TransactionTag>()
  for (const [index, input] of given.entries()) {
    const { dimensionId, definitionId } = books.tag(toInput(input))
    const rival = byDimension.get(dimensionId)
    if (rival && rival.definitionId !== definitionId)
      throw refused('DuplicateTagDimension', `A rule gives one value of ${input.key}, not several.`, {
        field: `tags.${index}`,
        value: input.value,
      })
    const known = existing.find((tag) => tag.definitionId === definitionId)
    byDimension.set(dimensionId, rival ?? known ?? { id: newId(), dimensionId, definitionId })
  }
  return [...byDimension.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}
