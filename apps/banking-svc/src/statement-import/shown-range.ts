import type { ShownRange } from '../bank-accounts/external-account.ts'

/** Why a transaction of this date is not imported; undefined if it is. Pure. */
export function outsideShownRange(
  date: Date,
  { showTransactionsOnOrAfter: first, showTransactionsOnOrBefore: last }: ShownRange,
): string | undefined {
  if (first !== null && date < first)
    return `The account shows transactions on or after ${first.toISOString()}; this one is of ${date.toISOString()}.`
  if (last !== null && date > last)
    return `The account shows transactions on or before ${last.toISOString()}; this one is of ${date.toISOString()}.`
  return undefined
}
