/** Turns accounts of QuickBooks Online into our terms. Pure. */
import { SUBTYPES, type AccountSubtype } from '@pacioli/chart'
import { refused } from '@pacioli/errors'
import type { Direction } from '@pacioli/money'
import type { ProviderAccount } from '../connector.ts'
import { flag, optionalObject, optionalText, text, type Json } from '../reading.ts'
import { MAX_ID, MAX_NAME } from './limits.ts'

/** By AccountType, unless the AccountSubType is more specific. */
const BY_TYPE: Record<string, AccountSubtype> = {
  Bank: 'BANK_ACCOUNTS',
  'Accounts Receivable': 'ACCOUNTS_RECEIVABLE',
  'Other Current Asset': 'CURRENT_ASSET',
  'Fixed Asset': 'FIXED_ASSET',
  'Other Asset': 'NON_CURRENT_ASSET',
  'Accounts Payable': 'ACCOUNTS_PAYABLE',
  'Credit Card': 'CREDIT_CARD',
  'Other Current Liability': 'OTHER_CURRENT_LIABILITY',
  'Long Term Liability': 'NON_CURRENT_LIABILITY',
  Equity: 'OTHER_EQUITY',
  Income: 'SALES',
  'Other Income': 'OTHER_INCOME',
  'Cost of Goods Sold': 'COGS',
  Expense: 'OPERATING_EXPENSES',
  'Other Expense': 'OTHER_EXPENSES',
}

/** For unknown types. */
const BY_CLASSIFICATION: Record<string, AccountSubtype> = {
  Asset: 'CURRENT_ASSET',
  Liability: 'OTHER_CURRENT_LIABILITY',
  Equity: 'OTHER_EQUITY',
  Revenue: 'OTHER_INCOME',
  Expense: 'OPERATING_EXPENSES',
}

/** Estimates and orders, which are in no books. */
const NOT_IN_THE_BOOKS = 'Non-Posting'

/** AccountSubTypes that differ from their type in general. */
const BY_SUBTYPE: Record<string, AccountSubtype> = {
  CashOnHand: 'CASH',
  Inventory: 'INVENTORY',
  PrepaidExpenses: 'PREPAID_EXPENSES',
  UndepositedFunds: 'UNDEPOSITED_FUNDS',
  DevelopmentCosts: 'DEVELOPMENT_COSTS',
  EmployeeCashAdvances: 'LOANS_RECEIVABLE',
  LoansToOfficers: 'LOANS_RECEIVABLE',
  LoansToOthers: 'LOANS_RECEIVABLE',
  LoansToStockholders: 'LOANS_RECEIVABLE',
  AccumulatedAmortization: 'ACCUMULATED_DEPRECIATION',
  AccumulatedDepletion: 'ACCUMULATED_DEPRECIATION',
  AccumulatedDepreciation: 'ACCUMULATED_DEPRECIATION',
  AccumulatedAmortizationOfOtherAssets: 'ACCUMULATED_DEPRECIATION',
  IntangibleAssets: 'INTANGIBLE_ASSET',
  IntangibleAssetsOther: 'INTANGIBLE_ASSET',
  Goodwill: 'INTANGIBLE_ASSET',
  Licenses: 'INTANGIBLE_ASSET',
  OrganizationalCosts: 'INTANGIBLE_ASSET',

  FederalIncomeTaxPayable: 'INCOME_TAXES_PAYABLE',
  StateLocalIncomeTaxPayable: 'INCOME_TAXES_PAYABLE',
  IncomeTaxPayable: 'INCOME_TAXES_PAYABLE',
  SalesTaxPayable: 'SALES_TAXES_PAYABLE',
  GlobalTaxPayable: 'OTHER_TAXES_PAYABLE',
  GlobalTaxSuspense: 'OTHER_TAXES_PAYABLE',
  PayrollTaxPayable: 'PAYROLL_TAXES_PAYABLE',
  PayrollClearing: 'PAYROLL_CLEARING',
  DirectDepositPayable: 'PAYROLL_LIABILITY',
  StaffAndRelatedLiabilityAccounts: 'PAYROLL_LIABILITY',
  DeferredRevenue: 'UNEARNED_REVENUE',
  LineOfCredit: 'LINE_OF_CREDIT',
  LoanPayable: 'LOANS_PAYABLE',
  UndistributedTips: 'TIPS',
  NotesPayable: 'NOTES_PAYABLE',
  ShareholderNotesPayable: 'SHAREHOLDER_LOAN',

  RetainedEarnings: 'RETAINED_EARNINGS',
  OpeningBalanceEquity: 'OPENING_BALANCE_EQUITY',
  AccumulatedAdjustment: 'ACCUMULATED_ADJUSTMENTS',
  CommonStock: 'COMMON_STOCK',
  ShareCapital: 'COMMON_STOCK',
  PreferredStock: 'PREFERRED_STOCK',
  PaidInCapitalOrSurplus: 'ADDITIONAL_PAID_IN_CAPITAL',
  PartnerContributions: 'CONTRIBUTIONS',
  PersonalIncome: 'CONTRIBUTIONS',
  PartnerDistributions: 'DISTRIBUTIONS',
  DividendDisbursed: 'DISTRIBUTIONS',
  EstimatedTaxes: 'DISTRIBUTIONS',
  Healthcare: 'DISTRIBUTIONS',
  PersonalExpense: 'DISTRIBUTIONS',

  DiscountsRefundsGiven: 'RETURNS_ALLOWANCES',
  UnappliedCashPaymentIncome: 'UNCATEGORIZED_REVENUE',
  DividendIncome: 'DIVIDEND_INCOME',
  InterestEarned: 'INTEREST_INCOME',
  TaxExemptInterest: 'INTEREST_INCOME',

  BadDebts: 'BAD_DEBT',
  CharitableContributions: 'CHARITABLE_CONTRIBUTIONS',
  CostOfLabor: 'PAYROLL',
  PayrollExpenses: 'PAYROLL',
  PayrollTaxExpenses: 'PAYROLL',
  PayrollWageExpenses: 'PAYROLL',
  FinanceCosts: 'FINANCE_COSTS',
  InterestPaid: 'INTEREST_EXPENSES',
  MortgageInterestHomeOffice: 'INTEREST_EXPENSES',
  VehicleLoanInterest: 'INTEREST_EXPENSES',
  TaxesPaid: 'TAXES_LICENSES',
  GlobalTaxExpense: 'TAXES_LICENSES',
  UnappliedCashBillPaymentExpense: 'UNCATEGORIZED_EXPENSE',
  Amortization: 'AMORTIZATION',
  Depreciation: 'DEPRECIATION',
}

