import { paginationOf, readPage, type Listing } from '@pacioli/paging'
import type { ListRulesRequest__Output, ListRulesResponse, RuleAnswer } from '@pacioli/protos/banking'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { presentRules } from './rule.messages.ts'
import { ruleNotFound, type Rule } from './rule.ts'
import { countRules, findRule, loadRulePage } from './rule.store.ts'

type Reader = OutgoingContext & Tenant

/** @throws CategorizationRuleNotFound, BusinessNotFound */
export async function getRule(banking: Banking, reader: Reader, ruleId: string): Promise<RuleAnswer> {
  await requireBusiness(banking, reader)
  return banking.db.transact(reader, async (tx) => {
    const rule = isUuid(ruleId) ? await findRule(tx, ruleId) : undefined
    if (!rule) throw ruleNotFound(ruleId)
    return { data: (await presentRules(tx, [rule]))[0], created: false }
  })
}

const listing: Listing = { name: 'categorization_rules', sorts: ['priority'], defaultOrder: 'ASC' }

const keyOf = (rule: Rule): string[] => [String(rule.priority), rule.createdAt.toISOString(), rule.id]

/** In the order in which they decide. @throws InvalidCursor, InvalidQuery, BusinessNotFound */
export async function listRules(
  banking: Banking,
  reader: Reader,
  query: ListRulesRequest__Output,
): Promise<ListRulesResponse> {
  const { businessId } = reader
  await requireBusiness(banking, reader)
  const filter = {
    includeDeleted: query.include_deleted ?? false,
    isActive: query.is_active,
    externalId: query.external_id,
  }
  const scope = [businessId, filter]
  const page = readPage(banking.cursorKey, listing, scope, query.page ?? {})
  return banking.db.transact(reader, async (tx) => {
    const total = page.totalCount ?? (await countRules(tx, filter))
    const { after, limit, sortOrder } = page
    const found = await loadRulePage(tx, filter, {
      after,
      descending: sortOrder === 'DESC',
      limit: limit + 1,
    })
    const rules = found.slice(0, limit)
    const last = found.length > limit ? rules.at(-1) : undefined
    const pagination = paginationOf(banking.cursorKey, listing, scope, page, total, last && keyOf(last))
    return { data: await presentRules(tx, rules), pagination }
  })
}
