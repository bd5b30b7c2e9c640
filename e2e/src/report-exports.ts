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
