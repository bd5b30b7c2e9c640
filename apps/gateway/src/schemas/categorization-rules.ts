import { MAX_AMOUNT } from '@pacioli/money'
import { Type } from 'typebox'
import { MAX_REGEX } from './bank-transactions.ts'
import { AppliedTags, BANK_DIRECTION, CategoryIdentifier } from './banking-parts.ts'
import {
  Always,
  Body,
  DIRECTIONS,
  instant,
  ListOf,
  Note,
  Null,
  OneOf,
  Optional,
  paging,
  Query,
  Resource,
  TagInputs,
  Text,
  uuid,
  Uuid,
} from './parts.ts'

const amount = Optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT }))
const regex = Optional(Text(MAX_REGEX, { description: 'A regular expression of PostgreSQL, whatever the case.' }))

const RuleConditionsInput = Body(
  {
    description_contains: Optional(Text(255)),
    description_equals: Optional(Text(4_096)),
    description_regex: regex,
    merchant_name_contains: Optional(Text(255)),
    merchant_name_regex: regex,
    amount_min: amount,
    amount_max: amount,
    direction: Optional(OneOf(DIRECTIONS, { description: BANK_DIRECTION })),
    bank_account_ids: Optional(Type.Array(Uuid(), { maxItems: 100 })),
    external_account_ids: Optional(Type.Array(Uuid(), { maxItems: 100 })),
    counterparty_id: Optional(Uuid()),
    counterparty_name_contains: Optional(Text(255)),
  },
  { description: 'All that are given must hold, and one at least is given. Texts compare without case.' },
)

const RuleConditions = Resource({
  description_contains: Null(Type.String()),
  description_equals: Null(Type.String()),
  description_regex: Null(Type.String()),
  merchant_name_contains: Null(Type.String()),
  merchant_name_regex: Null(Type.String()),
  amount_min: Null(Type.Integer()),
  amount_max: Null(Type.Integer()),
  direction: Null(OneOf(DIRECTIONS)),
  bank_account_ids: ListOf(Type.String(uuid)),
  external_account_ids: ListOf(Type.String(uuid)),
  counterparty_id: Null(Type.String(uuid)),
  counterparty_name_contains: Null(Type.String()),
})

/** Which of the forms it is, `type` tells; the fields of the other forms are null. */
const ShownCategory = Null(
  Resource({ type: Type.String(), id: Null(Type.String(uuid)), stable_name: Null(Type.String()) }),
  { description: 'AccountId with `id`, StableName with `stable_name`, or Exclusion; null where the rule only tags.' },
)

export const CategorizationRule = Resource(
  {
    type: Always('Categorization_Rule'),
    id: Type.String(uuid),
    external_id: Null(Type.String()),
    name: Type.String(),
    priority: Type.Integer({ description: 'The lowest that fits decides.' }),
    is_active: Type.Boolean(),
    conditions: RuleConditions,
    category: ShownCategory,
    tags: AppliedTags,
    tax_code: Null(Type.String()),
    memo: Null(Type.String()),
    is_applying: Type.Boolean({
      description: 'Whether it is still being applied to transactions that waited, as `apply_retroactively` asked.',
    }),
    disabled_at: Null(Type.String(instant), { description: 'Since when the service does not apply it any more.' }),
    disabled_reason: Null(Type.String()),
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
    deleted_at: Null(Type.String(instant)),
  },
  { $id: 'Categorization_Rule', description: 'Categorizes transactions as they are imported.' },
)

const priority = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const apply_retroactively = Optional(
  Type.Boolean({ description: 'Also to the transactions that wait; false unless given.' }),
)

export const CreateRuleBody = Body(
  {
    external_id: Optional(Text(255, { description: 'Your own id of it; repeating a create with it changes nothing.' })),
    name: Text(255),
    priority: Optional(priority),
    is_active: Optional(Type.Boolean({ description: 'true unless given.' })),
    conditions: RuleConditionsInput,
    category: Optional(CategoryIdentifier),
    tags: Optional(TagInputs),
    tax_code: Optional(Text(64)),
    memo: Optional(Note(4_096)),
    apply_retroactively,
  },
  {
    examples: [
      {
        name: 'Paper',
        conditions: { description_contains: 'analytical papers', direction: 'DEBIT' },
        category: 'OPERATING_EXPENSES',
        apply_retroactively: true,
      },
    ],
  },
)

export const UpdateRuleBody = Body(
  {
    external_id: Optional(Text(255)),
    name: Type.Optional(Text(255)),
    priority: Type.Optional(priority),
    is_active: Type.Optional(Type.Boolean()),
    conditions: Type.Optional(RuleConditionsInput),
    category: Optional(CategoryIdentifier),
    tags: Optional(TagInputs),
    tax_code: Optional(Text(64)),
    memo: Optional(Note(4_096)),
    apply_retroactively,
  },
  { examples: [{ priority: 5, is_active: true }] },
)

export const ListRulesQuery = Query({
  ...paging(['priority']),
  include_deleted: Type.Optional(Type.Boolean({ description: 'false unless given.' })),
  is_active: Type.Optional(Type.Boolean()),
  external_id: Type.Optional(Text(255)),
})

export const RuleApplication = Resource({
  applied_count: Null(Type.Integer(), {
    description: 'How many waiting transactions the rule decided, where it was asked to.',
  }),
})
