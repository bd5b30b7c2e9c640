import { CategorizationRulesService } from '@pacioli/protos/banking'
import { implement, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { notYet } from '../not-yet.ts'

export const rulesRpc = (_banking: Banking): Implementation =>
  implement(CategorizationRulesService, {
    CreateRule: notYet,
    ListRules: notYet,
    GetRule: notYet,
    UpdateRule: notYet,
    DeleteRule: notYet,
  })
