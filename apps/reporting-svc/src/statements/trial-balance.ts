/** The trial balance: the balance of every account, debits on one side and credits on the other. Pure. */
import type { AccountFigures } from './account-sums.ts'
import { exact } from '../report-tables/exact.ts'
import { inReportOrder, nameOfAccount, type LinkTo, type StatementRow } from './rows.ts'

export const TRIAL_BALANCE_COLUMNS = [
  { key: 'debit', name: 'Debit' },
  { key: 'credit', name: 'Credit' },
] as const

/** The side of a column: each slice has two. */
const sideOf = (cell: number): 'DEBIT' | 'CREDIT' => (cell % 2 === 0 ? 'DEBIT' : 'CREDIT')

/**
 * A row per account that has lines, with its net balance on its side, and a row of sums, which are equal. What an account has
 * on its other side is nothing, and leads nowhere.
 * @throws AmountOutOfRange
 */
export function trialBalanceRows(all: readonly AccountFigures[], slices: number, linkTo: LinkTo): StatementRow[] {
  const totals = Array.from({ length: slices }, () => ({ debit: 0n, credit: 0n }))
  const rows = [...all]
    .sort((a, b) => inReportOrder(a.account, b.account))
    .map(({ account, figures }): StatementRow => {
      const cells = figures.flatMap(({ net }, slice) => {
        const total = totals[slice]
        if (total && net > 0n) total.debit += net
        else if (total) total.credit -= net
        const linesUrl = linkTo(account.id, slice)
        return [
          { value: exact(net > 0n ? net : 0n), linesUrl: net < 0n ? undefined : linesUrl },
          { value: exact(net < 0n ? -net : 0n), linesUrl: net > 0n ? undefined : linesUrl },
        ]
      })
      const behind: StatementRow['behind'] = (cell) => {
        const other = cells[cell % 2 === 0 ? cell + 1 : cell - 1]
        return { accountIds: other?.value === 0 ? [account.id] : [], plus: sideOf(cell) }
      }
      return { key: account.id, name: nameOfAccount(account), depth: 0, cells, behind }
    })
  const cells = totals.flatMap(({ debit, credit }) => [{ value: exact(debit) }, { value: exact(credit) }])
  const terms = rows.map(({ key }) => ({ rowKey: key, sign: 1 as const }))
  const behind: StatementRow['behind'] = (cell) => ({
    accountIds: rows.filter((row) => row.cells[cell]?.value !== 0).map(({ key }) => key),
    plus: sideOf(cell),
  })
  return [...rows, { key: 'TOTAL', name: 'Total', depth: 0, cells, terms, behind }]
}
