/** The answers about banking as far as tests look into them. */
import type { AppliedTag, Data, Direction, Page } from './common-shapes.ts'

export interface Institution {
  id: string | null
  name: string
  logo: string | null
}

export interface ExternalAccount {
  type: string
  id: string
  external_account_external_id: string
  external_account_source: string
  external_account_name: string
  latest_balance_timestamp: { balance: number; at: string } | null
  current_ledger_balance: number
  uncategorized_transaction_sum: number
  mask: string | null
  institution: Institution | null
  notifications: { type: string; scope: string }[]
  connection_needs_repair_as_of: string | null
  is_syncing: boolean
  ledger_account_id: string
  bank_account_id: string
  archived_at: string | null
  [field: string]: unknown
}

export interface BankAccount {
  type: string
  id: string
  external_id: string | null
  ledger_account_id: string
  account_name: string
  is_disconnected: boolean
  institution: Institution | null
  current_ledger_balance: number
  archived_at: string | null
  metadata: object | null
  entity_tags: AppliedTag[]
  external_accounts: ExternalAccount[]
  [field: string]: unknown
}

export interface OpeningBalance {
  id: string
  external_account_id: string
  balance: number
  effective_at: string
  memo: string | null
  deleted_at: string | null
}

export type CategorizationStatus = 'PENDING' | 'READY_FOR_INPUT' | 'CATEGORIZED' | 'SPLIT' | 'MATCHED'

export interface Category {
  id: string | null
  category: string
  display_name: string
  stable_name: string | null
}

export interface MatchDetails {
  id: string
  amount: number
  date: string
  description: string
}

export interface BankTransaction {
  type: string
  id: string
  business_id: string
  source: string
  source_transaction_id: string
  source_account_id: string
  external_account_id: string
  bank_account_id: string
  date: string
  direction: Direction
  amount: number
  counterparty_id: string | null
  counterparty_name: string | null
  merchant_name: string | null
  description: string
  categorizationStatus: CategorizationStatus
  category: Category | null
  split_entries: { id: string; category: Category; amount: number; memo: string | null; tags: AppliedTag[] }[]
  categorization_method: string | null
  rule_id: string | null
  suggested_matches: { id: string; matchType: string; details: MatchDetails }[]
  match: { id: string; match_type: string; bank_transaction: { id: string }; details: MatchDetails } | null
  transaction_tags: AppliedTag[]
  memo: string | null
  metadata: object | null
  document_ids: string[]
  [field: string]: unknown
}

export interface ImportedRow {
  row: number
  outcome: 'IMPORTED' | 'KNOWN' | 'REFUSED'
  reason: string | null
  external_id: string | null
  transaction_id: string | null
  amount: number | null
  categorizationStatus: CategorizationStatus | null
  rule_id: string | null
}

export interface ImportReport {
  type: string
  external_account_id: string
  format: string | null
  dry_run: boolean
  imported_count: number
  known_count: number
  refused_count: number
  categorized_count: number
  rows: ImportedRow[]
  statements: { reconciliation: string; difference: number | null; closing_balance: number | null; row_count: number }[]
  warnings: string[]
}

export interface CategoryNode extends Category {
  type: string
  sub_categories: CategoryNode[]
}

export interface Counterparty {
  id: string
  name: string
}

export interface CategorizationRule {
  id: string
  external_id: string | null
  name: string
  priority: number
  is_active: boolean
  conditions: Record<string, unknown>
  category: { type: string; id: string | null; stable_name: string | null } | null
  tags: AppliedTag[]
  disabled_reason: string | null
  deleted_at: string | null
  [field: string]: unknown
}

/** A rule, and how many transactions that waited it decided at once. */
export interface AppliedRule extends Data<CategorizationRule> {
  meta: { applied_count: number | null }
}

export interface Posting {
  id: string
  posting_key: string
  source_type: string
  source_id: string
  status: 'PENDING' | 'POSTED' | 'FAILED'
  error_enum: string | null
  entry_id: string | null
  staged_at: string
}

export interface Notifications {
  type: string
  uncategorized_transactions_this_month: number
  uncategorized_transactions_all_time: number
  todo_tasks: number
  external_accounts_requiring_update: number
}

/** What each operation of banking answers when it succeeds. */
export interface BankingAnswers {
  createBankAccount: Data<BankAccount>
  listBankAccounts: Data<BankAccount[]>
  getBankAccount: Data<BankAccount>
  updateBankAccount: Data<BankAccount>
  archiveBankAccount: Data<BankAccount>
  createCustomAccount: Data<ExternalAccount>
  listExternalAccounts: Data<ExternalAccount[]>
  archiveExternalAccount: Data<ExternalAccount>
  updateConnection: Data<ExternalAccount>
  createOpeningBalance: Data<OpeningBalance>
  getOpeningBalance: Data<OpeningBalance>
  deleteOpeningBalance: Data<OpeningBalance>
  importTransactions: Data<ImportReport>
  importStatement: Data<ImportReport>
  listBankTransactions: Page<BankTransaction>
  getBankTransaction: Data<BankTransaction>
  categorizeTransaction: Data<BankTransaction>
  bulkCategorizeTransactions: Data<BankTransaction[]>
  matchTransaction: Data<BankTransaction>
  uncategorizeTransaction: Data<BankTransaction>
  uncategorizeTransactionByPost: Data<BankTransaction>
  updateTransactionMetadata: Data<BankTransaction>
  updateTransactionMetadataByPatch: Data<BankTransaction>
  listCategories: Data<{ categories: CategoryNode[] }>
  listCounterparties: Page<Counterparty>
  createCategorizationRule: AppliedRule
  listCategorizationRules: Page<CategorizationRule>
  getCategorizationRule: Data<CategorizationRule>
  updateCategorizationRule: AppliedRule
  deleteCategorizationRule: Data<CategorizationRule>
  listPostings: Page<Posting>
  retryPosting: Data<Posting>
  getBusinessNotifications: Data<Notifications> & { meta: object }
}
