/** Commodities and decimal amounts of plain-text accounting, as currencies and whole minor units. Pure. */
import { decimalsOf, MAX_AMOUNT } from '@pacioli/money'
import { Refusal } from './refusal.ts'

const symbols: Partial<Record<string, string>> = { $: 'USD', '£': 'GBP', '€': 'EUR', '¥': 'JPY' }
const isoCodes = new Set(Intl.supportedValuesOf('currency'))

export type Currency = {
  /** ISO 4217. */
  code: string
  /** How many decimals its amounts have, as the product counts them: 2 for USD and HUF, 0 for JPY. */
  decimals: number
}

/** @throws Refusal for a commodity that is no currency */
export function currencyOf(commodity: string): Currency {
  const code = symbols[commodity] ?? commodity
  if (!isoCodes.has(code))
    throw new Refusal(
      `The amounts are in "${commodity}", which is no currency. Expected one of ${Object.keys(symbols).join(' ')} or an ISO 4217 code such as CHF.`,
    )
  return { code, decimals: decimalsOf(code) }
}

/**
 * Decimal text as whole minor units, exactly: no floating point is involved.
 * @throws Refusal naming `where` when the text is no plain decimal, or has more decimals than the currency
 */
export function minorUnits(text: string, currency: Currency, where: string): bigint {
  const { digits, excess } = decimalOf(text, currency, where)
  if (digits % excess !== 0n) throw tooManyDecimals(text, currency, where)
  return withinRange(digits / excess, text, currency, where)
}

/** What binary floats leave behind an amount, at most, as a part of its minor unit. */
const NOISE = 1_000n

/**
 * The same where the amounts went through floating point on their way into the file, as `-428.79999999999995` did: the
 * nearest minor unit, found without floats. What is further from it than any noise is refused, as it means something.
 * @throws Refusal naming `where`
 */
export function nearestMinorUnits(text: string, currency: Currency, where: string): bigint {
  const { digits, excess } = decimalOf(text, currency, where)
  const magnitude = digits < 0n ? -digits : digits
  const nearest = (2n * magnitude + excess) / (2n * excess)
  const noise = magnitude - nearest * excess
  if ((noise < 0n ? -noise : noise) * NOISE > excess) throw tooManyDecimals(text, currency, where)
  return withinRange(digits < 0n ? -nearest : nearest, text, currency, where)
}

const decimal = /^([+-]?)(\d{1,40}|\d{1,3}(?:,\d{3}){1,12})(?:\.(\d{0,40}))?$/

/** The digits as a whole number, and how many of its units are a minor unit. Commas make groups of three. */
function decimalOf(text: string, { decimals }: Currency, where: string): { digits: bigint; excess: bigint } {
  const parts = decimal.exec(text)
  if (!parts) throw new Refusal(`${where}: expected a decimal amount such as -12.50 or 1,250.00, but it is "${text}".`)
  const [, sign, whole = '', fraction = ''] = parts
  const digits = BigInt(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  return { digits: sign === '-' ? -digits : digits, excess: 10n ** BigInt(Math.max(fraction.length - decimals, 0)) }
}

const tooManyDecimals = (text: string, { code, decimals }: Currency, where: string): Refusal =>
  new Refusal(`${where}: ${text} has more decimals than ${code}, which has ${decimals}.`)

function withinRange(amount: bigint, text: string, { decimals }: Currency, where: string): bigint {
  const largest = BigInt(MAX_AMOUNT)
  if (amount > largest || amount < -largest)
    throw new Refusal(`${where}: ${text} is beyond the largest amount, ${decimalText(largest, decimals)}.`)
  return amount
}

/** As people read an amount: `1234.56 GBP`. */
export const moneyText = (amount: bigint, { code, decimals }: Currency): string =>
  `${decimalText(amount, decimals)} ${code}`

/** 123456n with 2 decimals: `1234.56`. */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${amount < 0n ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ''}`
}
