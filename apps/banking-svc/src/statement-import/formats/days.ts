/** Dates as banks write them. Pure. */
import { isDay, isInstant } from '@pacioli/calendar'
import { RowProblem } from './statement.ts'

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0')

const written = (year: number, month: number, day: number): string => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`

/** The day; one that its month does not have, such as 30 February, becomes the last one of the month. */
export function dayOrLastOfMonth(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const text = written(year, month, Math.min(day, last))
  return isDay(text) ? text : undefined
}

/** 1970 to 2069: statements are decades old at most, and value dates a little ahead. */
export const fullYear = (twoDigits: number): number => (twoDigits >= 70 ? 1900 : 2000) + twoDigits

/**
 * A day with a time and an offset. Banks write a plain day as noon or midnight, with any offset; any other time with an
 * offset is an instant, and a time without one has no known zone.
 */
export function dateOf(day: string, time: string | undefined, offset: string | undefined): string {
  if (time === undefined || offset === undefined || time === '00:00:00' || time === '12:00:00') return day
  const moment = `${day}T${time}${offset}`
  return isInstant(moment) ? moment : day
}

const ofx =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(?:[.:]\d{1,6})?\s*(?:\[([+-]?\d{0,2})(?:\.(\d{1,2}))?(?::[^\]]*)?\])?$/

/** `20090401122017.000[-5:EST]`. @throws RowProblem */
export function ofxDate(text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new RowProblem('The date is missing.')
  const parts = ofx.exec(text.trim().slice(0, 60))
  const day = parts && dayOrLastOfMonth(Number(parts[1]), Number(parts[2]), Number(parts[3]))
  if (!parts || !day) throw new RowProblem(`"${text.trim().slice(0, 60)}" is no date of an OFX file.`)
  const [, , , , hour, minute, second = '00', hours, hundredths] = parts
  const time = hour === undefined ? undefined : `${hour}:${minute}:${second}`
  return dateOf(day, time, offsetFrom(hours, hundredths))
}

/** `-5`, `+10`, or `5` and hundredths; some banks write `30` for thirty minutes. */
function offsetFrom(hours: string | undefined, fraction: string | undefined): string | undefined {
  if (hours === undefined || !/\d/.test(hours)) return undefined
  const minutes = fraction === undefined ? 0 : fraction.length === 1 ? Number(fraction) * 6 : Number(fraction)
  return `${hours.startsWith('-') ? '-' : '+'}${pad(Math.abs(Number(hours)), 2)}:${pad(minutes === 75 ? 45 : minutes === 50 ? 30 : minutes, 2)}`
}

/** In XML a day may have an offset, too, which does not matter. */
const iso =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?|Z|[+-]\d{2}:\d{2})?$/
const compact = /^(\d{4})(\d{2})(\d{2})$/

/** A date in ISO 8601 or close to it; undefined for any other text. */
export function isoDate(text: string): string | undefined {
  const trimmed = text.trim().slice(0, 60)
  const parts = iso.exec(trimmed) ?? compact.exec(trimmed)
  if (!parts) return undefined
  const day = written(Number(parts[1]), Number(parts[2]), Number(parts[3]))
  if (!isDay(day)) return undefined
  const time = parts[4] === undefined ? undefined : parts[4].length === 5 ? `${parts[4]}:00` : parts[4]
  const offset = parts[5] === 'Z' ? 'Z' : parts[5]?.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')
  return dateOf(day, time, offset)
}
