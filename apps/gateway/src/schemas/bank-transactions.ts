import { MAX_AMOUNT } from '@pacioli/money'
import { Type, type Static } from 'typebox'
import {
  AppliedTags,
  BANK_DIRECTION,
  Category,
  CategoryIdentifier,
  MetadataObject,
  TaxOptions,
  TaxOptionsInput,
} from './banking-parts.ts'
import {
  Always,
  Amount,
  Body,
  DayOrInstant,
  DIRECTIONS,
  instant,
  ListOf,
  Metadata,
  Note,
  Null,
  OneOf,
  Optional,
  paging,
  Query,
  Resource,
  TagInputs,
  tagFilter,
  Text,
  uuid,
  Uuid,
} from './parts.ts'

const STATUSES = ['PENDING', 'READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT', 'MATCHED'] as const

/** What a transaction, and the one within a match, show of what the bank reported. */
const reported = {
  id: Type.String(uuid),
  business_id: Type.String(uuid),
  source: Type.String({ description: 'Who told of it.' }),
  source_transaction_id: Type.String({ description: 'Its id there.' }),
  source_account_id: Type.String({ description: 'The id of its account there.' }),
  external_account_id: Type.String(uuid),
  imported_at: Type.String(instant),
  date: Type.String(instant),
  direction: OneOf(DIRECTIONS, { description: BANK_DIRECTION }),
  amount: Type.Integer({ description: 'Minor units, never negative.' }),
  counterparty_name: Null(Type.String()),
  description: Type.String(),
  account_name: Type.String({ description: 'The name of its external account.' }),
  categorizationStatus: OneOf(STATUSES, {
    description:
      'PENDING until the bank books it, then READY_FOR_INPUT until it is CATEGORIZED, SPLIT or MATCHED. ' +
      'Only what is decided is in the books.',
  }),
  memo: Null(Type.String()),
  metadata: Null(MetadataObject),
  reference_number: Null(Type.String()),
}

const MatchDetails = Resource({
  id: Type.String(uuid),
  amount: Type.Integer(),
  date: Type.String(instant),
  description: Type.String(),
})

const SuggestedMatch = Resource({
  id: Type.String({ ...uuid, description: 'What `Confirm_Match` takes as `match_id`.' }),
  matchType: Type.String({
    description: 'TRANSFER, JOURNAL_ENTRY, INVOICE_PAYMENT, REFUND_PAYMENT, BILL_PAYMENT, EXPENSE or PAYOUT.',
  }),
  details: MatchDetails,
})

const Match = Resource({
  type: Always('Match'),
  id: Type.String(uuid),
  match_type: Type.String(),
  bank_transaction: Resource(reported),
  details: MatchDetails,
})

const SplitEntry = Resource({
  id: Type.String(uuid),
  category: Category,
  amount: Type.Integer(),
  memo: Null(Type.String()),
  tags: AppliedTags,
})

const transactionFields = {
  type: Always('Bank_Transaction'),
  ...reported,
  bank_account_id: Type.String(uuid),
  merchant_name: Null(Type.String()),
  counterparty_id: Null(Type.String(uuid)),
  category: Null(Category, { description: 'null while it waits, and where it is split or matched.' }),
  split_entries: ListOf(SplitEntry),
  categorization_method: Null(Type.String(), { description: 'Who decided: API, RULE, IMPORT or MATCH.' }),
  rule_id: Null(Type.String(uuid), { description: 'The rule that decided.' }),
  tax_code: Null(Type.String()),
  tax_options: Null(TaxOptions),
  projected_income_category: Null(Type.String()),
  suggested_matches: Type.Array(SuggestedMatch, { default: [], description: 'Best first, while it waits.' }),
  match: Null(Match),
  transaction_tags: AppliedTags,
  document_ids: ListOf(Type.String(uuid)),
  customer_id: Null(Type.String(uuid), { description: 'Of the document that it is matched to.' }),
  customer_external_id: Null(Type.String()),
  vendor_id: Null(Type.String(uuid), { description: 'Of the document that it is matched to.' }),
  vendor_external_id: Null(Type.String()),
  updated_at: Type.String(instant),
}

export const BankTransaction = Resource(transactionFields, {
  $id: 'Bank_Transaction',
  description: 'What a bank reported, and what the business says it was.',
})

/** Within something else, where there may be none. */
export const TransactionOrNull = Null(Resource(transactionFields), {
  description: 'The bank transaction that the line stems from, or is matched to.',
})

// ---- Deciding

export const MAX_PARTS = 1_000

const SplitEntryInput = Body({
  category: CategoryIdentifier,
  amount: Amount({ description: 'The parts sum to the amount of the transaction.' }),
  tags: Optional(TagInputs),
  memo: Optional(Note(4_096)),
})

const decisionFields = {
  tax_code: Optional(Text(64)),
  tags: Optional(TagInputs),
  memo: Optional(Note(4_096)),
}

const categoryForm = {
  type: Type.Literal('Category', { type: 'string' }),
  category: CategoryIdentifier,
  ...decisionFields,
}
const splitForm = {
  type: Type.Literal('Split', { type: 'string' }),
  entries: Type.Array(SplitEntryInput, { minItems: 1, maxItems: MAX_PARTS }),
  ...decisionFields,
}

const CategoryForm = Body(categoryForm)
const SplitForm = Body(splitForm)

export type Categorization = Static<typeof CategoryForm> | Static<typeof SplitForm>

