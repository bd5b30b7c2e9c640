/**
 * The cash flow statement by the indirect method: net income, and the change of every account that is not cash (closings left
 * out). By double entry these sum up to the change in cash, except under a tag that an entry has on some of its lines only: what
 * its other lines make up for is a row of its own, so that every column is of the cash that lines under the tag moved. Pure.
 */
import type { AccountSubtype } from '@pacioli/chart'
import type { AccountFigures, AccountSum } from './account-sums.ts'
import { NON_CURRENT_ASSETS } from './balance-sheet.ts'
import { idsOf } from './behind.ts'
import {
  accountLine,
  added,
  inReportOrder,
  requireKnown,
  sumLine,
  toRow,
  type Line,
  type LinkTo,
  type StatementRow,
} from './rows.ts'
import { ofSubtypes } from './sections.ts'

/** Cash and cash equivalents. */
export const CASH: readonly AccountSubtype[] = ['BANK_ACCOUNTS', 'CASH', 'UNDEPOSITED_FUNDS']
/** Depreciation moves no cash: it is added back to operating activities. */
const INVESTING = NON_CURRENT_ASSETS.filter((subtype) => subtype !== 'ACCUMULATED_DEPRECIATION')
const BORROWED: readonly AccountSubtype[] = [
  'LINE_OF_CREDIT',
  'LOANS_PAYABLE',
  'NOTES_PAYABLE',
  'SHAREHOLDER_LOAN',
  'NON_CURRENT_LIABILITY',
]

/**
 * @param all the sums within each slice
 * @param before the balances when each slice began
 * @throws AmountOutOfRange, ServiceUnavailable
 */
export function cashFlowRows(
  all: readonly AccountFigures[],
  before: readonly AccountFigures[],
  slices: number,
  linkTo: LinkTo,
): StatementRow[] {
  requireKnown([...all, ...before])
  const cash = new Set(ofSubtypes(all, CASH))
  const investing = new Set(ofSubtypes(all, INVESTING))
  const financing = new Set([
    ...ofSubtypes(all, BORROWED),
    ...all.filter(({ account }) => account.accountType === 'EQUITY'),
  ])
  const earned = all.filter(({ account }) => isEarned(account.accountType))
  const operating = all.filter(
    (one) => !cash.has(one) && !investing.has(one) && !financing.has(one) && !isEarned(one.account.accountType),
  )
  const section = (key: string, name: string, accounts: Iterable<AccountFigures>, first: readonly Line[] = []) => {
    const lines = [...first, ...[...accounts].sort(byAccount).map((one) => accountLine(one, 1, -1n, linkTo))]
    const sum = sumLine(key, name, 0, added(lines), slices)
    return { sum, lines: [sum, ...lines] }
  }
  const netIncome = plain('NET_INCOME', 'Net Income', 1, earned, -1n, slices)
  const activities = [
    section('OPERATING_ACTIVITIES', 'Operating Activities', operating, [netIncome]),
    section('INVESTING_ACTIVITIES', 'Investing Activities', investing),
    section('FINANCING_ACTIVITIES', 'Financing Activities', financing),
  ]
  const between = betweenTags(all, ofSubtypes(all, CASH), activities, slices)
  const parts = [...activities.map(({ sum }) => sum), ...between]
  // What is summed says by what cash has changed; what it is made of is its own lines.
  const moved = { accountIds: idsOf([...cash]), plus: 'DEBIT' } as const
  const change = sumLine('NET_CHANGE_IN_CASH', 'Net Change in Cash', 0, added(parts), slices, moved)
  const cashBefore = ofSubtypes(before, CASH)
  const beginning: Line = {
    ...plain('CASH_AT_BEGINNING', 'Cash at Beginning of Period', 0, cashBefore, 1n, slices),
    behind: { accountIds: idsOf(cashBefore), plus: 'DEBIT', until: 'BEGINNING' },
  }
  const end = sumLine('TOTAL', 'Cash at End of Period', 0, added([change, beginning]), slices, {
    accountIds: [...new Set(idsOf([...cash, ...cashBefore]))],
    plus: 'DEBIT',
    until: 'END',
  })
  return [...activities.flatMap(({ lines }) => lines), ...between, change, beginning, end].map(toRow)
}

/** The change in cash that no other line under the same tag explains; no row where all of it is explained. */
function betweenTags(
  all: readonly AccountFigures[],
  cash: readonly AccountFigures[],
  activities: readonly { sum: Line }[],
  slices: number,
): Line[] {
  const moved = plain('BETWEEN_TAGS', 'To and from Other Tags', 0, cash, 1n, slices)
  const amounts = moved.amounts.map((amount, slice) =>
    activities.reduce((rest, { sum }) => rest - (sum.amounts[slice] ?? 0n), amount),
  )
  // Every entry sums up to nothing, so what its lines under the tag do not is what the others make up for.
  const behind = { accountIds: idsOf(all), plus: 'DEBIT' } as const
  return amounts.some((amount) => amount !== 0n) ? [{ ...moved, amounts, behind }] : []
}

const isEarned = (type: string | undefined): boolean => type === 'REVENUE' || type === 'EXPENSE'

const byAccount = (a: AccountFigures, b: AccountFigures): number => inReportOrder(a.account, b.account)

/** A row that sums accounts without rows of their own. */
const plain = (
  key: string,
  name: string,
  depth: number,
  accounts: readonly AccountFigures[],
  sign: 1n | -1n,
  slices: number,
): Line => ({
  key,
  name,
  depth,
  amounts: Array.from({ length: slices }, (_, slice) =>
    accounts.reduce((sum, { figures }) => sum + sign * netOf(figures[slice]), 0n),
  ),
  behind: { accountIds: idsOf(accounts), plus: sign === 1n ? 'DEBIT' : 'CREDIT' },
})

const netOf = (sum: AccountSum | undefined): bigint => sum?.net ?? 0n
