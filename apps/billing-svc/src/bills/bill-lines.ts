/** Line items of bills as requests state them, and with the accounts and tags that the ledger answered. Pure. */
import type { Problems } from '@pacioli/errors'
import type { BillLineItemInput__Output } from '@pacioli/protos/billing'
import { lineItemsOf, requestedLineItem } from '../line-items/requested-lines.ts'
import { lineItemFrom, type Resolving } from '../line-items/resolve-lines.ts'
import type { BillLineItem } from '../payables/bill.ts'
import { keptMetadata } from '../requests/metadata.ts'
import { replacing } from '../requests/parts.ts'
import { replacingPartOf } from '../requests/requested-head.ts'
import type { ListField, RequestReader } from '../requests/request-reader.ts'

export const requestedLines = (read: RequestReader<ListField<'line_items', BillLineItemInput__Output>>) =>
  lineItemsOf(read).map((line) => ({
    ...requestedLineItem(line),
    ...replacingPartOf(line),
    productName: line.input.product_name ?? null,
  }))

/**
 * The lines with their accounts and tags. A line that the bill already has, by id or else by external_id, keeps its ids;
 * every problem is added to `problems`.
 */
export function linesFrom(
  requested: ReturnType<typeof requestedLines>,
  existing: readonly BillLineItem[],
  resolving: Resolving,
  problems: Problems,
): BillLineItem[] {
  const names = { document: 'bill', part: 'line item' }
  return replacing(requested, existing, names, problems, ({ id: _id, metadata, ...line }, before) => ({
    ...lineItemFrom(line, before, resolving, problems),
    metadata: keptMetadata(metadata, before?.metadata ?? null),
  }))
}
