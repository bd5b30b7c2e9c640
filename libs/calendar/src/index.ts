/**
 * Days in the zone of a business. Instants are `Date` (UTC, milliseconds); a day is `YYYY-MM-DD` in an IANA zone.
 * Daylight saving and offsets from -11 to +14 are left to luxon.
 */
import { DateTime, IANAZone } from 'luxon'

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

export const isTimeZone = (zone: string): boolean => IANAZone.isValidZone(zone)

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const instantPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):(\d{2}))$/

/** No offset leads out of the four-digit years between these. */
const FIRST_YEAR = 1000
const LAST_YEAR = 9998

/** In every zone these lie within the years above. */
const EARLIEST = Date.UTC(FIRST_YEAR, 0, 2)
const LATEST = Date.UTC(LAST_YEAR, 11, 30)

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

function isRealDay(year: string | undefined, month: string | undefined, dayOfMonth: string | undefined): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(dayOfMonth)]
  if (y < FIRST_YEAR || y > LAST_YEAR || m < 1 || m > 12) return false
  return d >= 1 && (d <= 28 || d <= daysInMonth(y, m))
}

/** A day that exists, unlike 2026-02-30. */
export function isDay(text: string): boolean {
  const found = dayPattern.exec(text)
  return found !== null && isRealDay(found[1], found[2], found[3])
}

/** ISO 8601 with an offset, without which the instant is ambiguous. */
export function isInstant(text: string): boolean {
  const found = instantPattern.exec(text)
  if (!found || !isRealDay(found[1], found[2], found[3])) return false
  const [hour, minute, second] = [Number(found[4]), Number(found[5]), Number(found[6] ?? 0)]
  const [offsetHours, offsetMinutes] = [Number(found[7] ?? 0), Number(found[8] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 14 || offsetMinutes > 59) return false
  const moment = Date.parse(text)
  return moment >= EARLIEST && moment <= LATEST
}

const inZone = (day: Day, zone: string): DateTime => {
  const moment = DateTime.fromISO(day, { zone })
  if (!moment.isValid) throw new RangeError(`${day} in ${zone}: ${moment.invalidExplanation ?? 'not a day'}`)
  return moment
}

/** The first instant of the day that exists in the zone: midnight may be skipped, and may occur twice. */
export function startOfDay(day: Day, zone: string): Date {
  const midnight = inZone(day, zone).startOf('day')
  const before = midnight.minus(1)
  // Clocks went back to midnight: the hour before it is of the same day.
  const repeated = before.toISODate() === day ? before.offset - midnight.offset : 0
  return new Date(midnight.toMillis() - repeated * MINUTE_MS)
}

/** The last millisecond of the day in the zone. */
export const endOfDay = (day: Day, zone: string): Date => {
  const next = asUtc(day).plus({ days: 1 }).toFormat('yyyy-MM-dd')
  return new Date(startOfDay(next, zone).getTime() - 1)
}

const MINUTE_MS = 60_000

/** The day on which the instant falls in the zone. */
export const dayOf = (moment: Date, zone: string): Day => {
  if (zone === 'UTC') return moment.toISOString().slice(0, 10)
  return DateTime.fromJSDate(moment, { zone }).toISODate() ?? fail(moment, zone)
}

const fail = (moment: Date, zone: string): never => {
  throw new RangeError(`${String(moment)} is not an instant in ${zone}`)
}

/** A range of instants: from inclusive, before exclusive; undefined means no bound. */
export type InstantRange = { from?: Date | undefined; before?: Date | undefined }

/**
 * The instants of a date filter. A day is one of the zone, an end day includes all of it; an instant is used as it is.
 * @throws RangeError when a text is neither a day nor an instant
 */
export function instantRange(startDate: string | undefined, endDate: string | undefined, zone: string): InstantRange {
  return {
    from: startDate === undefined ? undefined : isDay(startDate) ? startOfDay(startDate, zone) : instant(startDate),
    before: endDate === undefined ? undefined : justAfter(isDay(endDate) ? endOfDay(endDate, zone) : instant(endDate)),
  }
}

/** The next millisecond: instants have milliseconds, so nothing lies between. */
export const justAfter = (moment: Date): Date => new Date(moment.getTime() + 1)

/** An ISO 8601 text with offset as an instant, to the millisecond. @throws RangeError */
export function instant(text: string): Date {
  if (!isInstant(text)) throw new RangeError(`${text} is not an instant`)
  return new Date(text)
}

/**
 * Parses a day in a format of luxon's tokens, such as `dd.MM.yyyy` or `MMM d, yyyy` (month names in English); undefined
 * for another form or a day that does not exist. A time in it is ignored.
 */
export function dayInFormat(text: string, format: string): Day | undefined {
  const moment = DateTime.fromFormat(text, format, { zone: 'UTC', locale: 'en-US', setZone: true })
  const day = moment.isValid ? moment.toISODate() : undefined
  return day !== undefined && isDay(day) ? day : undefined
}

/**
 * So many calendar days later, at the same time of day in the zone. A time that daylight saving skips moves by what was
 * skipped; of a time that occurs twice the one with the offset of the given instant is used, else the earlier.
 * @throws RangeError
 */
export function daysLater(moment: Date, days: number, zone: string): Date {
  const later = DateTime.fromJSDate(moment, { zone }).plus({ days })
  return later.isValid ? later.toJSDate() : fail(moment, zone)
}

const asUtc = (day: Day): DateTime => DateTime.fromISO(day, { zone: 'UTC' })

function toDay(moment: DateTime): Day {
  const day = moment.toISODate()
  if (day === null || !isDay(day)) throw new RangeError(`${String(moment)} is beyond the days that are kept`)
  return day
}

/** The day so many days after, or before, if negative. @throws RangeError */
export const dayPlus = (day: Day, days: number): Day => toDay(asUtc(day).plus({ days }))

/** The number of days from one day to another: 0 to itself. */
export const daysBetween = (from: Day, to: Day): number => asUtc(to).diff(asUtc(from), 'days').days

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
export const firstOfYear = (day: Day): Day => `${day.slice(0, 4)}-01-01`
export const isLastOfMonth = (day: Day): boolean => asUtc(day).endOf('month').day === asUtc(day).day

/**
 * The same day so many months later, or earlier if negative. A missing day becomes the last of its month, and the last
 * day of a month stays a last day. @throws RangeError
 */
export function monthPlus(day: Day, months: number): Day {
  const moved = asUtc(day).plus({ months })
  return toDay(isLastOfMonth(day) ? moved.endOf('month') : moved)
}

/** The months of a range of whole months; undefined for any other range. */
export function wholeMonths(start: Day, end: Day): number | undefined {
  if (!start.endsWith('-01') || !isLastOfMonth(end) || end < start) return undefined
  const [from, to] = [asUtc(start), asUtc(end)]
  return (to.year - from.year) * 12 + to.month - from.month + 1
}
