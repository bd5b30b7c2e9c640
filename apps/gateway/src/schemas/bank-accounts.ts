import { Type } from 'typebox'
import { AppliedTags, Balance, MetadataObject } from './banking-parts.ts'
import {
  Always,
  Body,
  DayOrInstant,
  instant,
  ListOf,
  Metadata,
  Note,
  Null,
  OneOf,
  Optional,
  Query,
  refTo,
  Resource,
  TagInputs,
  Text,
  uuid,
  Uuid,
} from './parts.ts'

const ACCOUNT_TYPES = ['DEPOSITORY', 'CREDIT'] as const
const ACCOUNT_SUBTYPES = [
  'CHECKING',
  'SAVINGS',
  'MONEY_MARKET',
  'CERTIFICATE_OF_DEPOSIT',
  'CASH_MANAGEMENT',
  'PREPAID',
  'CREDIT_CARD',
  'LINE_OF_CREDIT',
  'OTHER',
] as const

const accountKind = {
  account_type: OneOf(ACCOUNT_TYPES),
  account_subtype: OneOf(ACCOUNT_SUBTYPES, {
    description: 'CREDIT_CARD and LINE_OF_CREDIT belong to CREDIT, OTHER to both, the rest to DEPOSITORY.',
  }),
}

const Institution = Resource({ id: Null(Type.String(uuid)), name: Type.String(), logo: Null(Type.String()) })

const LatestBalance = Resource({
  external_account_external_id: Type.String(),
  external_account_source: Type.String(),
  balance: Type.Integer({ description: 'Money in the account, or, negative, money owed.' }),
  at: Type.String(instant),
  created_at: Type.String(instant),
})

const AccountNotification = Resource({
  type: Type.String({
    description: 'Such as OPENING_BALANCE_MISSING, CONNECTION_NEEDS_REPAIR or REQUIRES_USER_CONFIRMATION.',
  }),
  scope: Type.String({ description: 'Who should do something about it, such as USER.' }),
})

export const ExternalAccount = Resource(
  {
    type: Always('External_Account'),
    id: Type.String(uuid),
    external_account_external_id: Type.String({ description: 'The id of the account where it comes from.' }),
    external_account_source: Type.String({ description: 'Where it comes from.' }),
    external_account_name: Type.String(),
    latest_balance_timestamp: Null(LatestBalance, { description: 'What was reported last.' }),
    current_ledger_balance: Type.Integer({ description: 'Of the ledger account, in its normality.' }),
    uncategorized_transaction_sum: Type.Integer({ description: 'Money in counts as positive, money out as negative.' }),
    mask: Null(Type.String()),
    institution: Null(Institution),
    notifications: ListOf(AccountNotification),
    connection_needs_repair_as_of: Null(Type.String(instant)),
    requires_user_confirmation_as_of: Null(Type.String(instant)),
    reconnect_with_new_credentials: Type.Boolean(),
    connection_id: Null(Type.String(uuid)),
    connection_external_id: Null(Type.String()),
    user_created: Type.Boolean(),
    is_syncing: Type.Boolean(),
    ledger_account_id: Type.String(uuid),
    bank_account_id: Type.String(uuid),
    account_type: Type.String(),
    account_subtype: Type.String(),
    archived_at: Null(Type.String(instant)),
    show_transactions_on_or_after: Null(Type.String(instant)),
    show_transactions_on_or_before: Null(Type.String(instant)),
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'External_Account', description: 'Where transactions come from: a feed, or statement files.' },
)

export const BankAccount = Resource(
  {
    type: Always('Bank_Account'),
    id: Type.String(uuid),
    external_id: Null(Type.String()),
    ledger_account_id: Type.String({ ...uuid, description: 'Its account of the chart, made with it.' }),
    account_type: Type.String(),
    account_subtype: Type.String(),
    account_name: Type.String(),
    notes: Null(Type.String()),
    notify_when_disconnected: Type.Boolean(),
    is_disconnected: Type.Boolean({ description: 'Whether one of its external accounts needs repair.' }),
    institution: Null(Institution),
    current_ledger_balance: Type.Integer({ description: 'Of the ledger account, in its normality.' }),
    archived_at: Null(Type.String(instant)),
    memo: Null(Type.String()),
    metadata: Null(MetadataObject),
    reference_number: Null(Type.String()),
    entity_tags: AppliedTags,
    external_accounts: ListOf(refTo(ExternalAccount)),
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'Bank_Account', description: 'A bank account: one account of the chart, fed by external accounts.' },
)

const InstitutionInput = Body({ name: Text(255), logo: Optional(Text(2_048)) })

