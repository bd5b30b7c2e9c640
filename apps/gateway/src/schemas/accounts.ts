import { Type } from 'typebox'
import {
  AccountIdentifier,
  Always,
  Body,
  DayOrInstant,
  DIRECTIONS,
  instant,
  ListOf,
  Null,
  OneOf,
  Optional,
  Query,
  refTo,
  ReportingBasis,
  Resource,
  tagFilter,
  Text,
  uuid,
} from './parts.ts'

export const ACCOUNT_TYPES = ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'] as const

export const AccountId = Resource({ type: Always('AccountId'), id: Type.String(uuid) })
const StableName = Resource({ type: Always('StableName'), stable_name: Type.String() })
export const NamedValue = Resource({ value: Type.String(), display_name: Type.String() })

const accountFields = {
  id: AccountId,
  name: Type.String(),
  account_number: Null(Type.String()),
  stable_name: Null(StableName),
  normality: OneOf(DIRECTIONS, { description: 'The direction that raises the balance.' }),
  account_type: NamedValue,
  account_subtype: NamedValue,
}

export const ChartAccount = Resource(
  { type: Always('Single_Chart_Account'), ...accountFields },
  { $id: 'Single_Chart_Account', description: 'An account of the chart, without what is under it.' },
)

const treeFields = {
  ...accountFields,
  parent_id: Null(Type.String(uuid)),
  archived_at: Null(Type.String(instant)),
}

export const ChartNode = Resource(
  {
    type: Always('Chart_Account'),
    ...treeFields,
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
    sub_accounts: ListOf(refTo({ $id: 'Chart_Account' })),
  },
  { $id: 'Chart_Account', description: 'An account of the chart with the accounts under it.' },
)

export const Chart = Resource(
  { type: Always('Chart_Of_Accounts'), accounts: ListOf(refTo(ChartNode)) },
  { $id: 'Chart_Of_Accounts' },
)

export const BalanceNode = Resource(
  {
    type: Always('Ledger_Account_Balance'),
    ...treeFields,
    balance: Type.Integer({ description: 'In the normality of the account, without the accounts under it.' }),
    balance_with_sub_accounts: Type.Integer(),
    line_count: Type.Integer(),
    sub_accounts: ListOf(refTo({ $id: 'Ledger_Account_Balance' })),
  },
  { $id: 'Ledger_Account_Balance', description: 'An account with what stands on it.' },
)

export const Balances = Resource(
  {
    type: Always('Ledger_Balances'),
    reporting_basis: Type.String(),
    as_of: Null(Type.String({ description: 'The `end_date` asked for; null where all lines count.' })),
    accounts: ListOf(refTo(BalanceNode)),
  },
  { $id: 'Ledger_Balances' },
)

const parent = {
  anyOf: [Type.String(uuid), AccountIdentifier],
  description: 'The account above it: its id, or an account identifier.',
}

const Parent = Type.Unsafe<Type.Static<typeof AccountIdentifier> | string>(parent)

const changeable = {
  parent_id: Optional(Parent),
  account_number: Optional(Text(64)),
  stable_name: Optional(Text(128, { description: 'A name for programs, unique in the business.' })),
}

export const CreateAccountBody = Body(
  {
    name: Text(255),
    normality: Optional(OneOf(DIRECTIONS, { description: 'That of the subtype unless given.' })),
    account_type: Optional(OneOf(ACCOUNT_TYPES, { description: 'That of the subtype unless given.' })),
    account_subtype: Text(64),
    ...changeable,
  },
  { examples: [{ name: 'Petty cash', account_subtype: 'CASH', stable_name: 'PETTY_CASH', account_number: '1015' }] },
)

export const UpdateAccountBody = Body(
  {
    name: Type.Optional(Text(255)),
    account_subtype: Type.Optional(Text(64)),
    archived: Type.Optional(Type.Boolean({ description: 'An archived account keeps its lines and takes no more.' })),
    ...changeable,
  },
  { examples: [{ name: 'Petty cash, Boston', account_number: null }] },
)

const includeArchived = Type.Optional(Type.Boolean({ description: 'Archived accounts too; false unless given.' }))

export const ChartQuery = Query({ include_archived: includeArchived })

export const BalancesQuery = Query({
  end_date: Type.Optional(DayOrInstant({ description: 'Lines up to then count; a day counts as a whole.' })),
  reporting_basis: Type.Optional(ReportingBasis),
  include_archived: includeArchived,
  ...tagFilter,
})
