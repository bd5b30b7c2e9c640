/** Reads totals by customer that somebody else has computed from the same sales. Pure. */
import { csvRows } from '../shared/csv-rows.ts'
import { minorUnits, type Currency } from '../shared/currency.ts'

const COLUMNS = ['customer_id', 'net'] as const

/**
 * What each customer came to, invoices less credit notes, in minor units; the empty one stands for those without a number.
 * @throws Refusal
 */
export function readTotals(bytes: Uint8Array, file: string, currency: Currency): Map<string, bigint> {
  return new Map(
    csvRows(bytes, file, COLUMNS).map(({ record, where }) => [
      record['customer_id'] ?? '',
      minorUnits(record['net'] ?? '', currency, where),
    ]),
  )
}
