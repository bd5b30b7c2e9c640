/** Line items and sales taxes of documents, each kind in tables of its own. */
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@pacioli/db'
import { decimal, safeInteger, text, uuid, writeLater, type Statement } from '@pacioli/db/table'
import type { Change } from '../documents/document-kind.ts'
import { deleteParts, loadParts, partColumns, type WithTags } from '../documents/document.store.ts'
import { spelledQuantity } from '../rounding/quantity.ts'
import { lineAmounts, type Itemized, type LineItem, type SalesTax } from './line-items.ts'

/** The columns that line items of all kinds have. @param document the column that names it */
export const lineColumns = (document: string) => ({
  ...partColumns(document),
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
  ...partColumns(document),
  lineItemId: uuid.orNull,
  taxName: text,
  accountId: uuid,
  amount: safeInteger,
})

type Stored<Row, New> = Parameters<typeof loadParts<Row>>[1] & {
  table: string
  inserting: (scope: { businessId: string }, rows: readonly New[]) => Statement | undefined
}
type Placed = { ownerId: string; position: number }
type StoredTax = SalesTax & { lineItemId: string | null }

/** Where the lines of a kind of documents are stored. */
export type LineTables<Line extends LineItem> = {
  lineItems: Stored<Omit<Line, 'salesTaxes' | 'tags'>, Line & Placed & ReturnType<typeof lineAmounts>>
  salesTaxes: Stored<StoredTax, StoredTax & Placed>
  /** The column that says of which document they are. */
  document: string
}

/** Returns a function that gives the lines of one document in their order, and the taxes on the whole. */
export async function loadLines<Line extends LineItem>(
  tx: Tx,
  { lineItems, salesTaxes, document }: LineTables<Line>,
  documentIds: readonly string[],
) {
  const order = { order: 'k.position' }
  const [lines, taxes] = await Promise.all([
    loadParts(tx, lineItems, documentIds, document, order),
    loadParts(tx, salesTaxes, documentIds, document, order),
  ])
  return (id: string, withTags: WithTags): { lineItems: Line[]; additionalSalesTaxes: SalesTax[] } => {
    const byLine = Map.groupBy(taxes.get(id) ?? [], ({ lineItemId }) => lineItemId)
    const taxesOf = (line: string | null): SalesTax[] =>
      (byLine.get(line) ?? []).map(({ lineItemId: _, ...tax }) => tax)
    const ofDocument = (lines.get(id) ?? []).map((line) =>
      withTags({ ...line, quantity: spelledQuantity(line.quantity), salesTaxes: taxesOf(line.id) }),
    )
    return { lineItems: ofDocument as unknown as Line[], additionalSalesTaxes: taxesOf(null) }
  }
}

/**
 * Inserts the lines and taxes of new documents; replaces all of them where the lists of a document have changed in more than
 * tags, which are written with the document.
 */
export function writeLines<Line extends LineItem>(
  tx: Tx,
  { lineItems, salesTaxes, document }: LineTables<Line>,
  changes: readonly Change<Itemized<Line> & { id: string }>[],
): void {
  const relined = changes.filter(
    ({ before, after }) =>
      before === null ||
      before.additionalSalesTaxes !== after.additionalSalesTaxes ||
      (before.lineItems !== after.lineItems &&
        !isDeepStrictEqual(withoutTags(before.lineItems), withoutTags(after.lineItems))),
  )
  const lines = relined.flatMap(({ after }) =>
    after.lineItems.map((line, position) => ({ ...line, ...lineAmounts(line), ownerId: after.id, position })),
  )
  const taxes = relined.flatMap(({ after: { id: ownerId, lineItems: ofDocument, additionalSalesTaxes } }) => [
    ...ofDocument.flatMap((line) =>
      line.salesTaxes.map((tax, position) => ({ ...tax, ownerId, lineItemId: line.id, position })),
    ),
    ...additionalSalesTaxes.map((tax, position) => ({ ...tax, ownerId, lineItemId: null, position })),
  ])
  const goneIds = relined.flatMap(({ before }) => before?.id ?? [])
  const scope = { businessId: tx.businessId }
  deleteParts(tx, [salesTaxes.table, lineItems.table], document, goneIds)
  writeLater(tx, [lineItems.inserting(scope, lines), salesTaxes.inserting(scope, taxes)])
}

const withoutTags = (lines: readonly LineItem[]) => lines.map(({ tags: _, ...line }) => line)
