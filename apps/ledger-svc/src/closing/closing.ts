/** What a closing covers and when it is refused (docs/POSTING-RULES.md, "Closing"). Pure. */
import { endOfDay, isDay, type Day } from '@pacioli/calendar'
import { Problems, refused } from '@pacioli/errors'
import { archived, type Books } from '../books/books.ts'
import { findAccount, describeIdentifier, type Account, type AccountIdentifier } from '../chart-of-accounts/account.ts'
import type { TagInput } from '../tags/tag.ts'

/** The `source_type` of the entries of a closing. */
export const CLOSING_SOURCE = 'closing_action'

/** A requested closing. `metadata` is JSON text. */
export type ClosingRequest = {
  /** The last year, or the last day, to close. */
  through: { year: number } | { effectiveDate: Day }
  /** Where the activity to close begins; the activation of the business when null. */
  startsAt: Date | null
  target: AccountIdentifier | null
  /** The tags it is narrowed to; null for one closing per combination of BALANCING tag values. */
  override: readonly TagInput[] | null
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
}

/** Both instants are inside. */
export type ClosingWindow = { startsAt: Date; closesAt: Date }

const FIRST_YEAR = 1900
const LAST_YEAR = 9998

/**
 * The last day to close: exactly one of `year` and `effective_date` is given.
 * @throws InvalidPayload
 */
export function throughOf(year: number | undefined, effectiveDate: string | undefined): ClosingRequest['through'] {
  if ((year === undefined) === (effectiveDate === undefined)) {
    const came = year === undefined ? 'none came' : 'both came'
    const problems = new Problems()
    for (const [field, value] of Object.entries({ year, effective_date: effectiveDate }))
      problems.add('InvalidPayload', `Give exactly one of year and effective_date; ${came}.`, { field, value })
    problems.throwIfAny()
  }
  if (year !== undefined) {
    if (Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR) return { year }
    throw refused('InvalidPayload', `A year to close is a whole number from ${FIRST_YEAR} to ${LAST_YEAR}.`, {
      field: 'year',
      value: year,
    })
  }
  if (effectiveDate !== undefined && isDay(effectiveDate)) return { effectiveDate }
  throw refused('InvalidPayload', 'Expected a day that exists, such as 2026-12-31.', {
    field: 'effective_date',
    value: effectiveDate,
  })
}

const fieldOf = (through: ClosingRequest['through']): { field: string; value: number | Day } =>
  'year' in through ? { field: 'year', value: through.year } : { field: 'effective_date', value: through.effectiveDate }

/**
 * From the start to the last millisecond of the last day in the zone of the business, its close; no window when all of that
 * lies before the activation of the business, so that there is nothing to close.
 * @throws InvalidPayload when the start that was given lies after the close
 */
export function windowOf(
  { through, startsAt }: ClosingRequest,
  { activationAt, timeZone }: { activationAt: Date; timeZone: string },
): { closesAt: Date; window: ClosingWindow | undefined } {
  const closesAt = endOfDay('year' in through ? `${through.year}-12-31` : through.effectiveDate, timeZone)
  const start = startsAt ?? activationAt
  if (start <= closesAt) return { closesAt, window: { startsAt: start, closesAt } }
  if (startsAt === null) return { closesAt, window: undefined }
  throw refused(
    'InvalidPayload',
    `The activity would start at ${startsAt.toISOString()}, after the close at ${closesAt.toISOString()}.`,
    { field: 'ledger_activity_start_timestamp', value: startsAt.toISOString() },
  )
}

/** @throws PeriodClosed when the closing entries would be in the closed period */
export function refuseClosedBooks(books: Books, { closesAt }: ClosingWindow, through: ClosingRequest['through']): void {
  const { closedThrough } = books
  if (closedThrough !== null && closesAt <= closedThrough)
    throw refused(
      'PeriodClosed',
      `The books are closed through ${closedThrough.toISOString()}; the closing entries would be at ${closesAt.toISOString()}.`,
      fieldOf(through),
    )
}

/** A closing that is not reversed. */
export type LiveClosing = ClosingWindow & { id: string }

/** Whether the windows have an instant in common and the new one does not contain the other. */
export const overlapsPartly = (window: ClosingWindow, live: ClosingWindow): boolean =>
  window.startsAt <= live.closesAt &&
  window.closesAt >= live.startsAt &&
  (window.startsAt > live.startsAt || window.closesAt < live.closesAt)

/** @throws ClosingOverlap naming the closing that the window overlaps in part */
export function refuseOverlap(window: ClosingWindow, live: LiveClosing | undefined, request: ClosingRequest): void {
  if (!live || !overlapsPartly(window, live)) return
  const words = ({ startsAt, closesAt }: ClosingWindow): string =>
    `${startsAt.toISOString()} to ${closesAt.toISOString()}`
  const at =
    window.closesAt < live.closesAt
      ? fieldOf(request.through)
      : { field: 'ledger_activity_start_timestamp', value: window.startsAt.toISOString() }
  throw refused(
    'ClosingOverlap',
    `Closing ${live.id} covers ${words(live)}. The window ${words(window)} overlaps it without containing all of it: ` +
      'reverse that closing first, or close a window that contains it.',
    { ...at, closing_id: live.id },
  )
}

/**
 * A closing that did not distinguish the values of a dimension left the balances of these values as they were: closing
 * one of them would close the same activity again. Values of BALANCING dimensions are always closed separately.
 * @throws ClosingOverlap naming the closing that did not distinguish the requested values, if there is one
 */
export function refuseClosedTogether(closing: LiveClosing | undefined): void {
  if (!closing) return
  throw refused(
    'ClosingOverlap',
    `Closing ${closing.id} may have closed lines with these tags already: it did not tell them apart. ` +
      'Reverse that closing first, or close without override_default_tagging_strategy.',
    { field: 'override_default_tagging_strategy', closing_id: closing.id },
  )
}

/**
 * The account that receives the net income.
 * @throws BusinessArchived, AccountNotFound, AccountTypeMismatch, AccountArchived
 */
export function targetOf(books: Books, identifier: AccountIdentifier | null): Account {
  if (books.archivedAt !== null) throw archived()
  const named = identifier ?? { type: 'StableName', stable_name: 'RETAINED_EARNINGS' }
  const account = findAccount(books.chart, named)
  const at = { field: 'retained_earnings_target_account', value: describeIdentifier(named) }
  if (!account) throw refused('AccountNotFound', `The business has no account ${describeIdentifier(named)}.`, at)
  if (account.type !== 'EQUITY')
    throw refused('AccountTypeMismatch', `${account.name} is of type ${account.type}; net income goes to EQUITY.`, at)
  if (account.archivedAt !== null)
    throw refused('AccountArchived', `${account.name} is archived and takes no postings.`, at)
  return account
}
