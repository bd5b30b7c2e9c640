/** Which currency a cell says its amount is in. Pure. */
import { RowProblem } from './statement.ts'

/** An amount is in another currency than the account's. */
export class OtherCurrency extends RowProblem {}

const signs = new Map<string, ReadonlySet<string>>()

/**
 * The signs that people write for a currency, of CLDR: a dollar sign for each dollar and peso. It knows signs well; how
 * many decimals an amount has is another matter, for which see money.
 */
function signsOf(currency: string): ReadonlySet<string> {
  const known = signs.get(currency)
  if (known) return known
  const found = new Set<string>()
  if (/^[A-Z]{3}$/.test(currency))
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(0)
      for (const { type, value } of parts) if (type === 'currency') found.add(value)
    }
  // As many as there are currencies, and no more.
  if (found.size > 0) signs.set(currency, found)
  return found
}

/**
 * @param written a code such as USD, or a sign such as $
 * @param text what is refused
 * @throws OtherCurrency
 */
export function requireCurrencyOf(written: string, currency: string, text: string): void {
  const mark = written.normalize('NFKC').toUpperCase()
  if (mark === currency || signsOf(currency).has(mark)) return
  throw new OtherCurrency(`"${text}" is in ${mark}, the account in ${currency}.`)
}
