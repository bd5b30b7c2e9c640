/** What the example prints. */
import Table from 'cli-table3'
import { basename } from 'node:path'
import { style } from '../shared/compared.ts'
import type { Saved } from '../shared/files.ts'
import { TRANSACTIONS } from './bank.ts'
import { BANKED_ENTRIES } from './entries.ts'
import { BILL_PAYMENTS, BILLS } from './purchases.ts'
import { CORRECTIONS, PAYMENTS_AGAIN, RETURNS } from './mishaps.ts'
import { INVOICES, PAYMENTS, PAYOUTS } from './sales.ts'

export const entered = (): string =>
  `${INVOICES.length} invoices, ${PAYMENTS.length + PAYMENTS_AGAIN.length} payments, ${PAYOUTS.length} payouts, ${BILLS.length} bills, ` +
  `${BILL_PAYMENTS.length} bill payments, ${CORRECTIONS.length} correction, ${RETURNS.length} return, ${BANKED_ENTRIES.length} entries of the bank account and ` +
  `${TRANSACTIONS.length} bank transactions`

export function filesTable(files: readonly Saved[]): string {
  const table = new Table({ head: ['Report', 'File', 'Bytes'], colAligns: ['left', 'left', 'right'], style })
  for (const { title, file, bytes } of files) table.push([title, basename(file), bytes])
  return table.toString()
}
