/** Commodities and decimal amounts of plain-text accounting, as currencies and whole minor units. Pure. */
import { MAX_AMOUNT } from '@pacioli/money'
import { Refusal } from '../shared/refusal.ts'

const symbols: Partial<Record<string, string>> = { $: 'USD', '£': 'GBP', '€': 'EUR', '¥': 'JPY' }
const isoCodes = new Set(Intl.supportedValuesOf('currency'))

export type Currency = {
  /** ISO 4217. */
  code: string
  /** How many decimals its amounts have: 2 for USD, 0 for JPY. */
  decimals: number
}

/** @throws Refusal for a commodity that is no currency */
export function currencyOf(commodity: string): Currency {
  const code = symbols[commodity] ?? commodity
  if (!isoCodes.has(code))
    throw new Refusal(
      `The amounts are in "${commodity}", which is no currency. Expected one of ${Object.keys(symbols).join(' ')} or an ISO 4217 code such as CHF.`,
    )
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
  return { code, decimals: maximumFractionDigits ?? 2 }
}

/**
 * Decimal text as whole minor units, exactly: no floating point is involved.
 * @throws Refusal naming `where` when the text is no plain decimal, or has more decimals than the currency
 */
export function minorUnits(text: string, { code, decimals }: Currency, where: string): bigint {
  const parts = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!parts)
    throw new Refusal(`${where}: expected a decimal amount such as -12.50, without digit groups, but it is "${text}".`)
  const [, sign, whole = '', fraction = ''] = parts
  if (/[1-9]/.test(fraction.slice(decimals)))
    throw new Refusal(`${where}: ${text} has more decimals than ${code}, which has ${decimals}.`)
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (amount > BigInt(MAX_AMOUNT))
    throw new Refusal(`${where}: ${text} is beyond the largest amount, ${decimalText(BigInt(MAX_AMOUNT), decimals)}.`)
  return sign === '-' ? -amount : amount
}

/** 123456n with 2 decimals: `1234.56`. */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${amount < 0n ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ''}`
}