/** AccountSubTypes whose normality is opposite to that of their subtype here. */
const CONTRA: Record<string, Direction> = { AllowanceForBadDebts: 'CREDIT', TreasuryStock: 'DEBIT' }

/** Every company has one of each, and so has every business here: they correspond. */
const SAME_AS: Record<string, string> = {
  AccountsReceivable: 'ACCOUNTS_RECEIVABLE',
  AccountsPayable: 'ACCOUNTS_PAYABLE',
  UndepositedFunds: 'UNDEPOSITED_FUNDS',
  SalesTaxPayable: 'SALES_TAXES_PAYABLE',
  RetainedEarnings: 'RETAINED_EARNINGS',
  OpeningBalanceEquity: 'OPENING_BALANCE_EQUITY',
}

const entryOf = <Value>(table: Record<string, Value>, key: string | null): Value | undefined =>
  key !== null && Object.hasOwn(table, key) ? table[key] : undefined

/** Spelled with and without underscores and blanks, depending on the place: `Paid_InCapitalOrSurplus`. */
const plain = (name: string | null): string | null => name?.replace(/[_ ]/g, '') ?? null

/** @throws InvalidPayload, AccountTypeMismatch for what is no account of the books */
export function toProviderAccount(source: Json): ProviderAccount {
  const type = optionalText(source, 'AccountType', MAX_NAME)
  const classification = optionalText(source, 'Classification', MAX_NAME)
  const detail = plain(optionalText(source, 'AccountSubType', MAX_NAME))
  if (type === NOT_IN_THE_BOOKS)
    throw refused('AccountTypeMismatch', 'A non-posting account is not part of the books.', { field: 'AccountType' })
  const general = entryOf(BY_TYPE, type) ?? entryOf(BY_CLASSIFICATION, classification)
  if (general === undefined)
    throw refused('AccountTypeMismatch', `The account type ${type} of ${classification} is not known.`, {
      field: 'AccountType',
      value: type,
    })
  const special = entryOf(BY_SUBTYPE, detail)
  // A detail type may be used under another type than usual; what the account is follows from its type.
  const isFitting = special !== undefined && SUBTYPES[special].type === SUBTYPES[general].type
  const parent = optionalObject(source, 'ParentRef')
  const currency = optionalObject(source, 'CurrencyRef')
  return {
    externalId: text(source, 'Id', MAX_ID),
    parentExternalId: parent && text(parent, 'value', MAX_ID),
    name: text(source, 'Name', MAX_NAME),
    accountNumber: optionalText(source, 'AcctNum', MAX_ID),
    active: flag(source, 'Active', true),
    subtype: isFitting ? special : general,
    normality: entryOf(CONTRA, detail) ?? null,
    stableName: entryOf(SAME_AS, detail) ?? null,
    currency: currency && optionalText(currency, 'value', MAX_ID),
  }
}
