/**
 * Parses a JSON body more strictly than JSON.parse: what that would silently drop, merge or distort is refused, because
 * a silent change to accounting data is worse than an error.
 */
import { refused } from '@pacioli/errors'
import { isUtf8 } from 'node:buffer'
import { lossOf } from './exact-number.ts'
import { pathAt } from './json-path.ts'

const MAX_DEPTH = 32

/** No list of the API takes more; no object has as many fields. */
const MAX_ITEMS = 10_000
const MAX_FIELDS = 1_000

/** A double keeps any decimal of so many characters. */
const SAFE_NUMBER_LENGTH = 15

const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
const COLON = 0x3a
const SPACE = new Set(Buffer.from(' \t\n\r'))
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** What a number may contain besides digits. */
const NUMBER_GOES_ON = new Set(Buffer.from('.eE+-'))

/** The field whose numbers are exact decimals, never doubles. */
const DECIMAL_FIELD = '"quantity"'
/** Each letter may be written as `\u0071`. */
const MOST_BYTES_OF_ITS_NAME = 2 + 6 * (DECIMAL_FIELD.length - 2)

/**
 * The value of the body, or undefined for an empty one.
 * @param isSecret whether errors must not quote the body, which contains a secret
 */
export function parseJsonBody(bytes: Buffer, isSecret = (): boolean => false): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw refused('InvalidPayload', 'The body must be JSON in UTF-8; it holds bytes that are not.')
  const keysWritten = scan(bytes, isSecret)
  const text = bytes.toString('utf8')
  const value = parse(text, isSecret)
  // Broken characters can only come as \u escapes: the bytes are valid UTF-8, and JSON allows no raw control
  // characters.
  const keysRead = inspect(value, text.includes('\\u'))
  if (keysRead !== keysWritten) {
    throw refused('InvalidPayload', 'An object of the body has the same field twice. Send each field once.')
  }
  return value
}

function parse(text: string, isSecret: () => boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const where = error instanceof SyntaxError && !isSecret() ? `: ${withoutExcerpt(error.message)}` : ''
    throw refused('InvalidPayload', `The body is not valid JSON${where}.`)
  }
}

/** V8 quotes the text around the error, which may be a secret. */
const withoutExcerpt = (message: string): string =>
  message.replace(/, (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/s, '')

/** Counts the fields written, and refuses depth and inexact numbers before anything is built. */
function scan(bytes: Buffer, isSecret: () => boolean): number {
  let depth = 0
  let keys = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at)
        break
      case COLON:
        keys += 1
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1
        if (depth > MAX_DEPTH) {
          throw refused('InvalidPayload', `The body is nested deeper than ${MAX_DEPTH} levels.`)
        }
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth -= 1
        break
      default:
        if (isOfNumber(bytes[at])) at = endOfNumber(bytes, at, isSecret) - 1
    }
  }
  return keys
}

const isDigit = (byte = 0): boolean => byte >= ZERO && byte <= NINE
const isOfNumber = (byte: number | undefined): boolean => isDigit(byte) || byte === MINUS

/** Skips digits; only a number with many of them, or anything else in it, is checked closely. */
function endOfNumber(bytes: Buffer, start: number, isSecret: () => boolean): number {
  let at = start
  while (isDigit(bytes[at])) at += 1
  if (at - start <= SAFE_NUMBER_LENGTH && at > start && !NUMBER_GOES_ON.has(bytes[at] ?? 0)) return at
  while (isDigit(bytes[at]) || NUMBER_GOES_ON.has(bytes[at] ?? 0)) at += 1
  const written = bytes.toString('latin1', start, at)
  const loss = lossOf(written, isOfDecimalField(bytes, start) ? 'decimal' : 'double')
  if (loss === undefined) return at
  if (isSecret()) throw refused('InvalidPayload', 'A number of the body cannot be kept exactly. Send text.')
  const shown = written.length > 60 ? `${written.slice(0, 60)}…` : written
  const field = pathAt(bytes.toString('utf8'), bytes.toString('utf8', 0, start).length)
  const where = field === '' ? 'of the body' : `of field \`${field}\``
  throw refused(
    'InvalidPayload',
    `The number ${shown} ${where} ${loss}`,
    field === '' ? { value: shown } : { field, value: shown },
  )
}

