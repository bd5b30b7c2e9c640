/** The currency that a cell names. Pure. */
import { RowProblem } from './statement.ts'

/** An amount is in another currency than the account's. */
export class OtherCurrency extends RowProblem {}

const signs = new Map<string, ReadonlySet<string>>()

/** The signs of a currency by CLDR: a dollar sign for each dollar and peso. For decimals see @pacioli/money. */
function signsOf(currency: string): ReadonlySet<string> {
  const known = signs.get(currency)
  if (known) return known
  const found = new Set<string>()
  if (/^[A-Z]{3}$/.test(currency))
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(0)
      for (const { type, value } of parts) if (type === 'currency') found.add(value)
    }
  // Only real currencies, so the cache stays small.
  if (found.size > 0) signs.set(currency, found)
  return found
}

/**
 * @param written a code such as USD, or a sign such as $
 * @param text of the amount, for the refusal
 * @throws OtherCurrency
 */
export function requireCurrencyOf(written: string, currency: string, text: string): void {
  const mark = written.normalize('NFKC').toUpperCase()
  if (mark === currency || signsOf(currency).has(mark)) return
  throw new OtherCurrency(`"${text}" is in ${mark}, the account in ${currency}.`)
}
