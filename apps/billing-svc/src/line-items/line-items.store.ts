/** Line items and sales taxes of bills and invoices, each kind in tables of its own. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { lineAmounts, type LineItem, type SalesTax } from './line-items.ts'
import { spelledQuantity } from '../rounding/quantity.ts'
import type { DocumentTag } from '../tags/tags.ts'

/** Where the lines of a kind of documents are kept. */
export type KeptLines<Line extends LineItem, Further> = {
  lineItems: 'bill_line_items' | 'invoice_line_items'
  salesTaxes: 'bill_sales_taxes' | 'invoice_sales_taxes'
  /** The column that says of which document they are. */
  document: 'bill_id' | 'invoice_id'
  /** What line items of this kind have besides: column and SQL type. */
  columns: { [Name in keyof Further & string]: 'text' | 'uuid' | 'jsonb' }
  rowOf: (line: Line) => Further
  lineOf: (line: LineItem, row: Further) => Line
}

/** The lines of one document in their order, and the taxes on the whole. */
export type DocumentLines<Line extends LineItem> = { lineItems: Line[]; additionalSalesTaxes: SalesTax[] }

type LineRow = {
  id: string
  document_id: string
  external_id: string | null
  account_id: string
  prepayment_account_id: string | null
  description: string | null
  unit_price: string
  quantity: string
  subtotal: string
  discount_amount: string
}

type TaxRow = {
  id: string
  document_id: string
  line_item_id: string | null
  tax_name: string
  account_id: string
  amount: string
}

const toTax = (row: TaxRow): SalesTax => ({
  id: row.id,
  taxName: row.tax_name,
  accountId: row.account_id,
  amount: toAmount(row.amount),
})

/** Its tags come separately. */
const toLine = (row: LineRow, salesTaxes: SalesTax[]): LineItem => ({
  id: row.id,
  externalId: row.external_id,
  accountId: row.account_id,
  prepaymentAccountId: row.prepayment_account_id,
  description: row.description,
  unitPrice: toAmount(row.unit_price),
  quantity: spelledQuantity(row.quantity),
  subtotal: toAmount(row.subtotal),
  discountAmount: toAmount(row.discount_amount),
  salesTaxes,
  tags: [],
})

/** Rows of a table for each of the documents. OFFSET 0 keeps it a lookup for each of them. */
const ofDocuments = (table: string, document: string): string =>
  `unnest($2::uuid[]) AS d(id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} k WHERE k.business_id = $1 AND k.${document} = d.id
                         ORDER BY k.position OFFSET 0) AS l`

/** By the id of the document. Tags come separately. */
export async function loadLines<Line extends LineItem, Further>(
  tx: Tx,
  { lineItems, salesTaxes, document, columns, lineOf }: KeptLines<Line, Further>,
  businessId: string,
  documentIds: readonly string[],
): Promise<Map<string, DocumentLines<Line>>> {
  const bind = [businessId, documentIds]
  const further = Object.entries(columns).map(
    ([name, type]) => `l.${name}${type === 'jsonb' ? `::text AS ${name}` : ''}`,
  )
  const lines = await tx.rows<LineRow & Further>(
    `SELECT l.id, d.id AS document_id, l.external_id, l.account_id, l.prepayment_account_id, l.description, l.unit_price,
            l.quantity, l.subtotal, l.discount_amount, ${further.join(', ')}
       FROM ${ofDocuments(lineItems, document)}`,
    bind,
  )
  const taxes = await tx.rows<TaxRow>(
    `SELECT l.id, d.id AS document_id, l.line_item_id, l.tax_name, l.account_id, l.amount
       FROM ${ofDocuments(salesTaxes, document)}`,
    bind,
  )
  const linesOf = Map.groupBy(lines, ({ document_id }) => document_id)
  const taxesOf = Map.groupBy(taxes, ({ document_id, line_item_id }) => line_item_id ?? document_id)
  const taxesAt = (id: string): SalesTax[] => (taxesOf.get(id) ?? []).map(toTax)
  return new Map(
    documentIds.map((id) => [
      id,
      {
        lineItems: (linesOf.get(id) ?? []).map((row) => lineOf(toLine(row, taxesAt(row.id)), row)),
        additionalSalesTaxes: taxesAt(id),
      },
    ]),
  )
}

