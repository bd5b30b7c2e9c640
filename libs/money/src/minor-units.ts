/** Decimal text as whole minor units of a currency, exactly: no floating point is involved. Pure. */
import { refused } from '@pacioli/errors'
import { MAX_AMOUNT } from './amount.ts'

const decimal = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/

/** Longer texts are no amounts. */
const MAX_LENGTH = 60

/** Decimals of currencies that do not have two. */
const CURRENCIES_BY_DECIMALS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const DECIMALS = new Map(
  Object.entries(CURRENCIES_BY_DECIMALS).flatMap(([decimals, currencies]) =>
    currencies.split(' ').map((currency): [string, number] => [currency, Number(decimals)]),
  ),
)

/**
 * The decimals of a currency by ISO 4217: 2 for USD, 0 for JPY. Not from Intl, which has those that people print: none
 * for HUF, COP and a dozen others.
 */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2

/** @throws InvalidPayload for an invalid number or too many decimals; AmountOutOfRange */
export function minorUnits(text: string, currency: string, decimals = decimalsOf(currency)): number {
  const parts = text.length <= MAX_LENGTH ? decimal.exec(text) : null
  if (!parts) throw refused('InvalidPayload', `Expected a decimal amount, but it is "${text.slice(0, MAX_LENGTH)}".`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  /** Zeros to append, or digits to cut off. */
  const shift = decimals + Number(exponent) - fraction.length
  const kept = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, Math.max(digits.length + shift, 0))
  if (shift < 0 && /[1-9]/.test(digits.slice(kept.length)))
    throw refused('InvalidPayload', `The amount ${text} has more decimals than ${currency}, which has ${decimals}.`)
  const amount = BigInt(kept === '' ? '0' : kept)
  if (amount > BigInt(MAX_AMOUNT))
    throw refused('AmountOutOfRange', `The amount ${text} is beyond ${MAX_AMOUNT} minor units.`)
  return sign === '-' && amount !== 0n ? -Number(amount) : Number(amount)
}
