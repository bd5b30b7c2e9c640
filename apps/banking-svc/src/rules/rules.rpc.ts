import { CategorizationRulesService } from '@pacioli/protos/banking'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { createRule } from './create-rule.ts'
import { deleteRule } from './delete-rule.ts'
import { getRule, listRules } from './read-rules.ts'
import { updateRule } from './update-rule.ts'

export const rulesRpc = (banking: Banking): Implementation =>
  implement(CategorizationRulesService, {
    CreateRule: (request, context) => createRule(banking, writeRequestOf(context), request),
    ListRules: (request, context) => listRules(banking, readRequestOf(context), request),
    GetRule: ({ rule_id }, context) => getRule(banking, readRequestOf(context), rule_id),
    UpdateRule: (request, context) => updateRule(banking, writeRequestOf(context), request),
    DeleteRule: ({ rule_id }, context) => deleteRule(banking, writeRequestOf(context), rule_id),
  })
