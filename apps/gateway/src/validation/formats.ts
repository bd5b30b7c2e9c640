/** The text formats of the API, as predicates. Pure. */
import { isDay, isInstant, isTimeZone } from '@pacioli/calendar'
import { plainText } from './exact-number.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const currencies = new Set(Intl.supportedValuesOf('currency'))

export const isUuid = (text: string): boolean => uuid.test(text)

/** An id may be written in either case, and is one id: inside it is lower-case everywhere. */
export const normalizedId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text)

/** The runtime takes offsets such as +05:00 for zones; a business lives in one that has a name. */
const isNamedZone = (text: string): boolean => /^[a-z]/i.test(text) && isTimeZone(text)

/** As long as a file may be, so without a regular expression, which would take its time. */
const isBase64 = (text: string): boolean => {
  if (text.length % 4 !== 0) return false
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text
}

const quantity = /^[+-]?\d{1,16}(?:\.\d{1,8})?$/

/** Decimals of a quantity. */
export const QUANTITY_DECIMALS = 8

/** A quantity as it is kept: as text. */
export const quantityText = (given: string | number): string => (typeof given === 'number' ? plainText(given) : given)

export const isQuantity = (given: string | number): boolean => quantity.test(quantityText(given))

/** Formats by the name that schemas use, with the words that explain them to a person. */
export const formats = {
  uuid: { validate: isUuid, expected: 'a UUID' },
  date: { validate: isDay, expected: 'a day that exists, as YYYY-MM-DD' },
  'date-time': { validate: isInstant, expected: 'an instant with offset, such as 2026-01-31T09:30:00Z' },
  'date-or-date-time': {
    validate: (text: string) => isDay(text) || isInstant(text),
    expected: 'a day (YYYY-MM-DD) or an instant with offset (2026-01-31T09:30:00Z)',
  },
  'time-zone': { validate: isNamedZone, expected: 'an IANA time zone by name, such as America/New_York' },
  byte: { validate: isBase64, expected: 'a file in base64 (RFC 4648, with padding)' },
  currency: { validate: (text: string) => currencies.has(text), expected: 'an ISO 4217 currency, such as USD' },
} as const

export const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name)
