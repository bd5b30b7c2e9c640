import { writeOnce } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import { requireOpen } from '@pacioli/ledger-facts'
import type { RuleAnswer } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { ruleEvent } from './rule.events.ts'
import { presentRules } from './rule.messages.ts'
import { ruleNotFound } from './rule.ts'
import { lockRule, updateRule } from './rule.store.ts'

/**
 * A deleted rule decides nothing more; its decisions still name it. Deleting twice answers the same.
 * @throws CategorizationRuleNotFound, BusinessNotFound, BusinessArchived
 */
export async function deleteRule(banking: Banking, request: BusinessWrite, ruleId: string): Promise<RuleAnswer> {
  requireOpen(await requireBusiness(banking, request))
  const { businessId } = request
  const id = ruleId.toLowerCase()
  if (!isUuid(id)) throw ruleNotFound(ruleId)
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const before = await lockRule(tx, id)
    if (!before) throw ruleNotFound(id)
    const now = banking.now()
    const after =
      before.deletedAt === null
        ? { ...before, isApplying: false, deletedAt: now, updatedAt: now, version: before.version + 1 }
        : before
    if (after !== before) {
      await updateRule(tx, after)
      await stageEvents(tx, [ruleEvent(businessId, after, 'deleted', banking.newId(), now)])
      tx.afterCommit(banking.notify)
    }
    return { data: (await presentRules(tx, [after]))[0], created: false }
  })
}
