/** Tells which numbers a double keeps as written. Pure. */

/** `digits` times 10 to the power of `exponent`, without zeros at either end; zero has no digits. */
type Decimal = { digits: string; exponent: number }

const number = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** So many digits identify any double; a program that writes more has something else. */
const DIGITS_OF_A_DOUBLE = 17

function decimalOf(text: string): Decimal | undefined {
  const found = number.exec(text)
  if (!found) return undefined
  const [, whole = '', fraction = '', power = '0'] = found
  const written = whole + fraction
  let [start, end] = [0, written.length]
  while (start < end && written[start] === '0') start += 1
  while (end > start && written[end - 1] === '0') end -= 1
  if (start === end) return { digits: '', exponent: 0 }
  return { digits: written.slice(start, end), exponent: Number(power) - fraction.length + written.length - end }
}

const isSame = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  a?.digits === b?.digits && a?.exponent === b?.exponent

/**
 * What a double would silently do to a number of JSON, and what to send instead; undefined where it keeps it. `1e3`,
 * `10.0` and `0.1` are kept; 12345678901234567890 and 100.00000000000000001 are not.
 * @param meantAs a decimal is exactly what is written: 0.10000000000000001 is the double 0.1 in full, but another
 * decimal
 */
export function lossOf(text: string, meantAs: 'double' | 'decimal' = 'double'): string | undefined {
  const written = decimalOf(text)
  // An invalid number is left to the parser, whose message is better.
  if (!written) return undefined
  const kept = Number(text)
  if (!Number.isFinite(kept)) return 'is larger than any number that can be kept.'
  if (Object.is(kept, -0)) return 'is a negative zero. Send 0.'
  const precision = Math.min(Math.max(written.digits.length, 1), DIGITS_OF_A_DOUBLE)
  // The shortest text of a double is not always the double cut short: 1127361317251720.2 in full ends in .25.
  const spellings = meantAs === 'double' ? [String(kept), kept.toPrecision(precision)] : [String(kept)]
  if (spellings.some((spelling) => isSame(written, decimalOf(spelling)))) return undefined
  return `cannot be kept exactly: it would become ${kept}. Send fewer digits, or text.`
}

const tiny = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/

/** A number without an exponent, unless it is too large for that: 1e-7 is `0.0000001`. */
export function plainText(value: number): string {
  const text = String(value)
  const [, sign = '', first = '', rest = '', power = ''] = tiny.exec(text) ?? []
  return power === '' ? text : `${sign}0.${'0'.repeat(Number(power) - 1)}${first}${rest}`
}
