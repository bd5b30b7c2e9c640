/** Decimal text as whole minor units of a currency, exactly: no floating point is involved. Pure. */
import { refused } from '@pacioli/errors'
import { MAX_AMOUNT } from './amount.ts'

const decimal = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/

/** No amount is written longer than this. */
const MAX_LENGTH = 60

/** By how many decimals, if not two. */
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
 * How many decimals the amounts of a currency have by ISO 4217: 2 for USD, 0 for JPY. Intl is of no use here: it tells
 * how many people print, which for HUF, COP and a dozen others is none.
 */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2

/** @throws InvalidPayload for what is no number, or is finer than the currency; AmountOutOfRange */
export function minorUnits(text: string, currency: string, decimals = decimalsOf(currency)): number {
  const parts = text.length <= MAX_LENGTH ? decimal.exec(text) : null
  if (!parts) throw refused('InvalidPayload', `Expected a decimal amount, but it is "${text.slice(0, MAX_LENGTH)}".`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  /** How many zeros to add at the end, or how many digits to take away there. */
  const shift = decimals + Number(exponent) - fraction.length
  const kept = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, Math.max(digits.length + shift, 0))
  if (shift < 0 && /[1-9]/.test(digits.slice(kept.length)))
    throw refused('InvalidPayload', `The amount ${text} has more decimals than ${currency}, which has ${decimals}.`)
  const amount = BigInt(kept === '' ? '0' : kept)
  if (amount > BigInt(MAX_AMOUNT))
    throw refused('AmountOutOfRange', `The amount ${text} is beyond ${MAX_AMOUNT} minor units.`)
  return sign === '-' && amount !== 0n ? -Number(amount) : Number(amount)
}
