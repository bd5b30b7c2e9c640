/** The statements there are: what each is about and how its rows are made. Pure. */
import type { Row } from '../reports/report.ts'
import type { AccountFigures } from './account-sums.ts'
import { balanceSheetRows } from './balance-sheet.ts'
import { cashFlowRows } from './cash-flow.ts'
import { profitAndLossRows } from './profit-and-loss.ts'
import type { LinkTo } from './rows.ts'
import type { SliceColumns } from './slice.ts'
import { TRIAL_BALANCE_COLUMNS, trialBalanceRows } from './trial-balance.ts'

export type StatementFigures = {
  /** What each slice has. */
  all: readonly AccountFigures[]
  /** What stood when each slice began. */
  before: readonly AccountFigures[]
  slices: number
  linkTo: LinkTo
}

export type Statement = {
  title: string
  /** About a range of days, or about what stands at the end of one. */
  isRange: boolean
  /** Profit and loss and the cash flow leave closing entries out (docs/POSTING-RULES.md, "Closing"). */
  withClosings: boolean
  /** It says what stood when the range began, too. */
  showsBeginning?: boolean
  columns?: SliceColumns
  rows: (figures: StatementFigures) => Row[]
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
