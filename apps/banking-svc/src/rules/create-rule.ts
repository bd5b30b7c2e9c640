import { canonicalRequestOf, type CanonicalRequest, type Defaults } from '@pacioli/fields'
import { refuseReuse, type Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { insertResolved, requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, type Books, decideOnce } from '@pacioli/postings'
import type { CreateRuleRequest__Output, RuleAnswer } from '@pacioli/protos/banking'
import type { CategoryIdentifier__Output, TagKeyValue__Output } from '@pacioli/protos/common'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { requireCategory } from '../bank-transactions/control-accounts.ts'
import { refuseExcludedParty, toInput } from '../categorization/requested-decision.ts'
import { contactsOfCategory, type NamedContact } from '../categorization/named-contacts.ts'
import { requireContacts } from '../categorization/require-contacts.ts'
import { continueApplying, type Supposed } from './apply-rule.ts'
import { requireConditions } from './require-conditions.ts'
import { ruleEvent } from './rule.events.ts'
import { accountNamed, presentRules, tagsOf, toConditions } from './rule.messages.ts'
import { MAX_RULES, priorityAfter, requireSensible, type Effects, type Rule } from './rule.ts'
import { findRuleByExternalId, lockRules, insertRule } from './rule.store.ts'

/**
 * A rule decides what is imported from now on and, if requested, uncategorized transactions. Without a priority it comes
 * last.
 * @throws InvalidPayload, AccountNotFound, AccountArchived, ControlAccount, PartyMismatch, CustomerNotFound,
 *   VendorNotFound, TagValueArchived, DuplicateTagDimension, InvalidRegex,
 *   BankAccountNotFound, ExternalAccountNotFound, CounterpartyNotFound, TooManyRules, BusinessNotFound, BusinessArchived
 */
export async function createRule(
  banking: Banking,
  request: BusinessWrite,
  input: CreateRuleRequest__Output,
): Promise<RuleAnswer> {
  const business = await requireBusiness(banking, request)
  await requireContacts(banking, request, contactsNamedBy(input.category))
  let written: Supposed | undefined
  const { data } = await decideOnce<RuleAnswer>(banking, request, {
    ask: async (tx) => {
      requireOpen(business)
      // A repeat queries nothing that could be refused by now.
      return (await findEarlier(tx, input)) ? new LedgerPrefetch() : prefetchEffects(input.category, input.tags)
    },
    write: async (tx, books) => {
      const { answer, rule } = await writeNew(tx, banking, input, books)
      written = rule && { rule, write: insertRule }
      return { data: answer, sources: [] }
    },
  })
  return continueApplying(banking, request, data, { isRequested: input.apply_retroactively ?? false, written })
}

/** What absent fields mean. */
const DEFAULTS: Defaults = { is_active: true, apply_retroactively: false }

const canonicalOf = (input: CreateRuleRequest__Output): CanonicalRequest | undefined =>
  input.external_id ? canonicalRequestOf(input, DEFAULTS) : undefined

/** The rule of this external_id. @throws ExternalIdReused */
async function findEarlier(tx: Tx, input: CreateRuleRequest__Output): Promise<Rule | undefined> {
  const { external_id: externalId } = input
  const asked = canonicalOf(input)
  if (!externalId || !asked) return undefined
  const earlier = await findRuleByExternalId(tx, externalId)
  if (earlier)
    await refuseReuse(tx, 'categorization_rules', [{ id: earlier.id, externalId, canonicalRequest: asked, field: '' }])
  return earlier
}

async function writeNew(
  tx: Tx,
  banking: Banking,
  input: CreateRuleRequest__Output,
  books: Books,
): Promise<{ answer: RuleAnswer; rule?: Rule }> {
  const { count, lastPriority } = await lockRules(tx)
  const earlier = await findEarlier(tx, input)
  if (earlier) return { answer: { data: (await presentRules(tx, [earlier]))[0], created: false } }
  const rule = newRule(banking, input, books, input.priority ?? priorityAfter(lastPriority))
  requireSensible(rule)
  if (count >= MAX_RULES)
    throw refused('TooManyRules', `A business has at most ${MAX_RULES} rules. Delete those that are not needed.`)
  await requireConditions(tx, rule.conditions)
  insertResolved(tx, effectsIn(books))
  await insertRule(tx, rule)
  await stageEvents(tx, [ruleEvent(tx.businessId, rule, 'created', banking.newId(), banking.now())])
  tx.afterCommit(banking.notify)
  return { answer: { data: (await presentRules(tx, [rule]))[0], created: true }, rule }
}

function newRule(banking: Banking, input: CreateRuleRequest__Output, books: Books, priority: number): Rule {
  const now = banking.now()
  const isActive = input.is_active ?? true
  return {
    id: banking.newId(),
    externalId: input.external_id ?? null,
    asked: canonicalOf(input),
    name: input.name,
    priority,
    isActive,
    conditions: toConditions(input.conditions),
    ...categoryFrom(input.category, books),
    tags: tagsOf(input.tags, books, [], banking.newId),
    taxCode: input.tax_code ?? null,
    memo: input.memo ?? null,
    isApplying: isActive && (input.apply_retroactively ?? false),
    appliedThrough: null,
    appliedCount: 0,
    disabledAt: null,
    disabledReason: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

export function contactsNamedBy(category: CategoryIdentifier__Output | null | undefined): NamedContact[] {
  const named = category ? accountNamed(category) : undefined
  return named ? contactsOfCategory(named, 'category') : []
}

export function prefetchEffects(
  category: CategoryIdentifier__Output | null | undefined,
  tags: readonly TagKeyValue__Output[],
): LedgerPrefetch {
  const asking = new LedgerPrefetch()
  const identifier = category ? accountNamed(category) : undefined
  if (identifier) asking.account(identifier, 'category')
  tags.forEach((tag, index) => asking.tag(toInput(tag), `tags.${index}`))
  return asking
}

/** @throws AccountArchived, ControlAccount, PartyMismatch, InvalidPayload */
export function categoryFrom(
  category: CategoryIdentifier__Output | null | undefined,
  books: Books,
): Pick<Effects, 'categoryAccountId' | 'categoryCustomerId' | 'categoryVendorId' | 'excludes'> {
  const none = { categoryAccountId: null, categoryCustomerId: null, categoryVendorId: null }
  if (!category) return { ...none, excludes: false }
  const identifier = accountNamed(category)
  if (!identifier) {
    const problems = new Problems()
    refuseExcludedParty(category, 'category', problems)
    problems.throwIfAny()
    return { ...none, excludes: true }
  }
  const account = books.account(identifier)
  const { customerId, vendorId } = identifier
  requireCategory({ account, customerId, vendorId }, 'category')
  books.requirePostable(account, 'category')
  return { categoryAccountId: account.id, categoryCustomerId: customerId, categoryVendorId: vendorId, excludes: false }
}

/** Copied at once, so that the answer shows names. */
export const effectsIn = ({ facts }: Books) => ({
  accounts: [...facts.accounts.values()],
  tags: [...facts.tags.values()],
})
