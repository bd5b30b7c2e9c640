/** Rules for tests, made by the use cases themselves. */
import type {
  CategorizationRule__Output,
  CreateRuleRequest__Output,
  RuleConditions__Output,
  UpdateRuleRequest__Output,
} from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import type { TestBanking } from '../banking.test-helpers.ts'
import { RENT } from '../categorization/categorization.test-helpers.ts'
import type { RuleSubject } from './rule.ts'
import { createRule, getRule } from '../use-cases.test-helpers.ts'

export const conditionsOf = (conditions: Partial<RuleConditions__Output>): RuleConditions__Output => ({
  bank_account_ids: [],
  external_account_ids: [],
  ...conditions,
})

export type RuleInput = Partial<Omit<CreateRuleRequest__Output, 'conditions' | 'category'>> & {
  conditions?: Partial<RuleConditions__Output>
  category?: object | null
}

/** By default rent for the given conditions; without conditions, for coffee. */
export const ruleInput = ({ conditions, category = RENT, ...rest }: RuleInput = {}): CreateRuleRequest__Output => ({
  name: 'A rule',
  tags: [],
  conditions: conditionsOf(conditions ?? { description_contains: 'coffee' }),
  ...(category === null ? {} : { category: category as NonNullable<CreateRuleRequest__Output['category']> }),
  ...rest,
})

export async function makeRule(
  banking: TestBanking,
  request: BusinessWrite,
  input: RuleInput = {},
): Promise<CategorizationRule__Output> {
  const { data } = await createRule(banking, request, ruleInput(input))
  return data as CategorizationRule__Output
}

export const readRule = async (
  banking: TestBanking,
  request: BusinessWrite,
  { id }: { id: string },
): Promise<CategorizationRule__Output> => (await getRule(banking, request, id)).data as CategorizationRule__Output

export type Change = Partial<Omit<UpdateRuleRequest__Output, 'conditions' | 'category'>> & {
  conditions?: Partial<RuleConditions__Output>
  category?: object
}

export const changeOf = (
  { id }: { id: string },
  { conditions, category, ...rest }: Change,
): UpdateRuleRequest__Output => ({
  rule_id: id,
  tags: [],
  cleared: [],
  ...(conditions ? { conditions: conditionsOf(conditions) } : {}),
  ...(category ? { category: category as NonNullable<UpdateRuleRequest__Output['category']> } : {}),
  ...rest,
})

let places = 0
/** A subject of rules: 10.00 out, for coffee. */
export const subject = (details: Partial<RuleSubject> = {}): RuleSubject => ({
  id: `${(places += 1)}`,
  description: 'COFFEE',
  merchantName: null,
  counterpartyId: null,
  counterpartyName: null,
  amount: 10_00,
  direction: 'DEBIT',
  bankAccountId: '00000000-0000-4000-8000-00000000000b',
  externalAccountId: '00000000-0000-4000-8000-00000000000e',
  ...details,
})
