/** The text formats of the API, as predicates. Pure. */
import { isDay, isInstant, isTimeZone } from '@pacioli/calendar'
import { plainText } from './exact-number.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const currencies = new Set(Intl.supportedValuesOf('currency'))

export const isUuid = (text: string): boolean => uuid.test(text)

/** An id in lower case, as it is everywhere inside; callers may write either. */
export const normalizedId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text)

const headerText = /^[\x20-\x7e]{1,255}$/

/** Whether it can be an idempotency key, or name the user of a platform, in a header: printable ASCII. */
export const isHeaderText = (text: string): boolean => headerText.test(text)

/** The runtime accepts offsets such as +05:00 as zones; a business needs a named one. */
const isNamedZone = (text: string): boolean => /^[a-z]/i.test(text) && isTimeZone(text)

/** Without a regular expression, which would be slow on large files. */
const isBase64 = (text: string): boolean => {
  if (text.length % 4 !== 0) return false
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text
}

const quantity = /^[+-]?\d{1,16}(?:\.\d{1,8})?$/

/** Decimals of a quantity. */
export const QUANTITY_DECIMALS = 8

/** A quantity as text, as it is stored. */
export const quantityText = (given: string | number): string => (typeof given === 'number' ? plainText(given) : given)

export const isQuantity = (given: string | number): boolean => quantity.test(quantityText(given))

/** Formats by their name in schemas, with words that explain them. */
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
