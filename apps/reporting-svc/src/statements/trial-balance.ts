/** The trial balance as a table: pure. */
import type { Day } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import { ACCOUNT_TYPES, type AccountType } from '../accounts/account.ts'
import type { ReportingBasis } from '../businesses/business.ts'

/** What stands on an account at the end of a day, in minor units. */
export type AccountSums = {
  accountId: string
  /** Null while the account's own event is still on its way. */
  name: string | null
  accountNumber: string | null
  accountType: AccountType | null
  debits: bigint
  credits: bigint
}

export type TrialBalanceScope = { businessId: string; effectiveDate: Day; basis: ReportingBasis }

export type Cell = { value: number; lines_url?: string }
export type Row = { row_key: string; display_name: string; cells: { debit: Cell; credit: Cell } }

export const TRIAL_BALANCE_COLUMNS = [
  { column_key: 'debit', display_name: 'Debit' },
  { column_key: 'credit', display_name: 'Credit' },
]

/** A row per account with its net balance on the side where it stands, and a row of sums, which are equal. */
export function trialBalanceRows(accounts: readonly AccountSums[], scope: TrialBalanceScope): Row[] {
  let debits = 0n
  let credits = 0n
  const rows = [...accounts].sort(inReportOrder).map((account) => {
    const net = account.debits - account.credits
    if (net > 0n) debits += net
    else credits -= net
    const lines_url = linesUrl(account.accountId, scope)
    return {
      row_key: account.accountId,
      display_name: displayName(account),
      cells: {
        debit: { value: exact(net > 0n ? net : 0n), lines_url },
        credit: { value: exact(net < 0n ? -net : 0n), lines_url },
      },
    }
  })
  const total = { debit: { value: exact(debits) }, credit: { value: exact(credits) } }
  return [...rows, { row_key: 'TOTAL', display_name: 'Total', cells: total }]
}

const linesUrl = (accountId: string, { businessId, effectiveDate, basis }: TrialBalanceScope): string =>
  `/v1/businesses/${businessId}/ledger/accounts/${accountId}/lines?end_date=${effectiveDate}&reporting_basis=${basis}`

const displayName = ({ accountId, name, accountNumber }: AccountSums): string =>
  [accountNumber, name ?? accountId].filter((part) => part !== null).join(' ')

const rankOf = (type: AccountType | null): number =>
  type === null ? ACCOUNT_TYPES.length : ACCOUNT_TYPES.indexOf(type)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** By type, then numbered accounts by number, then the others by name. */
const inReportOrder = (a: AccountSums, b: AccountSums): number =>
  rankOf(a.accountType) - rankOf(b.accountType) ||
  Number(a.accountNumber === null) - Number(b.accountNumber === null) ||
  compare(a.accountNumber ?? '', b.accountNumber ?? '') ||
  compare(a.name ?? '', b.name ?? '') ||
  compare(a.accountId, b.accountId)

/** @throws AmountOutOfRange for what JSON numbers can't say exactly */
function exact(amount: bigint): number {
  const value = Number(amount)
  if (Number.isSafeInteger(value)) return value
  throw refused('AmountOutOfRange', `A sum of the report, ${amount}, is beyond what can be shown exactly.`)
}