function isOfDecimalField(bytes: Buffer, start: number): boolean {
  const colon = beforeSpace(bytes, start)
  if (bytes[colon - 1] !== COLON) return false
  const end = beforeSpace(bytes, colon - 1)
  // No further: invalid JSON may have a colon before each number, and no name anywhere.
  const first = Math.max(end - MOST_BYTES_OF_ITS_NAME, 0)
  let at = end - 2
  // A quote after an odd number of backslashes is part of the name.
  while (at > first && (bytes[at] !== QUOTE || (at - beforeEscapes(bytes, at, first)) % 2 === 1)) at -= 1
  const written = bytes.toString('latin1', at, end)
  return written === DECIMAL_FIELD || (written.includes('\\') && nameOf(written) === nameOf(DECIMAL_FIELD))
}

/** Invalid JSON is refused later, by the parser. */
function nameOf(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

function beforeEscapes(bytes: Buffer, end: number, first: number): number {
  let at = end
  while (at > first && bytes[at - 1] === BACKSLASH) at -= 1
  return at
}

/** Where the white space before `end` begins. */
function beforeSpace(bytes: Buffer, end: number): number {
  let at = end
  while (at > 0 && SPACE.has(bytes[at - 1] ?? 0)) at -= 1
  return at
}

/** Most texts are short and fastest scanned here; a file in base64 is megabytes, which `indexOf` skips at once. */
const SHORT_TEXT = 256

function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  for (const near = Math.min(at + SHORT_TEXT, bytes.length); at < near && bytes[at] !== QUOTE;)
    at += bytes[at] === BACKSLASH ? 2 : 1
  if (at >= bytes.length || bytes[at] === QUOTE) return at
  for (let quote = at - 1; ;) {
    if (quote < at) quote = bytes.indexOf(QUOTE, at)
    const end = quote < 0 ? bytes.length : quote
    // Up to the quote alone: else each text would be searched to the end of the body.
    const escape = bytes.subarray(at, end).indexOf(BACKSLASH)
    if (escape < 0) return end
    at += escape + 2
    if (quote < 0) quote = bytes.length
  }
}

/** Counts the fields of the value and refuses what no service could store. */
function inspect(value: unknown, hasEscapes: boolean): number {
  if (typeof value === 'string') {
    if (hasEscapes) refuseUnstorable(value)
    return 0
  }
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? inspectList(value, hasEscapes) : inspectObject(value as Fields, hasEscapes)
}

type Fields = Record<string, unknown>

function inspectList(list: unknown[], hasEscapes: boolean): number {
  if (list.length > MAX_ITEMS) {
    throw refused(
      'InvalidPayload',
      `A list of the body has ${list.length} items; the most any list takes is ${MAX_ITEMS}.`,
    )
  }
  let keys = 0
  for (const item of list) keys += inspect(item, hasEscapes)
  return keys
}

function inspectObject(object: Fields, hasEscapes: boolean): number {
  const names = Object.keys(object)
  if (names.length > MAX_FIELDS) {
    throw refused('InvalidPayload', `An object of the body has ${names.length} fields; the limit is ${MAX_FIELDS}.`)
  }
  let keys = names.length
  for (const name of names) {
    if (name === '__proto__') throw refused('InvalidPayload', 'A field cannot be named `__proto__`.', { field: name })
    if (hasEscapes) refuseUnstorable(name)
    keys += inspect(object[name], hasEscapes)
  }
  return keys
}

/** PostgreSQL stores no NUL, and half of a surrogate pair is no character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function refuseUnstorable(text: string): void {
  if (isStorable(text)) return
  throw refused('InvalidPayload', 'A text of the body holds a NUL character or half of a surrogate pair. Remove it.')
}
