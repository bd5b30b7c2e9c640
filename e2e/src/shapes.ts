/** The answers of the API as far as tests look into them. That they have no other shape is the contract's business. */

import type { BankingAnswers, BankTransaction } from './banking-shapes.ts'
import type { AccountFields, AppliedTag, Data, Direction, Page } from './common-shapes.ts'
import type { EventsAnswers } from './events-shapes.ts'
import type { PayablesAnswers } from './payables-shapes.ts'
import type { ProviderAnswers } from './provider-shapes.ts'
import type { Invoice, ReceivablesAnswers } from './receivables-shapes.ts'
import type { ReportAnswers } from './report-shapes.ts'
import type { TaskAnswers } from './task-shapes.ts'

export type * from './banking-shapes.ts'
export type * from './common-shapes.ts'
export type * from './events-shapes.ts'
export type * from './payables-shapes.ts'
export type * from './provider-shapes.ts'
export type * from './receivables-shapes.ts'
export type * from './report-shapes.ts'
export type * from './task-shapes.ts'

export type Basis = 'ACCRUAL' | 'CASH'

export interface Problem {
  type: string
  description: string
  error_enum: string
  meta: { request_id: string; doc_url?: string; field?: string; value?: unknown }
}

export type ErrorBody = Problem & { errors: Problem[] }

export interface Token {
  access_token: string
  token_type: string
  expires_in: number
}

export interface Business {
  id: string
  client_id: string
  ledger_id: string
  external_id: string | null
  legal_name: string
  currency: string
  time_zone: string
  archived_at: string | null
  created_at: string
  updated_at: string
  [field: string]: unknown
}

export interface ChartNode extends AccountFields {
  parent_id: string | null
  archived_at: string | null
  sub_accounts: ChartNode[]
}

export interface BalanceNode extends AccountFields {
  parent_id: string | null
  archived_at: string | null
  balance: number
  balance_with_sub_accounts: number
  line_count: number
  sub_accounts: BalanceNode[]
}

export interface Chart {
  accounts: ChartNode[]
}

export interface Balances {
  reporting_basis: Basis
  as_of: string | null
  accounts: BalanceNode[]
}

export interface TagValue {
  type: string
  id: string
  key: string
  value: string
  display_name: string | null
  archived_at: string | null
  dimension_id: string
}

export interface TagDimension {
  id: string
  key: string
  display_name: string | null
  strictness: 'BALANCING' | 'NON_BALANCING'
  user_visible: boolean
  defined_values: TagValue[]
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface TaggedEntity {
  entity_type: string
  entity_id: string
  transaction_tags: AppliedTag[]
}

export interface EntryLine {
  id: string
  entry_id: string
  account: AccountFields
  amount: number
  direction: Direction
  entry_at: string
  createdAt: string
  memo: string | null
  transaction_tags: AppliedTag[]
}

export interface Entry {
  id: string
  business_id: string
  ledger_id: string
  agent: string
  entry_type: string
  basis: string
  date: string
  entry_at: string
  reversal_of_id: string | null
  reversal_id: string | null
  external_id: string | null
  memo: string | null
  metadata: object | null
  reference_number: string | null
  source_type: string | null
  source_id: string | null
  line_items: EntryLine[]
  transaction_tags: AppliedTag[]
}

export interface ClosingShape {
  year: number | null
  effective_date: string | null
  override_default_tagging_strategy: { key: string; value: string }[] | null
  [field: string]: unknown
}

export interface ClosingPreview {
  template_closing_action_id: string | null
  closing_action: ClosingShape
  primary_entry: Entry
  secondary_entries: Entry[]
}

export interface ClosingAction extends ClosingPreview {
  type: string
  id: string
  business_id: string
  starts_at: string
  closes_at: string
  transaction_tags: AppliedTag[]
  created_at: string
  reversed_at: string | null
}

export interface AccountLine {
  id: string
  entry_id: string
  account: AccountFields
  amount: number
  direction: Direction
  date: string
  source: Record<string, unknown> | null
  running_balance: number
  transaction: BankTransaction | null
  invoice: Invoice | null
  transaction_tags: AppliedTag[]
}

export interface AccountingConfiguration {
  id: string
  business_id: string | null
  default_reporting_basis: Basis
  category_list_type: string
  closing_date: string | null
  closing_day: string | null
  match_rounding_threshold: number
  match_adjustment_threshold: number
  disable_adjustment_match_suggestions: boolean
  enable_tax_estimates: boolean
  overrides: string[]
}

/** `type`, and one field that is named for the processor. */
export type ProcessorConfiguration = Record<string, string>

/** What each operation answers when it succeeds. */
export interface Answers
  extends
    BankingAnswers,
    PayablesAnswers,
    ReceivablesAnswers,
    ReportAnswers,
    ProviderAnswers,
    TaskAnswers,
    EventsAnswers {
  getHealth: { status: string }
  getReadiness: { status: string }
  getJsonWebKeySet: { keys: Record<string, string>[] }
  issueToken: Token & { scope: string }
  createBusiness: Data<Business>
  listBusinesses: Page<Business>
  getBusiness: Data<Business>
  updateBusiness: Data<Business>
  updateBusinessByPatch: Data<Business>
  archiveBusiness: Data<Business>
  archiveBusinessByPost: Data<Business>
  issueBusinessToken: Data<Token>
  getChartOfAccounts: Data<Chart>
  listAccountBalances: Data<Balances>
  createAccount: Data<ChartNode>
  updateAccount: Data<ChartNode>
  updateAccountByPatch: Data<ChartNode>
  listAccountLines: Page<AccountLine>
  postJournalEntry: Data<Entry>
  postJournalEntries: Data<Entry[]>
  listEntries: Page<Entry>
  getEntry: Data<Entry>
  reverseEntry: Data<Entry>
  previewRetainedEarningsClosing: Data<ClosingPreview[]>
  closeRetainedEarnings: Data<ClosingAction[]>
  listClosingActions: Page<ClosingAction>
  getClosingAction: Data<ClosingAction>
  reverseClosingAction: Data<ClosingAction>
  configureProcessor: Data<ProcessorConfiguration>
  getProcessorConfiguration: Data<ProcessorConfiguration>
  createTagDimension: Data<TagDimension>
  listTagDimensions: Page<TagDimension>
  getTagDimension: Data<TagDimension>
  updateTagDimension: Data<TagDimension>
  deleteTagDimension: Data<TagDimension>
  createTagValue: Data<TagValue>
  listTagValues: Page<TagValue>
  updateTagValue: Data<TagValue>
  applyTags: Data<TaggedEntity[]>
  removeTags: Data<TaggedEntity[]>
  getClientAccountingConfiguration: Data<AccountingConfiguration>
  updateClientAccountingConfiguration: Data<AccountingConfiguration>
  getAccountingConfiguration: Data<AccountingConfiguration>
  updateAccountingConfiguration: Data<AccountingConfiguration>
}

export type OperationId = keyof Answers
