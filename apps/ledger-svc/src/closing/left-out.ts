/** What a closing leaves out: revenue and expense from before its window that no closing has closed. Pure. */
import { MAX_AMOUNT } from '@pacioli/money'
import type { Chart } from '../chart-of-accounts/account.ts'

/**
 * Minor units: credits less debits of revenue accounts, debits less credits of expense accounts. Undefined
 * beyond ±(2^53 - 1): what is only told refuses no closing.
 */
type Unclosed = { revenue: number | undefined; expense: number | undefined }

export type LeftOut = { before: Date; accrual: Unclosed; cash: Unclosed }

/** Sums of accounts, by their ids. */
type Totals = ReadonlyMap<string, { debits: bigint; credits: bigint }>

/** Undefined where every account is at zero in the books of both bases. */
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
      revenue: ifExact(sum('REVENUE')),
      expense: ifExact(-sum('EXPENSE')),
    }
  }
  return { before, accrual: unclosed(ofAccrual), cash: unclosed(ofCash) }
}

const ifExact = (sum: bigint): number | undefined => (sum > MAX_AMOUNT || sum < -MAX_AMOUNT ? undefined : Number(sum))
