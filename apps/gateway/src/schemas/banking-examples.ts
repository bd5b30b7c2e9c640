/** Answers about banking as a reader of the documentation sees them. */
import { taggedEntity } from './examples.ts'

const business_id = '0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e'
const bank_account_id = '9a1b2c3d-4e0b-4c2d-8e6f-1a4b3c8d5e7f'
const external_account_id = '1a4b3c8d-5e7f-4a1b-8c3d-4e0b9c2d4e6f'
const ledger_account_id = '4b3c8d5e-7f9a-4b2c-8d4e-0b9c2d4e6f1a'

const made = { created_at: '2026-01-02T09:00:00.000Z', updated_at: '2026-01-31T17:00:03.211Z' }
const institution = { id: '7f9a1b2c-3d4e-4b9c-8d4e-6f1a4b3c8d5e', name: 'First Bank of Analytics', logo: null }

export const externalAccount = {
  type: 'External_Account',
  id: external_account_id,
  external_account_external_id: 'acc-4711',
  external_account_source: 'custom',
  external_account_name: 'Operating account',
  latest_balance_timestamp: {
    external_account_external_id: 'acc-4711',
    external_account_source: 'custom',
    balance: 1_237_500,
    at: '2026-01-31T17:00:00.000Z',
    created_at: '2026-01-31T17:00:03.211Z',
  },
  current_ledger_balance: 1_250_000,
  uncategorized_transaction_sum: -12_500,
  mask: '4711',
  institution,
  notifications: [],
  connection_needs_repair_as_of: null,
  requires_user_confirmation_as_of: null,
  reconnect_with_new_credentials: false,
  connection_id: null,
  connection_external_id: null,
  user_created: false,
  is_syncing: false,
  ledger_account_id,
  bank_account_id,
  account_type: 'DEPOSITORY',
  account_subtype: 'CHECKING',
  archived_at: null,
  show_transactions_on_or_after: null,
  show_transactions_on_or_before: null,
  ...made,
}

export const bankAccount = {
  type: 'Bank_Account',
  id: bank_account_id,
  external_id: 'checking-1',
  ledger_account_id,
  account_type: 'DEPOSITORY',
  account_subtype: 'CHECKING',
  account_name: 'Operating account',
  notes: null,
  notify_when_disconnected: false,
  is_disconnected: false,
  institution,
  current_ledger_balance: 1_250_000,
  archived_at: null,
  memo: null,
  metadata: null,
  reference_number: null,
  entity_tags: [],
  external_accounts: [externalAccount],
  ...made,
}

export const openingBalance = {
  type: 'Opening_Balance',
  id: '3c8d5e7f-9a1b-4c3d-8e0b-9c2d4e6f1a4b',
  external_account_id,
  balance: 1_000_000,
  effective_at: '2026-01-01T05:00:00.000Z',
  memo: 'From the December statement',
  created_at: '2026-01-02T09:01:17.040Z',
  deleted_at: null,
}

export const bankTransaction = {
  type: 'Bank_Transaction',
  id: '5d8e7f9a-1b2c-4d3e-9b0c-2d4e6f1a4b3c',
  business_id,
  source: 'custom',
  source_transaction_id: 'tx-1001',
  source_account_id: 'acc-4711',
  external_account_id,
  bank_account_id,
  imported_at: '2026-01-15T06:00:00.812Z',
  date: '2026-01-14T16:20:00.000Z',
  direction: 'DEBIT',
  amount: 12_500,
  counterparty_name: 'Analytical Papers Ltd',
  counterparty_id: '6f1a4b3c-8d5e-4f9a-9b2c-3d4e0b9c2d4e',
  merchant_name: 'Analytical Papers Ltd',
  description: 'ANALYTICAL PAPERS 0042',
  account_name: 'Operating account',
  categorizationStatus: 'CATEGORIZED',
  category: {
    id: '2d4e6f1a-4b3c-4d5e-8f9a-1b2c3d4e0b9c',
    category: 'OPERATING_EXPENSES',
    display_name: 'Operating expenses',
    stable_name: 'OPERATING_EXPENSES',
  },
  split_entries: [],
  categorization_method: 'API',
  rule_id: null,
  tax_code: null,
  tax_options: null,
  projected_income_category: null,
  suggested_matches: [],
  match: null,
  transaction_tags: taggedEntity.transaction_tags,
  memo: 'Paper for the plotter',
  metadata: null,
  reference_number: null,
  document_ids: [],
  customer_id: null,
  customer_external_id: null,
  vendor_id: null,
  vendor_external_id: null,
  updated_at: '2026-01-16T10:11:12.131Z',
}

