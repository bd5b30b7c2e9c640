import { Type } from 'typebox'
import { ChartAccount } from './accounts.ts'
import { AppliedTag } from './applied-tag.ts'
import { TransactionOrNull } from './bank-transactions.ts'
import { InvoiceOrNull } from './invoices.ts'
import {
  AccountIdentifier,
  Always,
  Amount,
  Body,
  DayOrInstant,
  DIRECTIONS,
  Instant,
  instant,
  ListOf,
  Metadata,
  Note,
  Null,
  OneOf,
  Optional,
  OptionalBody,
  paging,
  Query,
  refTo,
  referenceNumbers,
  ReportingBasis,
  Resource,
  tagFilter,
  TagInputs,
  Text,
  uuid,
} from './parts.ts'

export const LedgerLineItem = Resource(
  {
    id: Type.String(uuid),
    entry_id: Type.String(uuid),
    account: refTo(ChartAccount),
    amount: Type.Integer({ description: 'Minor units of the business’s currency, above zero.' }),
    direction: OneOf(DIRECTIONS),
    entry_at: Type.String(instant),
    createdAt: Type.String(instant),
    memo: Null(Type.String()),
    transaction_tags: ListOf(refTo(AppliedTag)),
  },
  { $id: 'Ledger_Line_Item' },
)

export const LedgerEntry = Resource(
  {
    type: Always('Ledger_Entry'),
    id: Type.String(uuid),
    business_id: Type.String(uuid),
    ledger_id: Type.String(uuid),
    agent: Type.String({ description: 'Who created it: API, SMS, SERVICE_AUTO or SERVICE_MANUAL.' }),
    entry_type: Type.String({ description: 'MANUAL for entries posted through this API.' }),
    basis: Type.String({ description: 'BOTH, ACCRUAL or CASH: the kinds of report it counts in.' }),
    date: Type.String({ ...instant, description: 'When it was recorded.' }),
    entry_at: Type.String({ ...instant, description: 'When it happened.' }),
    reversal_of_id: Null(Type.String(uuid), { description: 'The entry that this one reverses.' }),
    reversal_id: Null(Type.String(uuid), { description: 'The entry that reverses this one.' }),
    external_id: Null(Type.String()),
    memo: Null(Type.String()),
    metadata: Null(Type.Object({}, { additionalProperties: true })),
    reference_number: Null(Type.String()),
    source_type: Null(Type.String(), { description: 'The kind of document it stems from.' }),
    source_id: Null(Type.String()),
    line_items: ListOf(refTo(LedgerLineItem)),
    transaction_tags: ListOf(refTo(AppliedTag)),
  },
  { $id: 'Ledger_Entry', description: 'A journal entry. Its debits equal its credits; it is never edited or deleted.' },
)

const LineSource = Resource({
  transaction_id: Null(Type.String(uuid)),
  external_id: Null(Type.String()),
  account_name: Null(Type.String()),
  date: Null(Type.String()),
  amount: Null(Type.Integer()),
  direction: Null(OneOf(DIRECTIONS)),
  counterparty: Null(Type.String()),
  entity_name: Null(Type.String()),
  display_description: Null(Type.String()),
})

export const AccountLine = Resource(
  {
    type: Always('Ledger_Account_Line_Item'),
    id: Type.String(uuid),
    entry_id: Type.String(uuid),
    account: refTo(ChartAccount),
    amount: Type.Integer(),
    direction: OneOf(DIRECTIONS),
    date: Type.String(instant),
    source: Null(LineSource),
    running_balance: Type.Integer({
      description: 'In the normality of the account, over all lines up to this one, whatever the filters and the page.',
    }),
    transaction: TransactionOrNull,
    invoice: InvoiceOrNull,
    memo: Null(Type.String()),
    transaction_tags: ListOf(refTo(AppliedTag)),
  },
  { $id: 'Ledger_Account_Line_Item', description: 'A line of an account with the balance after it.' },
)

export const LineItemInput = Body({
  account_identifier: AccountIdentifier,
  amount: Amount({ description: 'Minor units (cents). Always above zero: the direction says which way.' }),
  direction: OneOf(DIRECTIONS),
  memo: Optional(Note(4096)),
  tags: Optional(TagInputs),
})

export const exampleEntryInput = {
  external_id: 'sale-2026-0042',
  entry_at: '2026-01-31T17:00:00Z',
  memo: 'Consulting, January',
  reference_number: 'INV-42',
  line_items: [
    {
      account_identifier: { type: 'StableName', stable_name: 'BANK_ACCOUNTS' },
      amount: 125_000,
      direction: 'DEBIT',
    },
    {
      account_identifier: { type: 'StableName', stable_name: 'SALES' },
      amount: 125_000,
      direction: 'CREDIT',
      tags: [{ key: 'department', value: 'consulting' }],
    },
  ],
}

export const EntryInput = Body(
  {
    external_id: Optional(
      Text(255, { description: 'Your own id of the entry; repeating a post with it changes nothing.' }),
    ),
    entry_at: Instant({ description: 'When it happened.' }),
    memo: Optional(Note(4096)),
    metadata: Optional(Metadata),
    reference_number: Optional(Text(255)),
    line_items: Type.Array(LineItemInput, { minItems: 1, maxItems: 1_000 }),
    tags: Optional(TagInputs),
  },
  { examples: [exampleEntryInput] },
)

/** Line items of all entries of one bulk request. */
export const MAX_BULK_LINES = 10_000

export const EntryInputs = Type.Array(EntryInput, { minItems: 1, maxItems: 1_000, examples: [[exampleEntryInput]] })

export const ReverseBody = OptionalBody({ memo: Optional(Note(4096)) })

export const AccountLinesQuery = Query({
  ...paging(['date']),
  reporting_basis: Type.Optional(ReportingBasis),
  start_date: Type.Optional(DayOrInstant()),
  end_date: Type.Optional(DayOrInstant({ description: 'A day counts as a whole.' })),
  include_closing: Type.Optional(
    Type.Boolean({ description: 'Whether lines of closing entries are among them; true unless given.' }),
  ),
  include_reversals: Type.Optional(
    Type.Boolean({ description: 'true unless given; false hides reversals and what they reverse.' }),
  ),
  ...tagFilter,
})

const ENTRY_TYPES = ['BANK', 'MANUAL', 'OPENING_BALANCE', 'CLOSING_ACTION_RETAINED_EARNINGS'] as const

export const ListEntriesQuery = Query({
  ...paging(['entry_at']),
  start_date: Type.Optional(DayOrInstant()),
  end_date: Type.Optional(DayOrInstant({ description: 'A day counts as a whole.' })),
  entry_type: Type.Optional(OneOf(ENTRY_TYPES)),
  reporting_basis: Type.Optional(ReportingBasis),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilter,
})
