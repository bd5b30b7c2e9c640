/**
 * The chart of accounts a new business starts with: an account for every subtype of the interface, with the subtype's
 * name as its stable name, and the further accounts that docs/POSTING-RULES.md posts to. Accounts nest where people
 * expect a sub-account; all of them take postings.
 */
import { displayName, SUBTYPES, type AccountSubtype, type AccountType } from '@pacioli/chart'
import type { Direction } from '@pacioli/money'

export type TemplateAccount = {
  stableName: string
  name: string
  accountNumber: string
  subtype: AccountSubtype
  type: AccountType
  normality: Direction
  /** Stable name of the account it is nested in. */
  parent?: string
}

/** docs/POSTING-RULES.md, "Accounts". */
const furtherAccounts: { stableName: string; subtype: AccountSubtype; normality: Direction }[] = [
  { stableName: 'VENDOR_PREPAYMENTS', subtype: 'PREPAID_EXPENSES', normality: 'DEBIT' },
  { stableName: 'CUSTOMER_CREDITS', subtype: 'OTHER_CURRENT_LIABILITY', normality: 'CREDIT' },
  { stableName: 'SALES_DISCOUNTS', subtype: 'RETURNS_ALLOWANCES', normality: 'DEBIT' },
  { stableName: 'PURCHASE_DISCOUNTS', subtype: 'COGS', normality: 'CREDIT' },
  { stableName: 'PAYMENT_PROCESSING_FEES', subtype: 'OPERATING_EXPENSES', normality: 'DEBIT' },
  { stableName: 'MATCH_ADJUSTMENTS', subtype: 'OTHER_EXPENSES', normality: 'DEBIT' },
]

const parents: Partial<Record<string, string>> = {
  ACCUMULATED_DEPRECIATION: 'FIXED_ASSET',
  INCOME_TAXES_PAYABLE: 'TAXES_PAYABLE',
  SALES_TAXES_PAYABLE: 'TAXES_PAYABLE',
  OTHER_TAXES_PAYABLE: 'TAXES_PAYABLE',
  PAYROLL_TAXES_PAYABLE: 'TAXES_PAYABLE',
  INTEREST_EXPENSES: 'FINANCE_COSTS',
  VENDOR_PREPAYMENTS: 'PREPAID_EXPENSES',
  CUSTOMER_CREDITS: 'OTHER_CURRENT_LIABILITY',
  SALES_DISCOUNTS: 'RETURNS_ALLOWANCES',
  PURCHASE_DISCOUNTS: 'COGS',
  PAYMENT_PROCESSING_FEES: 'OPERATING_EXPENSES',
  MATCH_ADJUSTMENTS: 'OTHER_EXPENSES',
}

/** 1xxx assets, 2xxx liabilities, 3xxx equity, 4xxx revenue, 5xxx to 6xxx expenses: the numbering most charts use. */
const firstNumber: Record<AccountType, number> = {
  ASSET: 1000,
  LIABILITY: 2000,
  EQUITY: 3000,
  REVENUE: 4000,
  EXPENSE: 5000,
}

function numbered(accounts: Omit<TemplateAccount, 'accountNumber'>[]): TemplateAccount[] {
  const next = { ...firstNumber }
  return accounts.map((account) => ({ ...account, accountNumber: String((next[account.type] += 10)) }))
}

const ofSubtype = Object.entries(SUBTYPES).map(([subtype, { type, normality }]) => ({
  stableName: subtype,
  subtype: subtype as AccountSubtype,
  type,
  normality,
}))

const further = furtherAccounts.map((account) => ({ ...account, type: SUBTYPES[account.subtype].type }))

/** Parents come before their sub-accounts. */
export const CHART_TEMPLATE: readonly TemplateAccount[] = numbered(
  [...ofSubtype, ...further].map((account) => {
    const parent = parents[account.stableName]
    return { ...account, name: displayName(account.stableName), ...(parent === undefined ? {} : { parent }) }
  }),
)

/** Accounts that posting rules post to by stable name: they keep that name and are never archived. */
export const POSTED_TO_BY_NAME: ReadonlySet<string> = new Set([
  'ACCOUNTS_PAYABLE',
  'ACCOUNTS_RECEIVABLE',
  'BAD_DEBT',
  'CASH',
  'CUSTOMER_CREDITS',
  'MATCH_ADJUSTMENTS',
  'OPENING_BALANCE_EQUITY',
  'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  'PAYMENT_PROCESSING_FEES',
  'PAYMENT_PROCESSOR_CLEARING_ACCOUNT',
  'PURCHASE_DISCOUNTS',
  'REFUND_LIABILITIES',
  'RETAINED_EARNINGS',
  'RETURNS_ALLOWANCES',
  'SALES_DISCOUNTS',
  'TIPS',
  'UNDEPOSITED_FUNDS',
  'UNDEPOSITED_OUTFLOWS',
  'VENDOR_PREPAYMENTS',
])