const importedRow = {
  row: 1,
  outcome: 'IMPORTED',
  reason: null,
  external_id: 'tx-1001',
  transaction_id: bankTransaction.id,
  date: bankTransaction.date,
  amount: 12_500,
  direction: 'DEBIT',
  description: bankTransaction.description,
  counterparty_name: bankTransaction.counterparty_name,
  reference_number: null,
  categorizationStatus: 'READY_FOR_INPUT',
  rule_id: null,
}

const counts = { imported_count: 1, known_count: 0, refused_count: 0, categorized_count: 0 }

export const transactionImport = {
  type: 'Transaction_Import',
  external_account_id,
  format: null,
  dry_run: false,
  ...counts,
  rows: [importedRow],
  statements: [],
  warnings: [],
}

export const statementImport = {
  ...transactionImport,
  type: 'Statement_Import',
  format: 'MT940',
  statements: [
    {
      account_identifier: 'DE02120300000000202051',
      statement_id: '00012/001',
      currency: 'USD',
      opening_balance: 1_250_000,
      opening_balance_at: '2026-01-13',
      closing_balance: 1_237_500,
      closing_balance_at: '2026-01-14',
      row_count: 1,
      row_sum: -12_500,
      reconciliation: 'RECONCILED',
      difference: 0,
    },
  ],
}

const category = {
  type: 'Category',
  ...bankTransaction.category,
  account_type: { value: 'EXPENSE', display_name: 'Expenses' },
  account_subtype: { value: 'OPERATING_EXPENSES', display_name: 'Operating expenses' },
  sub_categories: [],
}

export const categories = {
  type: 'Categories',
  categories: [
    category,
    {
      type: 'Category',
      id: null,
      category: 'Exclusion',
      display_name: 'Exclusion',
      stable_name: null,
      account_type: null,
      account_subtype: null,
      sub_categories: [],
    },
  ],
}

export const counterparty = {
  type: 'Counterparty',
  id: bankTransaction.counterparty_id,
  name: 'Analytical Papers Ltd',
  created_at: '2026-01-15T06:00:00.812Z',
}

export const categorizationRule = {
  type: 'Categorization_Rule',
  id: '8d5e7f9a-1b2c-4d4e-8b9c-2d4e6f1a4b3c',
  external_id: null,
  name: 'Paper',
  priority: 10,
  is_active: true,
  conditions: {
    description_contains: 'analytical papers',
    description_equals: null,
    description_regex: null,
    merchant_name_contains: null,
    merchant_name_regex: null,
    amount_min: null,
    amount_max: null,
    direction: 'DEBIT',
    bank_account_ids: [],
    external_account_ids: [],
    counterparty_id: null,
    counterparty_name_contains: null,
  },
  category: { type: 'StableName', id: null, stable_name: 'OPERATING_EXPENSES' },
  tags: [],
  tax_code: null,
  memo: null,
  is_applying: false,
  disabled_at: null,
  disabled_reason: null,
  ...made,
  deleted_at: null,
}

export const posting = {
  type: 'Posting',
  id: '2c4d4e6f-9c2d-4e6f-8a4b-3c8d5e7f9a1b',
  posting_key: `bank_transaction:${bankTransaction.id}:categorized:1`,
  source_type: 'bank_transaction',
  source_id: bankTransaction.id,
  seq: 1,
  status: 'POSTED',
  entry_at: bankTransaction.date,
  attempts: 1,
  error_enum: null,
  error_description: null,
  entry_id: '6f1a4b3c-8d5e-4f9a-9b2c-3d4e0b9c2d4e',
  staged_at: '2026-01-16T10:11:12.131Z',
  posted_at: '2026-01-16T10:11:12.160Z',
  failed_at: null,
}

export const notifications = {
  type: 'Business_Notifications',
  uncategorized_transactions_this_month: 4,
  uncategorized_transactions_all_time: 11,
  todo_tasks: 2,
  external_accounts_requiring_update: 1,
}
