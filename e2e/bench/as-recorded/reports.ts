/** What is asked of the books: each report, and how it is asked for as it was recorded. */
import type { LoadedBooks } from './books.ts'

/** What can be measured by itself. */
export const PARTS = ['statements', 'agings', 'ledgers', 'behind'] as const
export type Part = (typeof PARTS)[number]

export type Asked = {
  part: Part
  name: string
  /** Of now. */
  path: string
  /** The same as recorded at a `through`; by default with `recorded_as_of`. */
  then?: (through: string) => string
  /** What the version before does not have. */
  isNew?: boolean
}

const query = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString()

export function reportsOf({ base, begin, today, quarter, ...of }: LoadedBooks): Asked[] {
  const reports = `${base}/reports`
  const whole = query({ start_date: begin, end_date: today })
  const day = query({ effective_date: today })
  const some = query({ start_date: quarter.start, end_date: quarter.end })
  const trialBalance = `${reports}/trial-balance?${day}`
  const profitAndLoss = `${reports}/profit-and-loss?${whole}`
  const behind = `${reports}/lines?report=PROFIT_AND_LOSS&row_key=INCOME&column_key=total&${whole}`
  const payable = `${reports}/lines?report=AP_AGING&row_key=TOTAL&column_key=total&${day}`
  const apAging = `${reports}/unified/ap-aging?${day}`
  return [
    { part: 'statements', name: 'trial balance', path: trialBalance },
    { part: 'statements', name: 'balance sheet', path: `${reports}/balance-sheet?${day}` },
    { part: 'statements', name: 'profit and loss', path: profitAndLoss },
    { part: 'statements', name: 'cash flow', path: `${reports}/cashflow-statement?${whole}` },
    { part: 'agings', name: 'AP aging', path: apAging },
    { part: 'agings', name: 'AR aging', path: `${reports}/unified/ar-aging?${day}` },
    { part: 'ledgers', name: 'general ledger of a quarter', path: `${reports}/general-ledger?${some}` },
    {
      part: 'ledgers',
      name: 'vendor ledger',
      path: `${base}/vendors/${of.vendorId}/ledger?${whole}`,
      isNew: true,
    },
    {
      part: 'ledgers',
      name: 'customer ledger',
      path: `${base}/customers/${of.customerId}/ledger?${whole}`,
      isNew: true,
    },
    { part: 'ledgers', name: 'account lines', path: `${base}/ledger/accounts/${of.accountId}/lines?${some}` },
    {
      part: 'behind',
      name: 'changes / trial balance',
      path: trialBalance,
      then: (through) => `${reports}/changes?${query({ since: through })}`,
      isNew: true,
    },
    {
      part: 'behind',
      name: 'lines of INCOME / profit and loss',
      path: profitAndLoss,
      then: (through) => `${behind}&${query({ recorded_as_of: through })}`,
      isNew: true,
    },
    {
      part: 'behind',
      name: 'lines of what is payable / AP aging',
      path: apAging,
      then: (through) => `${payable}&${query({ recorded_as_of: through })}`,
      isNew: true,
    },
  ]
}

export const pathThen = ({ path, then }: Asked, through: string): string =>
  then?.(through) ?? `${path}&${query({ recorded_as_of: through })}`
