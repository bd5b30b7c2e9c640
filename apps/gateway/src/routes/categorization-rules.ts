import type { RuleConditions } from '@pacioli/protos/banking'
import { Type, type Static } from 'typebox'
import * as examples from '../schemas/banking-examples.ts'
import {
  CategorizationRule,
  CreateRuleBody,
  ListRulesQuery,
  RuleApplication,
  UpdateRuleBody,
} from '../schemas/categorization-rules.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { oneCase } from '../validation/formats.ts'
import { optionalCategory } from './category-identifiers.ts'
import { ruleId, RuleParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { BusinessParams, changesOf, creates, reads, type Routes, writes } from './route.ts'

const tags = ['Categorization rules']
const answer = (description: string) => Data(refTo(CategorizationRule), examples.categorizationRule, description)
const applied = (description: string) =>
  Type.Unsafe<unknown>({
    ...Type.Object({ data: refTo(CategorizationRule), meta: RuleApplication }),
    description,
    examples: [{ data: examples.categorizationRule, meta: { applied_count: 2 } }],
  })

const createRule = {
  operationId: 'createCategorizationRule',
  summary: 'Create a categorization rule',
  description:
    'It decides transactions as they are imported: of the rules that fit, the one with the lowest `priority`, the older ' +
    'one first. It has one condition at least, and something to say: a category, tags, a tax code or a memo. Without a ' +
    'priority it comes last. A business has at most 1,000 rules. An expression that takes too long switches the rule off. With `apply_retroactively` it decides what waits, too.',
  tags,
  params: BusinessParams,
  body: CreateRuleBody,
  response: { 201: applied('The new rule.'), 200: applied('The rule that this `external_id` made before.') },
}

const listRules = {
  operationId: 'listCategorizationRules',
  summary: 'List categorization rules',
  description: 'In the order of `priority`.',
  tags,
  params: BusinessParams,
  querystring: ListRulesQuery,
  response: { 200: Page(refTo(CategorizationRule), examples.categorizationRule, 'priority', 'A page of rules.') },
}

const getRule = {
  operationId: 'getCategorizationRule',
  summary: 'Get a categorization rule',
  description: 'One rule, deleted or not.',
  tags,
  params: RuleParams,
  response: { 200: answer('The rule.') },
}

const updateRule = {
  operationId: 'updateCategorizationRule',
  summary: 'Update a categorization rule',
  description:
    'Changes the fields given; null clears one. Conditions are replaced as a whole. What it has decided stays as it is.',
  tags,
  params: RuleParams,
  body: UpdateRuleBody,
  response: { 200: applied('The rule as it is now.') },
}

const deleteRule = {
  operationId: 'deleteCategorizationRule',
  summary: 'Delete a categorization rule',
  description: 'It decides nothing any more. What it has decided stays, and names it.',
  tags,
  params: RuleParams,
  response: { 200: answer('The deleted rule.') },
}

const SAYING = [
  'AccountNotFound',
  'AccountArchived',
  'BankAccountNotFound',
  'ExternalAccountNotFound',
  'CounterpartyNotFound',
  'InvalidRegex',
  'DuplicateTagDimension',
  'TagValueArchived',
] as const

type Conditions = Static<typeof CreateRuleBody>['conditions']

const conditionsOf = ({ counterparty_id, ...conditions }: Conditions): RuleConditions => ({
  ...conditions,
  bank_account_ids: conditions.bank_account_ids?.map(oneCase),
  external_account_ids: conditions.external_account_ids?.map(oneCase),
  counterparty_id: counterparty_id && oneCase(counterparty_id),
})

const toMeta = ({ applied_count }: { applied_count?: number }) => ({ applied_count })

export const categorizationRuleRoutes =
  ({ rules }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/categorization-rules',
      {
        schema: createRule,
        config: creates('books:write', ['BusinessNotFound', 'BusinessArchived', 'TooManyRules', ...SAYING], {
          posts: true,
          timeoutMs: 60_000,
        }),
      },
      async (request, reply) => {
        const { category, conditions, ...fields } = request.body
        const input = { ...fields, category: optionalCategory(category), conditions: conditionsOf(conditions) }
        const answered = await request.ask(rules.CreateRule, input)
        tellPosting(reply, answered)
        return reply.code(answered.created ? 201 : 200).send({ data: answered.data, meta: toMeta(answered) })
      },
    )

    app.get(
      '/businesses/:businessId/categorization-rules',
      { schema: listRules, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, ...filters } = request.query
        const page = { cursor, limit, sort_by, sort_order }
        const { data, pagination } = await request.ask(rules.ListRules, { ...filters, page })
        return { data, meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/categorization-rules/:ruleId',
      { schema: getRule, config: reads('books:read', ['BusinessNotFound', 'CategorizationRuleNotFound']) },
      async (request) => {
        const rule_id = ruleId(request.params.ruleId)
        return { data: (await request.ask(rules.GetRule, { rule_id })).data }
      },
    )

    app.patch(
      '/businesses/:businessId/categorization-rules/:ruleId',
      {
        schema: updateRule,
        config: writes(
          'books:write',
          ['BusinessNotFound', 'BusinessArchived', 'CategorizationRuleNotFound', 'DuplicateExternalId', ...SAYING],
          { posts: true, timeoutMs: 60_000 },
        ),
      },
      async (request, reply) => {
        const rule_id = ruleId(request.params.ruleId)
        const { tags: given, category, conditions, ...fields } = request.body
        const { cleared, ...changes } = changesOf({ ...fields, category })
        const answered = await request.ask(rules.UpdateRule, {
          ...changes,
          rule_id,
          cleared,
          category: optionalCategory(category),
          conditions: conditions && conditionsOf(conditions),
          ...(given === undefined ? {} : { tags: given, replaces_tags: true }),
        })
        tellPosting(reply, answered)
        return { data: answered.data, meta: toMeta(answered) }
      },
    )

    app.delete(
      '/businesses/:businessId/categorization-rules/:ruleId',
      {
        schema: deleteRule,
        config: writes('books:write', ['BusinessNotFound', 'BusinessArchived', 'CategorizationRuleNotFound']),
      },
      async (request) => {
        const rule_id = ruleId(request.params.ruleId)
        return { data: (await request.ask(rules.DeleteRule, { rule_id })).data }
      },
    )
    done()
  }