export const CreateBankAccountBody = Body(
  {
    external_id: Optional(Text(255, { description: 'Your own id of it; repeating a create with it changes nothing.' })),
    account_name: Text(255),
    ...accountKind,
    institution: Optional(InstitutionInput),
    account_number: Optional(Text(64, { description: 'Of its account in the chart, unique in the business.' })),
    notes: Optional(Note(4_096)),
    notify_when_disconnected: Optional(Type.Boolean({ description: 'false unless given.' })),
    memo: Optional(Note(4_096)),
    metadata: Optional(Metadata),
    reference_number: Optional(Text(255)),
    tags: Optional(TagInputs),
  },
  {
    examples: [
      {
        external_id: 'checking-1',
        account_name: 'Operating account',
        account_type: 'DEPOSITORY',
        account_subtype: 'CHECKING',
        institution: { name: 'First Bank of Analytics' },
      },
    ],
  },
)

export const UpdateBankAccountBody = Body(
  {
    account_name: Type.Optional(Text(255)),
    institution: Optional(InstitutionInput),
    notes: Optional(Note(4_096)),
    notify_when_disconnected: Type.Optional(Type.Boolean()),
    memo: Optional(Note(4_096)),
    metadata: Optional(Metadata),
    reference_number: Optional(Text(255)),
  },
  { examples: [{ account_name: 'Operating account, Boston', notify_when_disconnected: true, notes: null }] },
)

const includeArchived = Type.Optional(Type.Boolean({ description: 'Archived ones too; false unless given.' }))

export const ListBankAccountsQuery = Query({ include_archived: includeArchived })

export const CreateCustomAccountBody = Body(
  {
    external_id: Text(255, { description: 'Your own id of it; repeating a create with it changes nothing.' }),
    mask: Optional(Text(32, { description: 'The last digits of its number.' })),
    account_name: Text(255),
    institution_name: Optional(Text(255)),
    ...accountKind,
    bank_account_id: Optional(Uuid({ description: 'The bank account that it feeds; a new one unless given.' })),
    source: Optional(Text(64, { description: 'Where it comes from; `custom` unless given.' })),
    user_created: Optional(Type.Boolean({ description: 'Whether a person made it; false unless given.' })),
    show_transactions_on_or_after: Optional(DayOrInstant({ description: 'Earlier transactions are not imported.' })),
    show_transactions_on_or_before: Optional(
      DayOrInstant({ description: 'Later transactions are not imported. A day counts as a whole.' }),
    ),
  },
  {
    examples: [
      {
        external_id: 'acc-4711',
        mask: '4711',
        account_name: 'Operating account',
        institution_name: 'First Bank of Analytics',
        account_type: 'DEPOSITORY',
        account_subtype: 'CHECKING',
      },
    ],
  },
)

export const ListExternalAccountsQuery = Query({
  include_archived: includeArchived,
  bank_account_id: Type.Optional(Uuid()),
  external_id: Type.Optional(Text(255)),
})

export const UpdateConnectionBody = Body(
  {
    connection_needs_repair_as_of: Optional(DayOrInstant({ description: 'null once it works again.' })),
    requires_user_confirmation_as_of: Optional(DayOrInstant({ description: 'null once it is confirmed.' })),
    reconnect_with_new_credentials: Type.Optional(Type.Boolean()),
    connection_id: Optional(Uuid()),
    connection_external_id: Optional(Text(255)),
    is_syncing: Type.Optional(Type.Boolean()),
    latest_balance: Optional(
      Body({
        balance: Balance({ description: 'The bank’s view: money in the account, or, negative, money owed.' }),
        at: DayOrInstant(),
      }),
    ),
  },
  { examples: [{ is_syncing: false, latest_balance: { balance: 1_250_000, at: '2026-01-31T17:00:00Z' } }] },
)

export const OpeningBalance = Resource(
  {
    type: Always('Opening_Balance'),
    id: Type.String(uuid),
    external_account_id: Type.String(uuid),
    balance: Type.Integer({ description: 'Money in the account, or, negative, money owed.' }),
    effective_at: Type.String(instant),
    memo: Null(Type.String()),
    created_at: Type.String(instant),
    deleted_at: Null(Type.String(instant)),
  },
  { $id: 'Opening_Balance', description: 'What stood on the account before its first transaction.' },
)

export const CreateOpeningBalanceBody = Body(
  {
    balance: Balance({ description: 'The bank’s view: money in the account, or, negative, money owed.' }),
    effective_at: DayOrInstant({ description: 'A day is its beginning in the time zone of the business.' }),
    memo: Optional(Note(4_096)),
  },
  { examples: [{ balance: 1_000_000, effective_at: '2026-01-01T05:00:00Z', memo: 'From the December statement' }] },
)
