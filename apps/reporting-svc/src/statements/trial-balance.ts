/** The trial balance: the balance of every account, debits on one side and credits on the other. Pure. */
import type { Row } from '../report-tables/report.ts'
import type { AccountFigures } from './account-sums.ts'
import { exact } from '../report-tables/exact.ts'
import { inReportOrder, nameOfAccount, type LinkTo } from './rows.ts'

export const TRIAL_BALANCE_COLUMNS = [
  { key: 'debit', name: 'Debit' },
  { key: 'credit', name: 'Credit' },
] as const

/**
 * A row per account that has lines, with its net balance on its side, and a row of sums, which are equal.
 * @throws AmountOutOfRange
 */
export function trialBalanceRows(all: readonly AccountFigures[], slices: number, linkTo: LinkTo): Row[] {
  const totals = Array.from({ length: slices }, () => ({ debit: 0n, credit: 0n }))
  const rows = [...all]
    .sort((a, b) => inReportOrder(a.account, b.account))
    .map(({ account, figures }): Row => {
      const cells = figures.flatMap(({ net }, slice) => {
        const total = totals[slice]
        if (total && net > 0n) total.debit += net
        else if (total) total.credit -= net
        const linesUrl = linkTo(account.id, slice)
        return [
          { value: exact(net > 0n ? net : 0n), linesUrl },
          { value: exact(net < 0n ? -net : 0n), linesUrl },
        ]
      })
      return { key: account.id, name: nameOfAccount(account), depth: 0, cells }
    })
  const cells = totals.flatMap(({ debit, credit }) => [{ value: exact(debit) }, { value: exact(credit) }])
  const terms = rows.map(({ key }) => ({ rowKey: key, sign: 1 as const }))
  return [...rows, { key: 'TOTAL', name: 'Total', depth: 0, cells, terms }]
}
