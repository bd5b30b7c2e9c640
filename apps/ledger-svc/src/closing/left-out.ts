/** What a closing leaves out: revenue and expense from before its window that no closing has closed. Pure. */
import { safeBalance } from '../balances/safe-balance.ts'
import type { Chart } from '../chart-of-accounts/account.ts'

/** Minor units: credits less debits of revenue accounts, debits less credits of expense accounts. */
type Unclosed = { revenue: number; expense: number }

export type LeftOut = { before: Date; accrual: Unclosed; cash: Unclosed }

/** Sums of accounts, by their ids. */
type Totals = ReadonlyMap<string, { debits: bigint; credits: bigint }>

/** Undefined where every account is at zero in either books. @throws AmountOutOfRange */
export function leftOutIn(
  { byId }: Chart,
  before: Date,
  { accrual, cash }: { accrual: Totals; cash: Totals },
): LeftOut | undefined {
  const nets = (totals: Totals) =>
    [...totals].flatMap(([accountId, { debits, credits }]) => {
      const type = byId.get(accountId)?.type
      return (type === 'REVENUE' || type === 'EXPENSE') && debits !== credits ? [{ type, net: credits - debits }] : []
    })
  const [ofAccrual, ofCash] = [nets(accrual), nets(cash)]
  if (ofAccrual.length + ofCash.length === 0) return undefined
  const unclosed = (all: typeof ofAccrual): Unclosed => {
    const sum = (of: 'REVENUE' | 'EXPENSE') =>
      all.reduce((total, { type, net }) => (type === of ? total + net : total), 0n)
    return {
      revenue: safeBalance(sum('REVENUE'), 'Revenue that the closing leaves out'),
      expense: safeBalance(-sum('EXPENSE'), 'Expense that the closing leaves out'),
    }
  }
  return { before, accrual: unclosed(ofAccrual), cash: unclosed(ofCash) }
}
