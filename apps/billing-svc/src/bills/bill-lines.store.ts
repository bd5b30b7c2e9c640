/** Line items and sales taxes of bills. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { spelledQuantity } from '../documents/quantity.ts'
import type { DocumentTag } from '../documents/tags.ts'
import { lineAmounts, type Bill, type BillLineItem, type SalesTax } from './bill.ts'

type LineRow = {
  id: string
  bill_id: string
  external_id: string | null
  account_id: string
  prepayment_account_id: string | null
  description: string | null
  product_name: string | null
  unit_price: string
  quantity: string
  subtotal: string
  discount_amount: string
  memo: string | null
  metadata: string | null
  reference_number: string | null
}

type TaxRow = {
  id: string
  bill_id: string
  line_item_id: string | null
  tax_name: string
  account_id: string
  amount: string
}

/** The lines of one bill in their order, and the taxes on the whole. Tags come separately. */
export type BillLines = { lineItems: BillLineItem[]; additionalSalesTaxes: SalesTax[] }

const toTax = (row: TaxRow): SalesTax => ({
  id: row.id,
  taxName: row.tax_name,
  accountId: row.account_id,
  amount: toAmount(row.amount),
})

const toLine = (row: LineRow, salesTaxes: SalesTax[]): BillLineItem => ({
  id: row.id,
  externalId: row.external_id,
  accountId: row.account_id,
  prepaymentAccountId: row.prepayment_account_id,
  description: row.description,
  productName: row.product_name,
  unitPrice: toAmount(row.unit_price),
  quantity: spelledQuantity(row.quantity),
  subtotal: toAmount(row.subtotal),
  discountAmount: toAmount(row.discount_amount),
  salesTaxes,
  tags: [],
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
})

/** Rows of a table for each of the bills. OFFSET 0 keeps it a lookup for each of them. */
const ofBills = (table: string): string =>
  `unnest($2::uuid[]) AS b(id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} k WHERE k.business_id = $1 AND k.bill_id = b.id
                         ORDER BY k.position OFFSET 0) AS l`

/** By the id of the bill. */
export async function loadBillLines(
  tx: Tx,
  businessId: string,
  billIds: readonly string[],
): Promise<Map<string, BillLines>> {
  const bind = [businessId, billIds]
  const lines = await tx.rows<LineRow>(
    `SELECT l.id, l.bill_id, l.external_id, l.account_id, l.prepayment_account_id, l.description, l.product_name,
            l.unit_price, l.quantity, l.subtotal, l.discount_amount, l.memo, l.metadata::text AS metadata,
            l.reference_number
       FROM ${ofBills('bill_line_items')}`,
    bind,
  )
  const taxes = await tx.rows<TaxRow>(
    `SELECT l.id, l.bill_id, l.line_item_id, l.tax_name, l.account_id, l.amount FROM ${ofBills('bill_sales_taxes')}`,
    bind,
  )
  const linesOf = Map.groupBy(lines, ({ bill_id }) => bill_id)
  const taxesOf = Map.groupBy(taxes, ({ bill_id, line_item_id }) => line_item_id ?? bill_id)
  const taxesAt = (id: string): SalesTax[] => (taxesOf.get(id) ?? []).map(toTax)
  return new Map(
    billIds.map((id) => [
      id,
      {
        lineItems: (linesOf.get(id) ?? []).map((line) => toLine(line, taxesAt(line.id))),
        additionalSalesTaxes: taxesAt(id),
      },
    ]),
  )
}

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

type LinesOfBill = Pick<Bill, 'id' | 'lineItems' | 'additionalSalesTaxes'>

/** Lines and taxes of bills that have none. */
export async function insertBillLines(tx: Tx, businessId: string, bills: readonly LinesOfBill[]): Promise<void> {
  await insertLineItems(tx, businessId, bills)
  await insertSalesTaxes(tx, businessId, bills)
}

async function insertLineItems(tx: Tx, businessId: string, bills: readonly LinesOfBill[]): Promise<void> {
  const lines = bills.flatMap(({ id: billId, lineItems }) =>
    lineItems.map((line, position) => ({ ...line, ...lineAmounts(line), billId, position })),
  )
  if (lines.length === 0) return
  const column = <Value>(of: (line: (typeof lines)[number]) => Value): Value[] => lines.map(of)
  await tx.rows(
    `INSERT INTO bill_line_items (business_id, id, bill_id, position, external_id, account_id, prepayment_account_id,
                                  description, product_name, unit_price, quantity, subtotal, discount_amount,
                                  sales_taxes_total, total_amount, memo, metadata, reference_number)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::uuid[], $7::uuid[], $8::text[], $9::text[],
                              $10::bigint[], $11::numeric[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
                              $16::text[], $17::jsonb[], $18::text[])`,
    [
      businessId,
      column(({ id }) => id),
      column(({ billId }) => billId),
      column(({ position }) => position),
      column(({ externalId }) => externalId),
      column(({ accountId }) => accountId),
      column(({ prepaymentAccountId }) => prepaymentAccountId),
      column(({ description }) => description),
      column(({ productName }) => productName),
      column(({ unitPrice }) => unitPrice),
      column(({ quantity }) => quantity),
      column(({ subtotal }) => subtotal),
      column(({ discountAmount }) => discountAmount),
      column(({ salesTaxesTotal }) => salesTaxesTotal),
      column(({ totalAmount }) => totalAmount),
      column(({ memo }) => memo),
      column(({ metadata }) => metadata),
      column(({ referenceNumber }) => referenceNumber),
    ],
  )
}

async function insertSalesTaxes(tx: Tx, businessId: string, bills: readonly LinesOfBill[]): Promise<void> {
  const taxes = bills.flatMap(({ id: billId, lineItems, additionalSalesTaxes }) => [
    ...lineItems.flatMap((line) =>
      line.salesTaxes.map((tax, position) => ({ ...tax, billId, lineItemId: line.id, position })),
    ),
    ...additionalSalesTaxes.map((tax, position) => ({ ...tax, billId, lineItemId: null, position })),
  ])
  if (taxes.length === 0) return
  const column = <Value>(of: (tax: (typeof taxes)[number]) => Value): Value[] => taxes.map(of)
  await tx.rows(
    `INSERT INTO bill_sales_taxes (business_id, id, bill_id, line_item_id, position, tax_name, account_id, amount)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::uuid[], $8::bigint[])`,
    [
      businessId,
      column(({ id }) => id),
      column(({ billId }) => billId),
      column(({ lineItemId }) => lineItemId),
      column(({ position }) => position),
      column(({ taxName }) => taxName),
      column(({ accountId }) => accountId),
      column(({ amount }) => amount),
    ],
  )
}

/** Before other ones are written in their place. Tags of the lines are left to who calls. */
export async function deleteBillLines(tx: Tx, businessId: string, billIds: readonly string[]): Promise<void> {
  if (billIds.length === 0) return
  for (const table of ['bill_sales_taxes', 'bill_line_items'])
    await tx.rows(
      `DELETE FROM ${table} l USING unnest($2::uuid[]) AS b(id) WHERE l.business_id = $1 AND l.bill_id = b.id`,
      [businessId, billIds],
    )
}

/** The same lines under the tags that they carry. */
export const withLineTags = (lines: BillLines, tags: ReadonlyMap<string, DocumentTag[]>): BillLines => ({
  ...lines,
  lineItems: lines.lineItems.map((line) => ({ ...line, tags: tags.get(line.id) ?? [] })),
})
