import type { OperationId } from './answers.ts'

/** The reports as workbooks. */
export const EXPORT_OPERATIONS = [
  'exportTrialBalance',
  'exportProfitAndLoss',
  'exportBalanceSheet',
  'exportCashflowStatement',
  'exportGeneralLedger',
  'exportApAging',
  'exportArAging',
] as const satisfies OperationId[]

/** The ledgers of vendors and customers, and their files. */
export const VENDOR_LEDGERS = ['getVendorLedger', 'exportVendorLedger', 'exportVendorStatement'] as const
export const CUSTOMER_LEDGERS = ['getCustomerLedger', 'exportCustomerLedger', 'exportCustomerStatement'] as const
