/** Line items and sales taxes of bills. */
import type { Tx } from '@pacioli/db'
import { insertLines, loadLines, type DocumentLines, type KeptLines } from '../line-items/line-items.store.ts'
import type { Bill, BillLineItem } from './bill.ts'

type Further = {
  product_name: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
}

const KEPT: KeptLines<BillLineItem, Further> = {
  lineItems: 'bill_line_items',
  salesTaxes: 'bill_sales_taxes',
  document: 'bill_id',
  columns: { product_name: 'text', memo: 'text', metadata: 'jsonb', reference_number: 'text' },
  rowOf: (line) => ({
    product_name: line.productName,
    memo: line.memo,
    metadata: line.metadata,
    reference_number: line.referenceNumber,
  }),
  lineOf: (line, row) => ({
    ...line,
    productName: row.product_name,
    memo: row.memo,
    metadata: row.metadata,
    referenceNumber: row.reference_number,
  }),
}

/** By the id of the bill. Tags come separately. */
export const loadBillLines = (
  tx: Tx,
  businessId: string,
  billIds: readonly string[],
): Promise<Map<string, DocumentLines<BillLineItem>>> => loadLines(tx, KEPT, businessId, billIds)

/** How many lines, taxes and allocations each of these bills has. */
export async function countBillParts(
  tx: Tx,
  businessId: string,
  billIds: readonly string[],
): Promise<Map<string, number>> {
  const countIn = (table: string, condition = ''): string =>
    `(SELECT count(*) FROM ${table} k WHERE k.business_id = $1 AND k.bill_id = b.id ${condition})`
  const standing = 'AND k.deleted_at IS NULL'
  const rows = await tx.rows<{ id: string; parts: string }>(
    `SELECT b.id, ${countIn('bill_line_items')} + ${countIn('bill_sales_taxes')}
                + ${countIn('bill_payment_allocations', standing)}
                + ${countIn('vendor_credit_allocations', standing)} AS parts
       FROM unnest($2::uuid[]) AS b(id)`,
    [businessId, billIds],
  )
  return new Map(rows.map(({ id, parts }) => [id, Number(parts)]))
}

/** Lines and taxes of bills that have none. */
export const insertBillLines = (
  tx: Tx,
  businessId: string,
  bills: readonly Pick<Bill, 'id' | 'lineItems' | 'additionalSalesTaxes'>[],
): Promise<void> => insertLines(tx, KEPT, businessId, bills)

/** Before other ones are written in their place. Tags of the lines are left to who calls. */
export async function deleteBillLines(tx: Tx, businessId: string, billIds: readonly string[]): Promise<void> {
  if (billIds.length === 0) return
  for (const table of ['bill_sales_taxes', 'bill_line_items'])
    await tx.rows(
      `DELETE FROM ${table} l USING unnest($2::uuid[]) AS b(id) WHERE l.business_id = $1 AND l.bill_id = b.id`,
      [businessId, billIds],
    )
}
