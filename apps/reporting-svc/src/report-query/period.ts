/** The period of a column of a statement, and the periods it is compared with. Pure. */
import {
  dayOf,
  dayPlus,
  daysBetween,
  firstOfYear,
  instant,
  isDay,
  isInstant,
  monthPlus,
  wholeMonths,
  type Day,
} from '@pacioli/calendar'
import { refused } from '@pacioli/errors'

/** Days of the business's zone, both included. Without a start: everything until the end, which gives balances. */
export type Period = { start: Day | undefined; end: Day }

/** Today in the time zone of a business. */
export type LocalCalendar = { today: Day; zone: string }

export const COMPARISONS = ['PREVIOUS_PERIOD', 'PREVIOUS_YEAR'] as const
export type Comparison = (typeof COMPARISONS)[number]
export const MAX_COMPARISONS = 12

/** The calendar has no day before it for an opening balance. */
const FIRST_DAY = '1000-01-01'
/** No entry is of a day after it. */
const LAST_DAY = '9998-12-31'

/** `2026-01-01 to 2026-03-31`. */
export const nameOf = ({ start, end }: Period): string => (start === undefined ? `As of ${end}` : `${start} to ${end}`)

/** `2026-01-01_2026-03-31`. */
export const keyOf = ({ start, end }: Period): string => (start === undefined ? end : `${start}_${end}`)

/**
 * The requested range; by default it ends today, and begins on the first day of the year of its end.
 * @throws InvalidQuery
 */
export function rangeFrom(
  startDate: string | undefined,
  endDate: string | undefined,
  calendar: LocalCalendar,
): Required<Period> {
  const end = dayFrom(endDate, 'end_date', calendar) ?? calendar.today
  const start = dayFrom(startDate, 'start_date', calendar) ?? firstOfYear(end)
  requireRange(start, end)
  return { start, end }
}

function requireRange(start: Day, end: Day): void {
  if (start === FIRST_DAY)
    throw refused('InvalidQuery', `start_date: expected a day after ${FIRST_DAY}, with which the calendar begins.`, {
      field: 'start_date',
      value: start,
    })
  if (start > end)
    throw refused('InvalidQuery', `start_date: expected a day on or before end_date ${end}, got ${start}.`, {
      field: 'start_date',
      value: start,
    })
}

/** Days without a beginning or an end where none is given. */
export type OpenRange = { start: Day | undefined; end: Day | undefined }

/** The days that are asked for: the end of a day or a range, all days unless given. @throws InvalidQuery */
export function openRangeFrom(
  given: { effective_date?: string | undefined; start_date?: string | undefined; end_date?: string | undefined },
  calendar: LocalCalendar,
): OpenRange {
  const { effective_date: effective, start_date, end_date } = given
  if (effective !== undefined && (start_date !== undefined || end_date !== undefined))
    throw refused('InvalidQuery', 'effective_date: expected it alone, or start_date and end_date instead.', {
      field: 'effective_date',
      value: effective,
    })
  const start = dayFrom(start_date, 'start_date', calendar)
  const end = dayFrom(effective, 'effective_date', calendar) ?? dayFrom(end_date, 'end_date', calendar)
  if (start !== undefined) requireRange(start, end ?? LAST_DAY)
  return { start, end }
}

/** Of all days where a range has none of these. */
export const periodOf = ({ start, end }: OpenRange): Period => ({ start, end: end ?? LAST_DAY })

/** Everything until the end of a day, by default today. @throws InvalidQuery */
export const asOf = (effectiveDate: string | undefined, calendar: LocalCalendar): Period => ({
  start: undefined,
  end: dayFrom(effectiveDate, 'effective_date', calendar) ?? calendar.today,
})

/** The given day, or the day of the given instant in the business's zone. @throws InvalidQuery */
export function dayFrom(given: string | undefined, field: string, { zone }: LocalCalendar): Day | undefined {
  if (given === undefined || isDay(given)) return given
  if (isInstant(given)) return dayOf(instant(given), zone)
  const expected = 'a day like 2026-01-31 or an instant like 2026-01-31T09:30:00Z'
  throw refused('InvalidQuery', `${field}: expected ${expected}, got ${given}.`, { field, value: given })
}

/**
 * The period and the earlier ones it is compared with, newest first. A range of whole months is compared with as many months,
 * any other range with as many days, and a day with the same day a month before. The last day of a month stays a last day.
 * @throws InvalidQuery
 */
export function comparedPeriods(
  period: Period,
  compareTo: Comparison | undefined,
  count: number,
): [Period, ...Period[]] {
  if (compareTo === undefined) return [period]
  try {
    const before = compareTo === 'PREVIOUS_YEAR' ? yearsBefore : periodsBefore
    const periods: [Period, ...Period[]] = [
      period,
      ...Array.from({ length: count }, (_, index) => before(period, index + 1)),
    ]
    if (periods.some(({ start }) => start === FIRST_DAY)) throw new RangeError('a period begins with the calendar')
    return periods
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw refused('InvalidQuery', 'The periods to compare with lie before the year 1000.', {
      field: 'comparison_periods',
      value: count,
    })
  }
}

const yearsBefore = ({ start, end }: Period, years: number): Period => ({
  start: start === undefined ? undefined : startMonthsLater(start, -12 * years),
  end: monthPlus(end, -12 * years),
})

function periodsBefore({ start, end }: Period, count: number): Period {
  if (start === undefined) return { start, end: monthPlus(end, -count) }
  const months = wholeMonths(start, end)
  if (months !== undefined)
    return { start: startMonthsLater(start, -months * count), end: monthPlus(end, -months * count) }
  const days = (daysBetween(start, end) + 1) * count
  return { start: dayPlus(start, -days), end: dayPlus(end, -days) }
}

/** A start that is the last day of a month stays that day of the month: only ends follow the length of months. */
function startMonthsLater(start: Day, months: number): Day {
  const moved = monthPlus(start, months)
  return moved.slice(8) > start.slice(8) ? `${moved.slice(0, 8)}${start.slice(8)}` : moved
}
