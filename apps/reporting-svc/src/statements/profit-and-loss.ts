/** Profit and loss: revenue and expense of each slice, closings left out (docs/POSTING-RULES.md "Closing"). Pure. */
import type { AccountSubtype } from '@pacioli/chart'
import type { AccountFigures } from './account-sums.ts'
import { requireKnown, sumLine, toRow, type Line, type LinkTo, type StatementRow } from './rows.ts'
import { ofSubtypes, sectionOf, type SectionLines, type Section } from './sections.ts'

const COST_OF_SALES: readonly AccountSubtype[] = ['COGS']
const OTHER_INCOME: readonly AccountSubtype[] = ['DIVIDEND_INCOME', 'INTEREST_INCOME', 'OTHER_INCOME']
const OTHER_EXPENSES: readonly AccountSubtype[] = [
  'LOAN_EXPENSES',
  'FINANCE_COSTS',
  'INTEREST_EXPENSES',
  'OTHER_EXPENSES',
]

/**
 * Gross profit is income less cost of sales; operating income is gross profit less operating expenses; net income is operating
 * income plus other income less other expenses. Every REVENUE and EXPENSE account is in exactly one section.
 * @throws AmountOutOfRange, ServiceUnavailable
 */
export function profitAndLossRows(all: readonly AccountFigures[], slices: number, linkTo: LinkTo): StatementRow[] {
  requireKnown(all)
  const revenue = all.filter(({ account }) => account.accountType === 'REVENUE')
  const expenses = all.filter(({ account }) => account.accountType === 'EXPENSE')
  const earned = (key: string, name: string, figures: AccountFigures[]): SectionLines =>
    make({ key, name, sign: -1n }, figures)
  const spent = (key: string, name: string, figures: AccountFigures[]): SectionLines =>
    make({ key, name, sign: 1n }, figures)
  const make = (section: Omit<Section, 'depth'>, figures: AccountFigures[]): SectionLines =>
    sectionOf({ ...section, depth: 0 }, { figures, slices, linkTo })
  const sum = (key: string, name: string, plus: readonly Line[], minus: readonly Line[]): Line =>
    sumLine(
      key,
      name,
      0,
      [...plus.map((line) => ({ line, sign: 1 as const })), ...minus.map((line) => ({ line, sign: -1 as const }))],
      slices,
    )

  const income = earned('INCOME', 'Income', without(revenue, OTHER_INCOME))
  const costOfSales = spent('COST_OF_GOODS_SOLD', 'Cost of Goods Sold', ofSubtypes(expenses, COST_OF_SALES))
  const grossProfit = sum('GROSS_PROFIT', 'Gross Profit', [income.sum], [costOfSales.sum])
  const operating = spent(
    'OPERATING_EXPENSES',
    'Operating Expenses',
    without(expenses, [...COST_OF_SALES, ...OTHER_EXPENSES]),
  )
  const operatingIncome = sum('OPERATING_INCOME', 'Operating Income', [grossProfit], [operating.sum])
  const otherIncome = earned('OTHER_INCOME', 'Other Income', ofSubtypes(revenue, OTHER_INCOME))
  const otherExpenses = spent('OTHER_EXPENSES', 'Other Expenses', ofSubtypes(expenses, OTHER_EXPENSES))
  const netIncome = sum('TOTAL', 'Net Income', [operatingIncome, otherIncome.sum], [otherExpenses.sum])
  return [
    ...income.lines,
    ...costOfSales.lines,
    grossProfit,
    ...operating.lines,
    operatingIncome,
    ...otherIncome.lines,
    ...otherExpenses.lines,
    netIncome,
  ].map(toRow)
}

const without = (all: readonly AccountFigures[], subtypes: readonly AccountSubtype[]): AccountFigures[] => {
  const excluded = new Set(ofSubtypes(all, subtypes))
  return all.filter((one) => !excluded.has(one))
}
