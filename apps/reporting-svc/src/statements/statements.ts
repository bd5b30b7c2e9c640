/** The statements: their properties, and how their rows are made. Pure. */
import type { AccountFigures } from './account-sums.ts'
import { balanceSheetRows } from './balance-sheet.ts'
import { cashFlowRows } from './cash-flow.ts'
import { profitAndLossRows } from './profit-and-loss.ts'
import type { LinkTo, StatementRow } from './rows.ts'
import type { SliceColumns } from './slice.ts'
import { TRIAL_BALANCE_COLUMNS, trialBalanceRows } from './trial-balance.ts'

export type StatementFigures = {
  all: readonly AccountFigures[]
  /** The balances when each slice began. */
  before: readonly AccountFigures[]
  slices: number
  linkTo: LinkTo
}

export type Statement = {
  title: string
  /** Of a range of days; otherwise of balances at the end of a day. */
  isRange: boolean
  /** Profit and loss and the cash flow leave closing entries out (docs/POSTING-RULES.md "Closing"). */
  withClosings: boolean
  /** Also shows balances at the beginning of the range. */
  showsBeginning?: boolean
  columns?: SliceColumns
  rows: (figures: StatementFigures) => StatementRow[]
}

export const STATEMENTS = {
  TRIAL_BALANCE: {
    title: 'Trial Balance',
    isRange: false,
    withClosings: true,
    columns: TRIAL_BALANCE_COLUMNS,
    rows: ({ all, slices, linkTo }) => trialBalanceRows(all, slices, linkTo),
  },
  PROFIT_AND_LOSS: {
    title: 'Profit and Loss',
    isRange: true,
    withClosings: false,
    rows: ({ all, slices, linkTo }) => profitAndLossRows(all, slices, linkTo),
  },
  BALANCE_SHEET: {
    title: 'Balance Sheet',
    isRange: false,
    withClosings: true,
    rows: ({ all, slices, linkTo }) => balanceSheetRows(all, slices, linkTo),
  },
  CASHFLOW_STATEMENT: {
    title: 'Statement of Cash Flows',
    isRange: true,
    withClosings: false,
    showsBeginning: true,
    rows: ({ all, before, slices, linkTo }) => cashFlowRows(all, before, slices, linkTo),
  },
} satisfies Record<string, Statement>

export type StatementName = keyof typeof STATEMENTS
