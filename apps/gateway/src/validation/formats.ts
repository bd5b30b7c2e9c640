/** The text formats of the API, as predicates. Pure. */
import { isTimeZone } from '@pacioli/calendar'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const day = /^(\d{4})-(\d{2})-(\d{2})$/
const instant = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):(\d{2}))$/

/** Offsets never lead out of the four-digit years between these. */
const FIRST_YEAR = 1000
const LAST_YEAR = 9998

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const isUuid = (text: string): boolean => uuid.test(text)

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

function isRealDay(year: string | undefined, month: string | undefined, dayOfMonth: string | undefined): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(dayOfMonth)]
  if (y < FIRST_YEAR || y > LAST_YEAR || m < 1 || m > 12) return false
  return d >= 1 && (d <= 28 || d <= daysInMonth(y, m))
}

/** A day that exists: 2026-02-30 is none. */
export function isDay(text: string): boolean {
  const found = day.exec(text)
  return found !== null && isRealDay(found[1], found[2], found[3])
}

/** ISO 8601 with an offset; without one nobody knows which instant is meant. */
export function isInstant(text: string): boolean {
  const found = instant.exec(text)
  if (!found || !isRealDay(found[1], found[2], found[3])) return false
  const [hour, minute, second] = [Number(found[4]), Number(found[5]), Number(found[6] ?? 0)]
  const [offsetHours, offsetMinutes] = [Number(found[7] ?? 0), Number(found[8] ?? 0)]
  return hour <= 23 && minute <= 59 && second <= 59 && offsetHours <= 14 && offsetMinutes <= 59
}

/** Formats by the name that schemas use, with the words that explain them to a person. */
export const formats = {
  uuid: { validate: isUuid, expected: 'a UUID' },
  date: { validate: isDay, expected: 'a day that exists, as YYYY-MM-DD' },
  'date-time': { validate: isInstant, expected: 'an instant with offset, such as 2026-01-31T09:30:00Z' },
  'date-or-date-time': {
    validate: (text: string) => isDay(text) || isInstant(text),
    expected: 'a day (YYYY-MM-DD) or an instant with offset (2026-01-31T09:30:00Z)',
  },
  'time-zone': { validate: isTimeZone, expected: 'an IANA time zone, such as America/New_York' },
  currency: { validate: (text: string) => currencies.has(text), expected: 'an ISO 4217 currency, such as USD' },
} as const

export const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name)