const exampleCategory = { type: 'Category', category: 'OPERATING_EXPENSES' }
const exampleSplit = {
  type: 'Split',
  entries: [
    { category: 'OPERATING_EXPENSES', amount: 9_000, tags: [{ key: 'department', value: 'consulting' }] },
    { category: { type: 'StableName', stable_name: 'OTHER_EXPENSES' }, amount: 3_500, memo: 'Lunch' },
  ],
}

/** A category or a split; `type` tells which. Tags replace those of the transaction; without them it keeps its own. */
export const CategorizeBody = Type.Unsafe<Categorization>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [CategoryForm, SplitForm],
  examples: [exampleCategory, exampleSplit],
})

const transaction_id = Uuid()
const exampleId = '5d8e7f9a-1b2c-4d3e-9b0c-2d4e6f1a4b3c'

export const BulkCategorizeBody = Type.Array(
  Type.Unsafe<Categorization & { transaction_id: string }>({
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: [Body({ transaction_id, ...categoryForm }), Body({ transaction_id, ...splitForm })],
  }),
  { minItems: 1, maxItems: 1_000, examples: [[{ transaction_id: exampleId, ...exampleCategory }]] },
)

/** Parts of splits in one bulk request. */
export const MAX_BULK_PARTS = 10_000

export const MatchBody = Type.Unsafe<{ type: 'Confirm_Match'; match_id: string }>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    Body({
      type: Type.Literal('Confirm_Match', { type: 'string' }),
      match_id: Uuid({ description: 'The id of a suggested match.' }),
    }),
  ],
  examples: [{ type: 'Confirm_Match', match_id: '2c4d4e6f-9c2d-4e6f-8a4b-3c8d5e7f9a1b' }],
})

export const UpdateTransactionMetadataBody = Body(
  {
    memo: Optional(Note(4_096)),
    metadata: Optional(Metadata),
    reference_number: Optional(Text(255)),
    counterparty_name: Optional(Text(255)),
    merchant_name: Optional(Text(255)),
    tax_code: Optional(Text(64)),
    tax_options: Optional(TaxOptionsInput),
    projected_income_category: Optional(Text(64)),
    document_ids: Optional(Type.Array(Uuid(), { maxItems: 100, description: 'Replaces the list.' })),
  },
  { examples: [{ memo: 'Paper for the plotter', counterparty_name: 'Analytical Papers Ltd' }] },
)

// ---- Listing

const SORTS = ['date', 'amount', 'counterparty_name', 'name'] as const

/** Values in a list separated by commas. */
export const MAX_LIST_VALUES = 100
export const MAX_REGEX = 1_000

const list = (of: string) =>
  Type.Optional(Text(8_192, { description: `Up to ${MAX_LIST_VALUES} ${of}, separated by commas; any match.` }))
const amount = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description }))
const part = (of: string) => Type.Optional(Text(255, { description: `Somewhere in ${of}, whatever the case.` }))
const regex = (of: string) =>
  Type.Optional(Text(MAX_REGEX, { description: `A regular expression of PostgreSQL on ${of}, used exactly as given.` }))

export const ListBankTransactionsQuery = Query({
  ...paging(SORTS),
  reference_number: Type.Optional(Text(255)),
  reference_numbers: list('reference numbers'),
  start_date: Type.Optional(DayOrInstant()),
  end_date: Type.Optional(DayOrInstant({ description: 'A day counts as a whole.' })),
  direction: Type.Optional(OneOf(['INFLOW', 'OUTFLOW'], { description: 'INFLOW is CREDIT, OUTFLOW is DEBIT.' })),
  categorization_status: Type.Optional(OneOf(STATUSES)),
  categorized: Type.Optional(Type.Boolean({ description: 'true: CATEGORIZED, SPLIT or MATCHED; false: all others.' })),
  is_matched: Type.Optional(Type.Boolean()),
  category: Type.Optional(Text(128, { description: 'The id or the stable name of an account, or `Exclusion`.' })),
  amount_min: amount('The least absolute amount.'),
  amount_max: amount('The largest absolute amount.'),
  description_filter: part('the description'),
  description_filter_regex: regex('the description'),
  merchant_name_filter: part('the merchant’s name'),
  merchant_name_filter_regex: regex('the merchant’s name'),
  memo: Type.Optional(Note(4_096, { description: 'Exactly this memo.' })),
  memo_contains: part('the memo'),
  external_account_ids: list('ids of external accounts'),
  bank_account_ids: list('ids of bank accounts'),
  source_account_ids: list('ids of accounts at the source'),
  external_ids: list('ids of transactions at the source'),
  customer_id: Type.Optional(Uuid()),
  customer_external_id: Type.Optional(Text(255)),
  vendor_id: Type.Optional(Uuid()),
  vendor_external_id: Type.Optional(Text(255)),
  counterparty_id: Type.Optional(Uuid()),
  has_counterparty: Type.Optional(Type.Boolean()),
  ...tagFilter,
  tag_key: Type.Optional(
    Text(255, { description: 'Only transactions with a tag of this dimension, and one of `tag_values`.' }),
  ),
  q: Type.Optional(
    Text(255, {
      description:
        'Every word must be in the description, the counterparty or the name of the category. `12.50` is an amount, ' +
        '`+12.50` one of money in, `-12.50` one of money out.',
    }),
  ),
  rule_id: Type.Optional(Uuid()),
})