type LinesOf<Line extends LineItem> = {
  id: string
  lineItems: readonly Line[]
  additionalSalesTaxes: readonly SalesTax[]
}

/** Lines and taxes of documents that have none. */
export async function insertLines<Line extends LineItem, Further>(
  tx: Tx,
  kept: KeptLines<Line, Further>,
  businessId: string,
  documents: readonly LinesOf<Line>[],
): Promise<void> {
  await insertLineItems(tx, kept, businessId, documents)
  await insertSalesTaxes(tx, kept, businessId, documents)
}

/** Column and SQL type of what line items of all kinds have, in the order in which rows are written. */
const COMMON = {
  id: 'uuid',
  document_id: 'uuid',
  position: 'int',
  external_id: 'text',
  account_id: 'uuid',
  prepayment_account_id: 'uuid',
  description: 'text',
  unit_price: 'bigint',
  quantity: 'numeric',
  subtotal: 'bigint',
  discount_amount: 'bigint',
  sales_taxes_total: 'bigint',
  total_amount: 'bigint',
} as const

function commonRowOf(documentId: string, line: LineItem, position: number): Record<keyof typeof COMMON, unknown> {
  const { salesTaxesTotal, totalAmount } = lineAmounts(line)
  return {
    id: line.id,
    document_id: documentId,
    position,
    external_id: line.externalId,
    account_id: line.accountId,
    prepayment_account_id: line.prepaymentAccountId,
    description: line.description,
    unit_price: line.unitPrice,
    quantity: line.quantity,
    subtotal: line.subtotal,
    discount_amount: line.discountAmount,
    sales_taxes_total: salesTaxesTotal,
    total_amount: totalAmount,
  }
}

async function insertLineItems<Line extends LineItem, Further>(
  tx: Tx,
  { lineItems: table, document, columns, rowOf }: KeptLines<Line, Further>,
  businessId: string,
  documents: readonly LinesOf<Line>[],
): Promise<void> {
  const rows = documents.flatMap(({ id, lineItems }) =>
    lineItems.map((line, position): Record<string, unknown> => ({
      ...commonRowOf(id, line, position),
      ...rowOf(line),
    })),
  )
  if (rows.length === 0) return
  const written: [string, string][] = Object.entries({ ...COMMON, ...columns })
  const names = written.map(([name]) => (name === 'document_id' ? document : name))
  await tx.rows(
    `INSERT INTO ${table} (business_id, ${names.join(', ')})
     SELECT $1, * FROM unnest(${written.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')})`,
    [businessId, ...written.map(([name]) => rows.map((row) => row[name]))],
  )
}

async function insertSalesTaxes<Line extends LineItem>(
  tx: Tx,
  { salesTaxes: table, document }: Pick<KeptLines<Line, unknown>, 'salesTaxes' | 'document'>,
  businessId: string,
  documents: readonly LinesOf<Line>[],
): Promise<void> {
  const taxes = documents.flatMap(({ id: documentId, lineItems, additionalSalesTaxes }) => [
    ...lineItems.flatMap((line) =>
      line.salesTaxes.map((tax, position) => ({ ...tax, documentId, lineItemId: line.id, position })),
    ),
    ...additionalSalesTaxes.map((tax, position) => ({ ...tax, documentId, lineItemId: null, position })),
  ])
  if (taxes.length === 0) return
  await tx.rows(
    `INSERT INTO ${table} (business_id, id, ${document}, line_item_id, position, tax_name, account_id, amount)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::uuid[], $8::bigint[])`,
    [
      businessId,
      taxes.map(({ id }) => id),
      taxes.map(({ documentId }) => documentId),
      taxes.map(({ lineItemId }) => lineItemId),
      taxes.map(({ position }) => position),
      taxes.map(({ taxName }) => taxName),
      taxes.map(({ accountId }) => accountId),
      taxes.map(({ amount }) => amount),
    ],
  )
}

/** The same lines under the tags that they carry. */
export const withLineTags = <Line extends LineItem>(
  lines: DocumentLines<Line>,
  tags: ReadonlyMap<string, DocumentTag[]>,
): DocumentLines<Line> => ({
  ...lines,
  lineItems: lines.lineItems.map((line) => ({ ...line, tags: tags.get(line.id) ?? [] })),
})
