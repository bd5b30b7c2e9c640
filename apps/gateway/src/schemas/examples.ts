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

const closingEntry = {
  ...entry,
  entry_type: 'CLOSING_ACTION_RETAINED_EARNINGS',
  date: '2026-01-20T09:12:44.512Z',
  entry_at: '2025-12-31T23:59:59.999Z',
  external_id: null,
  memo: 'Annual close',
  reference_number: 'FY25',
  source_type: 'closing_action',
  source_id: '1b2c3d4e-0b9c-4d4e-8f1a-4b3c8d5e7f9a',
  line_items: [line('DEBIT', 'Sales'), line('CREDIT', 'Retained earnings')],
}

export const closingPreview = {
  template_closing_action_id: null,
  closing_action: {
    year: 2025,
    effective_date: null,
    memo: 'Annual close',
    metadata: null,
    reference_number: 'FY25',
    ledger_activity_start_timestamp: null,
    retained_earnings_target_account: null,
    override_default_tagging_strategy: null,
  },
  primary_entry: closingEntry,
  secondary_entries: [],
}

export const closingAction = {
  type: 'Retained_Earnings_Closing_Action',
  id: '1b2c3d4e-0b9c-4d4e-8f1a-4b3c8d5e7f9a',
  business_id,
  ...closingPreview,
  template_closing_action_id: '7f9a1b2c-3d4e-4b9c-8d4e-6f1a4b3c8d5e',
  starts_at: '2025-01-01T00:00:00.000Z',
  closes_at: '2025-12-31T23:59:59.999Z',
  transaction_tags: [],
  created_at: '2026-01-20T09:12:44.512Z',
  reversed_at: null,
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

export const tagValue = {
  type: 'TagValue',
  id: '1b2c4d4e-8b9c-4d4e-8f1a-4b3c8d5e7f9a',
  key: 'department',
  value: 'consulting',
  display_name: 'Consulting',
  archived_at: null,
  dimension_id: '2c4d4e6f-9c2d-4e6f-8a4b-3c8d5e7f9a1b',
  created_at: '2026-01-01T08:00:00.000Z',
  updated_at: '2026-01-01T08:00:00.000Z',
}

export const tagDimension = {
  id: tagValue.dimension_id,
  key: 'department',
  display_name: 'Department',
  strictness: 'NON_BALANCING',
  user_visible: true,
  defined_values: [tagValue],
  created_at: '2026-01-01T08:00:00.000Z',
  updated_at: '2026-01-01T08:00:00.000Z',
  deleted_at: null,
}

export const taggedEntity = {
  entity_type: 'JOURNAL_ENTRY',
  entity_id: entry_id,
  transaction_tags: [
    {
      id: '5e7f9a1b-4d4e-4f1a-9b3c-8d5e7f9a1b2c',
      key: 'department',
      value: 'consulting',
      dimension_id: tagValue.dimension_id,
      definition_id: tagValue.id,
      dimension_display_name: 'Department',
      value_display_name: 'Consulting',
      archived_at: null,
    },
  ],
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

export const clientConfiguration = {
  type: 'Accounting_Configuration',
  id: '3c8d5e7f-9a1b-4c3d-8e0b-9c2d4e6f1a4b',
  business_id: null,
  default_reporting_basis: 'ACCRUAL',
  category_list_type: 'ALL_ACCOUNTS',
  closing_date: '2025-12-31T23:59:59.999Z',
  closing_day: '2025-12-31',
  match_rounding_threshold: 0,
  match_adjustment_threshold: 0,
  disable_adjustment_match_suggestions: false,
  enable_tax_estimates: false,
  overrides: [],
}

/** In New York the day ends five hours later. */
export const businessConfiguration = {
  ...clientConfiguration,
  id: business_id,
  business_id,
  default_reporting_basis: 'CASH',
  closing_date: '2026-01-01T04:59:59.999Z',
  overrides: ['default_reporting_basis'],
}

export const accessToken = {
  access_token: 'eyJhbGciOiJFZERTQSJ9.eyJjbGllbnRfaWQiOiIzYzhkIn0.c2lnbmF0dXJl',
  token_type: 'Bearer',
  expires_in: 3600,
}

export const processorConfiguration = { type: 'Stripe_Configuration', stripe_secret_last_4: 'b7Qe' }

export const authorizationParams = {
  type: 'Quickbooks_Authorization_Params',
  redirect_url:
    'https://appcenter.intuit.com/connect/oauth2?response_type=code&client_id=…&redirect_uri=…&scope=…&state=…' +
    '&code_challenge=…&code_challenge_method=S256',
}

const syncCounts = { created: 12, updated: 1, unchanged: 87, refused: 0 }

export const connection = {
  type: 'Quickbooks_Connection',
  provider: 'quickbooks',
  business_id,
  status: 'CONNECTED',
  is_connected: true,
  external_company_id: '4620816365000001',
  connected_at: '2026-01-31T14:02:11.873Z',
  unlinked_at: null,
  needs_reauthorization_since: null,
  is_syncing: false,
  last_synced_at: '2026-01-31T14:03:02.118Z',
  last_sync: {
    id: '8d5e7f9a-1b3c-4d5e-8f0b-9c2d4e6f1a4b',
    status: 'SUCCEEDED',
    started_at: '2026-01-31T14:02:40.550Z',
    finished_at: '2026-01-31T14:03:02.118Z',
    accounts: syncCounts,
    journal_entries: { ...syncCounts, refused: 1 },
    refused: [
      {
        item_type: 'journal_entry',
        external_id: '227',
        error_enum: 'PeriodClosed',
        description: 'The books are closed at the time of the entry.',
      },
    ],
    error: null,
  },
}
