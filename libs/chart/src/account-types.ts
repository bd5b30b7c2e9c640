/**
 * Account types, their subtypes, and the normality an account of a subtype usually has. The names are those of the
 * public interface; a display name is what people read.
 */
import type { Direction } from '@pacioli/money'

const ACCOUNT_TYPES = ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

type Subtype = { type: AccountType; normality: Direction }

const asset: Subtype = { type: 'ASSET', normality: 'DEBIT' }
const liability: Subtype = { type: 'LIABILITY', normality: 'CREDIT' }
const equity: Subtype = { type: 'EQUITY', normality: 'CREDIT' }
const revenue: Subtype = { type: 'REVENUE', normality: 'CREDIT' }
const expense: Subtype = { type: 'EXPENSE', normality: 'DEBIT' }
/** Contra accounts have the opposite normality of their type. */
const contra = (subtype: Subtype): Subtype => ({
  ...subtype,
  normality: subtype.normality === 'DEBIT' ? 'CREDIT' : 'DEBIT',
})

export const SUBTYPES = {
  BANK_ACCOUNTS: asset,
  ACCOUNTS_RECEIVABLE: asset,
  INVENTORY: asset,
  PAYMENT_PROCESSOR_CLEARING_ACCOUNT: asset,
  FIXED_ASSET: asset,
  ACCUMULATED_DEPRECIATION: contra(asset),
  CASH: asset,
  UNDEPOSITED_FUNDS: asset,
  CURRENT_ASSET: asset,
  NON_CURRENT_ASSET: asset,
  PREPAID_EXPENSES: asset,
  DEVELOPMENT_COSTS: asset,
  LOANS_RECEIVABLE: asset,
  INTANGIBLE_ASSET: asset,
  ACCOUNTS_PAYABLE: liability,
  CREDIT_CARD: liability,
  TAXES_PAYABLE: liability,
  INCOME_TAXES_PAYABLE: liability,
  SALES_TAXES_PAYABLE: liability,
  OTHER_TAXES_PAYABLE: liability,
  PAYROLL_TAXES_PAYABLE: liability,
  UNEARNED_REVENUE: liability,
  PAYROLL_LIABILITY: liability,
  PAYROLL_CLEARING: liability,
  LINE_OF_CREDIT: liability,
  TIPS: liability,
  REFUND_LIABILITIES: liability,
  UNDEPOSITED_OUTFLOWS: liability,
  OUTGOING_PAYMENT_CLEARING_ACCOUNT: liability,
  OTHER_CURRENT_LIABILITY: liability,
  LOANS_PAYABLE: liability,
  NOTES_PAYABLE: liability,
  SHAREHOLDER_LOAN: liability,
  NON_CURRENT_LIABILITY: liability,
  CONTRIBUTIONS: equity,
  DISTRIBUTIONS: contra(equity),
  COMMON_STOCK: equity,
  PREFERRED_STOCK: equity,
  ADDITIONAL_PAID_IN_CAPITAL: equity,
  RETAINED_EARNINGS: equity,
  ACCUMULATED_ADJUSTMENTS: equity,
  OPENING_BALANCE_EQUITY: equity,
  OTHER_EQUITY: equity,
  SALES: revenue,
  UNCATEGORIZED_REVENUE: revenue,
  RETURNS_ALLOWANCES: contra(revenue),
  DIVIDEND_INCOME: revenue,
  INTEREST_INCOME: revenue,
  OTHER_INCOME: revenue,
  COGS: expense,
  OPERATING_EXPENSES: expense,
  PAYROLL: expense,
  TAXES_LICENSES: expense,
  SALES_TAXES: expense,
  UNCATEGORIZED_EXPENSE: expense,
  CHARITABLE_CONTRIBUTIONS: expense,
  LOAN_EXPENSES: expense,
  FINANCE_COSTS: expense,
  INTEREST_EXPENSES: expense,
  DEPRECIATION: expense,
  AMORTIZATION: expense,
  BAD_DEBT: expense,
  OTHER_EXPENSES: expense,
} as const satisfies Record<string, Subtype>

export type AccountSubtype = keyof typeof SUBTYPES

/** The subtypes of accounts that a bank or a card issuer reports, too. */
export const BANK_SUBTYPES: readonly AccountSubtype[] = ['BANK_ACCOUNTS', 'CREDIT_CARD', 'LINE_OF_CREDIT']

export const isAccountType = (name: string): name is AccountType => (ACCOUNT_TYPES as readonly string[]).includes(name)
export const isAccountSubtype = (name: string): name is AccountSubtype => Object.hasOwn(SUBTYPES, name)

/** `SALES_TAXES` → `Sales Taxes`. */
const titleCase = (name: string): string =>
  name
    .split('_')
    .map((word) => word[0] + word.slice(1).toLowerCase())
    .join(' ')

/** The display name of a type or subtype. */
const DISPLAY_NAMES: Record<string, string> = {
  ...Object.fromEntries([...ACCOUNT_TYPES, ...Object.keys(SUBTYPES)].map((name) => [name, titleCase(name)])),
  COGS: 'Cost of Goods Sold',
}

export const displayName = (name: string): string => DISPLAY_NAMES[name] ?? titleCase(name)
