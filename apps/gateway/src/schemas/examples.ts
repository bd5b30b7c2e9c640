/** Answers as a reader of the documentation sees them. */
const business_id = '0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e'
const entry_id = '6f1a4b3c-8d5e-4f9a-9b2c-3d4e0b9c2d4e'
const id = { type: 'AccountId', id: '4b3c8d5e-7f9a-4b2c-8d4e-0b9c2d4e6f1a' }

export const chartAccount = {
  type: 'Single_Chart_Account',
  id,
  name: 'Bank accounts',
  account_number: '1010',
  stable_name: { type: 'StableName', stable_name: 'BANK_ACCOUNTS' },
  normality: 'DEBIT',
  account_type: { value: 'ASSET', display_name: 'Assets' },
  account_subtype: { value: 'BANK_ACCOUNTS', display_name: 'Bank accounts' },
}

export const chartNode = {
  ...chartAccount,
  type: 'Chart_Account',
  parent_id: null,
  archived_at: null,
  created_at: '2026-01-01T08:00:00.000Z',
  updated_at: '2026-01-01T08:00:00.000Z',
  sub_accounts: [],
}

export const balances = {
  type: 'Ledger_Balances',
  reporting_basis: 'ACCRUAL',
  as_of: '2026-01-31T23:59:59.999Z',
  accounts: [
    {
      ...chartAccount,
      type: 'Ledger_Account_Balance',
      parent_id: null,
      archived_at: null,
      balance: 125_000,
      balance_with_sub_accounts: 125_000,
      line_count: 1,
      sub_accounts: [],
    },
  ],
}

export const chart = { type: 'Chart_Of_Accounts', accounts: [chartNode] }

const line = (direction: string, name: string) => ({
  id: '8d5e7f9a-1b2c-4d4e-8b9c-2d4e6f1a4b3c',
  entry_id,
  account: { ...chartAccount, name },
  amount: 125_000,
  direction,
  entry_at: '2026-01-31T17:00:00.000Z',
  createdAt: '2026-02-01T09:12:44.512Z',
  memo: null,
  transaction_tags: [],
})

export const entry = {
  type: 'Ledger_Entry',
  id: entry_id,
  business_id,
  ledger_id: '2d4e6f1a-4b3c-4d5e-8f9a-1b2c3d4e0b9c',
  agent: 'API',
  entry_type: 'MANUAL',
  basis: 'BOTH',
  date: '2026-02-01T09:12:44.512Z',
  entry_at: '2026-01-31T17:00:00.000Z',
  reversal_of_id: null,
  reversal_id: null,
  external_id: 'sale-2026-0042',
  memo: 'Consulting, January',
  metadata: null,
  reference_number: 'INV-42',
  source_type: null,
  source_id: null,
  line_items: [line('DEBIT', 'Bank accounts'), line('CREDIT', 'Sales')],
  transaction_tags: [],
}

export const accountLine = {
  type: 'Ledger_Account_Line_Item',
  id: '8d5e7f9a-1b2c-4d4e-8b9c-2d4e6f1a4b3c',
  entry_id,
  account: chartAccount,
  amount: 125_000,
  direction: 'DEBIT',
  date: '2026-01-31T17:00:00.000Z',
  source: null,
  running_balance: 125_000,
  transaction: null,
  invoice: null,
  memo: null,
  transaction_tags: [],
}

export const business = {
  type: 'Business',
  id: business_id,
  client_id: '3c8d5e7f-9a1b-4c3d-8e0b-9c2d4e6f1a4b',
  ledger_id: '2d4e6f1a-4b3c-4d5e-8f9a-1b2c3d4e0b9c',
  external_id: 'customer-17',
  legal_name: 'Lovelace Engines LLC',
  entity_type: 'LLC',
  us_state: 'CA',
  country: 'US',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
  activation_at: '2026-01-01T08:00:00.000Z',
  industry: null,
  naics_code: null,
  tin: null,
  phone_number: null,
  default_reporting_basis: 'ACCRUAL',
  bookkeeping_enrolled: false,
  archived_at: null,
  created_at: '2026-01-01T08:00:00.000Z',
  updated_at: '2026-01-01T08:00:00.000Z',
}

const cell = (value: number) => ({ value, lines_url: null })

export const trialBalance = {
  type: 'Unified_Report',
  business_id,
  columns: [
    { column_key: 'debit', display_name: 'Debit', columns: [] },
    { column_key: 'credit', display_name: 'Credit', columns: [] },
  ],
  rows: [
    {
      row_key: 'BANK_ACCOUNTS',
      display_name: 'Bank accounts',
      cells: { debit: cell(125_000), credit: cell(0) },
      rows: [],
    },
    { row_key: 'SALES', display_name: 'Sales', cells: { debit: cell(0), credit: cell(125_000) }, rows: [] },
    { row_key: 'TOTAL', display_name: 'Total', cells: { debit: cell(125_000), credit: cell(125_000) }, rows: [] },
  ],
}

export const accessToken = {
  access_token: 'eyJhbGciOiJFZERTQSJ9.eyJjbGllbnRfaWQiOiIzYzhkIn0.c2lnbmF0dXJl',
  token_type: 'Bearer',
  expires_in: 3600,
}
