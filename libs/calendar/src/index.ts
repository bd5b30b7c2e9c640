/**
 * Days as a business lives them. Instants are `Date` (UTC, milliseconds); a day is `YYYY-MM-DD` in an IANA zone.
 * Daylight saving and offsets from -11 to +14 are luxon's business, not ours.
 */
import { DateTime, IANAZone } from 'luxon'

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

export const isTimeZone = (zone: string): boolean => IANAZone.isValidZone(zone)

/** Whether the text names a day that exists (2026-02-30 does not). */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid

const inZone = (day: Day, zone: string): DateTime => {
  const moment = DateTime.fromISO(day, { zone })
  if (!moment.isValid) throw new RangeError(`${day} in ${zone}: ${moment.invalidExplanation ?? 'not a day'}`)
  return moment
}

/** The first instant of the day in the zone. */
export const startOfDay = (day: Day, zone: string): Date => inZone(day, zone).startOf('day').toJSDate()

/** The last millisecond of the day in the zone. */
export const endOfDay = (day: Day, zone: string): Date => inZone(day, zone).endOf('day').toJSDate()

/** The day on which the instant falls in the zone. */
export const dayOf = (moment: Date, zone: string): Day => {
  if (zone === 'UTC') return moment.toISOString().slice(0, 10)
  return DateTime.fromJSDate(moment, { zone }).toISODate() ?? fail(moment, zone)
}

const fail = (moment: Date, zone: string): never => {
  throw new RangeError(`${String(moment)} is not an instant in ${zone}`)
}

/** The UTC day and the first day of its UTC month: the grains in which balances are kept. */
export const utcDay = (moment: Date): Day => moment.toISOString().slice(0, 10)
export const utcMonth = (moment: Date): Day => `${moment.toISOString().slice(0, 7)}-01`

/** A range of instants: from inclusive, before exclusive; undefined means no bound. */
export type InstantRange = { from?: Date | undefined; before?: Date | undefined }

/**
 * The instants a date filter means. A day is taken in the zone, an end day as a whole; an instant stands for itself.
 * @throws RangeError when a text is neither a day nor an instant
 */
export function instantRange(startDate: string | undefined, endDate: string | undefined, zone: string): InstantRange {
  return {
    from: startDate === undefined ? undefined : isDay(startDate) ? startOfDay(startDate, zone) : instant(startDate),
    before: endDate === undefined ? undefined : justAfter(isDay(endDate) ? endOfDay(endDate, zone) : instant(endDate)),
  }
}

/** The next millisecond: instants are kept in milliseconds, so nothing lies between. */
export const justAfter = (moment: Date): Date => new Date(moment.getTime() + 1)

/** An ISO 8601 text with offset as an instant. */
export function instant(text: string): Date {
  const moment = DateTime.fromISO(text, { setZone: true })
  if (!moment.isValid) throw new RangeError(`${text} is not an instant`)
  return moment.toJSDate()
}
