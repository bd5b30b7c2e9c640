/** Quantities of line items: decimal numbers with at most eight decimals, kept as text and never as floats. Pure. */

const DECIMALS = 8
const UNIT = 10n ** BigInt(DECIMALS)
const decimal = /^([+-]?)(\d{1,16})(?:\.(\d{1,8}))?$/

/** Whether the text is a quantity: at most sixteen digits before the point and eight behind it. */
export const isQuantity = (text: string): boolean => decimal.test(text)

/** In units of 10^-8. @throws RangeError */
function scaled(text: string): bigint {
  const found = decimal.exec(text)
  if (!found) throw new RangeError(`${text} is not a quantity`)
  const [, sign, whole = '', fraction = ''] = found
  const value = BigInt(whole + fraction.padEnd(DECIMALS, '0'))
  return sign === '-' ? -value : value
}

/** The same number in one spelling: `02.50` is `2.5`. */
export function spelledQuantity(text: string): string {
  const value = scaled(text)
  const digits = (value < 0n ? -value : value).toString().padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Unit price times quantity, rounded half away from zero to a whole minor unit (docs/POSTING-RULES.md, "Payables"). May
 * leave the safe range: the caller checks that.
 */
export function subtotalOf(unitPrice: number, quantity: string): number {
  const exact = BigInt(unitPrice) * scaled(quantity)
  const magnitude = exact < 0n ? -exact : exact
  const rounded = (magnitude * 2n + UNIT) / (UNIT * 2n)
  // Adding 0 makes -0 a 0.
  return Number(exact < 0n ? -rounded : rounded) + 0
}
