/** Sums of accounts in the slices of a statement. Pure. */
import type { Day } from '@pacioli/calendar'
import { dayPlus } from '@pacioli/calendar'
import type { Account } from '../accounts/account.ts'
import type { Period } from '../report-query/period.ts'
import type { Part, Slice } from './slice.ts'

/** Debits less credits of the lines of an account until the end of a day, in minor units, and the number of lines. */
export type AccountSum = { net: bigint; lineCount: bigint }

/** A row of sums: `part` is a tag value, UNTAGGED, or ALL. */
export type SumRow = AccountSum & { day: Day; part: string; accountId: string }

/** An account as far as it is known: its own event may not have arrived yet. */
export type KnownAccount = Pick<Account, 'id'> &
  Partial<Pick<Account, 'name' | 'accountNumber' | 'accountType' | 'accountSubtype' | 'stableName' | 'normality'>>

/** An account and its sum in each slice, in their order. */
export type AccountFigures = { account: KnownAccount; figures: readonly AccountSum[] }

const NOTHING: AccountSum = { net: 0n, lineCount: 0n }

/** The days at whose ends the periods begin and end. */
export const daysOf = (periods: readonly Period[]): Day[] => [
  ...new Set(periods.flatMap(({ start, end }) => (start === undefined ? [end] : [dayPlus(start, -1), end]))),
]

/**
 * The accounts that have lines in one of the slices.
 * @param values all values of the dimension that the statement is split by
 */
export function figuresOf(
  slices: readonly Slice[],
  rows: readonly SumRow[],
  accounts: ReadonlyMap<string, KnownAccount>,
  values: readonly { id: string }[] = [],
): AccountFigures[] {
  const sums = new Map<string, Map<string, SumRow>>()
  for (const row of rows) {
    let ofAccount = sums.get(row.accountId)
    if (!ofAccount) sums.set(row.accountId, (ofAccount = new Map<string, SumRow>()))
    ofAccount.set(`${row.day} ${row.part}`, row)
  }
  const valueIds = values.map(({ id }) => id)
  return [...sums].flatMap(([accountId, ofAccount]) => {
    const until = (day: Day, part: Part): AccountSum => sumOfPart(ofAccount, day, part, valueIds)
    const figures = slices.map(({ period: { start, end }, part }) =>
      start === undefined ? until(end, part) : less(until(end, part), until(dayPlus(start, -1), part)),
    )
    if (figures.every(({ lineCount }) => lineCount === 0n)) return []
    return [{ account: accounts.get(accountId) ?? { id: accountId }, figures }]
  })
}

/** Lines have at most one value of a dimension, so the untagged sum is that of all lines less those of each value. */
function sumOfPart(sums: ReadonlyMap<string, SumRow>, day: Day, part: Part, valueIds: readonly string[]): AccountSum {
  const of = (key: string): AccountSum => sums.get(`${day} ${key}`) ?? NOTHING
  if (part.kind === 'VALUE') return of(part.id)
  if (part.kind === 'ALL') return of('ALL')
  return valueIds.reduce((rest, id) => less(rest, of(id)), of('ALL'))
}

const less = (a: AccountSum, b: AccountSum): AccountSum => ({
  net: a.net - b.net,
  lineCount: a.lineCount - b.lineCount,
})
