import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { insertResolved, requireOpen } from '@pacioli/ledger-facts'
import { type Books, decideOnce } from '@pacioli/postings'
import type { RuleAnswer, UpdateRuleRequest__Output } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { requireContacts } from '../categorization/require-contacts.ts'
import { continueApplying, type Supposed } from './apply-rule.ts'
import { contactsNamedBy, prefetchEffects, categoryFrom, effectsIn } from './create-rule.ts'
import { requireConditions } from './require-conditions.ts'
import { ruleEvent } from './rule.events.ts'
import { presentRules, tagsOf, toConditions } from './rule.messages.ts'
import { requireSensible, ruleNotFound, type Rule } from './rule.ts'
import { findRuleByExternalId, lockRules, lockRule, updateRule as writeRule } from './rule.store.ts'

const CLEARABLE = ['external_id', 'category', 'tags', 'tax_code', 'memo']

/**
 * Absent fields stay as they are; conditions are replaced as a whole. Earlier decisions of the rule stay. A rule that was
 * disabled for a slow expression is enabled again.
 * @throws CategorizationRuleNotFound, DuplicateExternalId, and what createRule throws
 */
export async function updateRule(
  banking: Banking,
  request: BusinessWrite,
  input: UpdateRuleRequest__Output,
): Promise<RuleAnswer> {
  const business = await requireBusiness(banking, request)
  const id = input.rule_id.toLowerCase()
  if (!isUuid(id)) throw ruleNotFound(input.rule_id)
  refuseUnclearable(input.cleared)
  await requireContacts(banking, request, contactsNamedBy(input.category))
  let written: Supposed | undefined
  const { data } = await decideOnce<RuleAnswer>(banking, request, {
    ask: async () => {
      requireOpen(business)
      return prefetchEffects(input.category, input.tags)
    },
    write: async (tx, books) => {
      const { answer, rule } = await writeChanged(tx, banking, id, input, books)
      written = { rule, write: writeRule }
      return { data: answer, sources: [] }
    },
  })
  return continueApplying(banking, request, data, { isRequested: input.apply_retroactively ?? false, written })
}

async function writeChanged(
  tx: Tx,
  banking: Banking,
  id: string,
  input: UpdateRuleRequest__Output,
  books: Books,
): Promise<{ answer: RuleAnswer; rule: Rule }> {
  await lockRules(tx)
  const before = await lockRule(tx, id)
  if (!before || before.deletedAt !== null) throw ruleNotFound(id)
  const after = changed(banking, before, input, books)
  requireSensible(after)
  if (after.externalId !== null && after.externalId !== before.externalId)
    if (await findRuleByExternalId(tx, after.externalId)) throw externalIdTaken(after.externalId)
  if (input.conditions) await requireConditions(tx, after.conditions)
  insertResolved(tx, effectsIn(books))
  await writeRule(tx, after)
  await stageEvents(tx, [ruleEvent(tx.businessId, after, 'changed', banking.newId(), banking.now())])
  tx.afterCommit(banking.notify)
  return { answer: { data: (await presentRules(tx, [after]))[0], created: false }, rule: after }
}

function changed(banking: Banking, before: Rule, input: UpdateRuleRequest__Output, books: Books): Rule {
  const cleared = new Set(input.cleared)
  const isActive = input.is_active ?? before.isActive
  const appliesToExisting = input.apply_retroactively ?? false
  return {
    ...before,
    externalId: cleared.has('external_id') ? null : (input.external_id ?? before.externalId),
    name: input.name ?? before.name,
    priority: input.priority ?? before.priority,
    isActive,
    conditions: input.conditions ? toConditions(input.conditions) : before.conditions,
    ...(input.category || cleared.has('category') ? categoryFrom(input.category, books) : {}),
    ...(input.replaces_tags || input.tags.length > 0 || cleared.has('tags')
      ? { tags: tagsOf(input.tags, books, before.tags, banking.newId) }
      : {}),
    taxCode: cleared.has('tax_code') ? null : (input.tax_code ?? before.taxCode),
    memo: cleared.has('memo') ? null : (input.memo ?? before.memo),
    // A run in progress was of the previous version.
    isApplying: isActive && appliesToExisting,
    appliedThrough: null,
    appliedCount: 0,
    disabledAt: null,
    disabledReason: null,
    version: before.version + 1,
    updatedAt: banking.now(),
  }
}

function refuseUnclearable(cleared: readonly string[]): void {
  const field = cleared.find((one) => !CLEARABLE.includes(one))
  if (field !== undefined)
    throw refused('InvalidPayload', `A rule always has this; only ${CLEARABLE.join(', ')} can be taken away.`, {
      field,
      value: null,
    })
}

const externalIdTaken = (value: string) =>
  refused('DuplicateExternalId', 'Another categorization rule of the business has this external_id.', {
    field: 'external_id',
    value,
  })
