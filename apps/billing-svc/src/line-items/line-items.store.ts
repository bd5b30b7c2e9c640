/** Line items and sales taxes of documents, each kind in tables of its own. */
import type { Tx } from '@pacioli/db'
import { decimal, integer, safeInteger, text, uuid } from '@pacioli/db/table'
import { loadParts } from '../documents/document.store.ts'
import { spelledQuantity } from '../rounding/quantity.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { lineAmounts, type LineItem, type SalesTax } from './line-items.ts'

/** The columns that line items of all kinds have. @param document the column that names it */
export const lineColumns = (document: string) => ({
  businessId: uuid.writeOnly,
  id: uuid,
  documentId: uuid.named(document).writeOnly,
  position: integer.writeOnly,
  externalId: text.orNull,
  accountId: uuid,
  prepaymentAccountId: uuid.orNull,
  description: text.orNull,
  unitPrice: safeInteger,
  quantity: decimal,
  subtotal: safeInteger,
  discountAmount: safeInteger,
  salesTaxesTotal: safeInteger.writeOnly,
  totalAmount: safeInteger.writeOnly,
})

export const taxColumns = (document: string) => ({
  businessId: uuid.writeOnly,
  id: uuid,
  documentId: uuid.named(document).writeOnly,
  lineItemId: uuid.orNull,
  position: integer.writeOnly,
  taxName: text,
  accountId: uuid,
  amount: safeInteger,
})

type Stored<Row, New> = Parameters<typeof loadParts<Row>>[1] & {
  insert: (tx: Tx, scope: { businessId: string }, rows: readonly New[]) => Promise<unknown>
}
type Placed = { documentId: string; position: number }
type StoredLine<Line> = Omit<Line, 'salesTaxes' | 'tags'>

/** Where the lines of a kind of documents are stored. */
export type LineTables<Line extends LineItem> = {
  lineItems: Stored<StoredLine<Line>, Line & Placed & { salesTaxesTotal: number; totalAmount: number }>
  salesTaxes: Stored<SalesTax & { lineItemId: string | null }, SalesTax & Placed & { lineItemId: string | null }>
  /** The column that says of which document they are. */
  document: string
}

/** The lines of one document in their order, and the taxes on the whole. */
export type DocumentLines<Line extends LineItem> = { lineItems: Line[]; additionalSalesTaxes: SalesTax[] }

/** By the id of the document, without tags. */
export async function loadLines<Line extends LineItem>(
  tx: Tx,
  { lineItems, salesTaxes, document }: LineTables<Line>,
  documentIds: readonly string[],
): Promise<Map<string, DocumentLines<Line>>> {
  const order = { order: 'k.position' }
  const [lines, taxes] = await Promise.all([
    loadParts(tx, lineItems, documentIds, document, order),
    loadParts(tx, salesTaxes, documentIds, document, order),
  ])
  return new Map(
    documentIds.map((id) => {
      const byLine = Map.groupBy(taxes.get(id) ?? [], ({ lineItemId }) => lineItemId)
      const taxesOf = (line: string | null): SalesTax[] =>
        (byLine.get(line) ?? []).map(({ id: taxId, taxName, accountId, amount }) => ({
          id: taxId,
          taxName,
          accountId,
          amount,
        }))
      const ofDocument = (lines.get(id) ?? []).map((line) => ({
        ...line,
        quantity: spelledQuantity(line.quantity),
        salesTaxes: taxesOf(line.id),
        tags: [],
      }))
      return [id, { lineItems: ofDocument as unknown as Line[], additionalSalesTaxes: taxesOf(null) }]
    }),
  )
}

type LinesOf<Line extends LineItem> = {
  id: string
  lineItems: readonly Line[]
  additionalSalesTaxes: readonly SalesTax[]
}

/** Inserts lines and taxes of documents that have none. */
export async function insertLines<Line extends LineItem>(
  tx: Tx,
  { lineItems, salesTaxes }: LineTables<Line>,
  documents: readonly LinesOf<Line>[],
): Promise<void> {
  const lines = documents.flatMap(({ id: documentId, lineItems: ofDocument }) =>
    ofDocument.map((line, position) => ({ ...line, ...lineAmounts(line), documentId, position })),
  )
  const taxes = documents.flatMap(({ id: documentId, lineItems: ofDocument, additionalSalesTaxes }) => [
    ...ofDocument.flatMap((line) =>
      line.salesTaxes.map((tax, position) => ({ ...tax, documentId, lineItemId: line.id, position })),
    ),
    ...additionalSalesTaxes.map((tax, position) => ({ ...tax, documentId, lineItemId: null, position })),
  ])
  await Promise.all([
    lineItems.insert(tx, { businessId: tx.businessId }, lines),
    salesTaxes.insert(tx, { businessId: tx.businessId }, taxes),
  ])
}

/** The same lines with their tags. */
export const withLineTags = <Line extends LineItem>(
  lines: DocumentLines<Line>,
  tags: ReadonlyMap<string, DocumentTag[]>,
): DocumentLines<Line> => ({
  ...lines,
  lineItems: lines.lineItems.map((line) => ({ ...line, tags: tags.get(line.id) ?? [] })),
})
