/** Line items and sales taxes of bills and invoices as requests state them. Pure. */
import { refused } from '@pacioli/errors'
import type {
  BillLineItemInput__Output,
  InvoiceLineItemInput__Output,
  SalesTaxInput__Output,
} from '@pacioli/protos/billing'
import { MAX_ITEMS, type ListField, type RequestReader } from '../requests/request-reader.ts'
import { isQuantity, spelledQuantity, subtotalOf } from '../rounding/quantity.ts'
import { requireTaxName } from '../sales-taxes/tax-name.ts'

export function requestedTax(read: RequestReader<SalesTaxInput__Output>) {
  const field = `${read.field}tax_account`
  return {
    field,
    taxName: read.check(() => requireTaxName(read.input.tax_account, field)) ?? '',
    amount: read.amount('amount', 0) ?? 0,
  }
}

/** `field` is where the request names it. */
export type RequestedTax = ReturnType<typeof requestedTax>

/** Fields of a line item of any kind of document. */
type LineItemInput = Pick<
  BillLineItemInput__Output,
  keyof BillLineItemInput__Output & keyof InvoiceLineItemInput__Output
>

/** Adds a problem where a document has no line item. @param lines as far as the request has any */
export function requireLines(read: RequestReader<object>, lines: readonly object[]): void {
  if (lines.length === 0) read.refuse('line_items', 'Expected at least one line item.')
}

/** The line items of a document. */
export function lineItemsOf<Input extends ListField<'line_items', LineItemInput>>(read: RequestReader<Input>) {
  const lines = read.parts('line_items', 'line item', `A document has at most ${MAX_ITEMS} line items`)
  requireLines(read, lines)
  return lines
}

export function requestedLineItem(read: RequestReader<LineItemInput>) {
  const { field, input } = read
  const { quantity = '1' } = input
  const account = read.requiredAccount('account_identifier', 'Expected the account that the line item is for.')
  const isValid = isQuantity(quantity)
  if (!isValid) read.refuse('quantity', 'Expected a decimal number with at most eight decimals, such as 2.5.', quantity)
  const unitPrice = read.amount('unit_price') ?? 0
  const subtotal = isValid ? subtotalOf(unitPrice, quantity) : 0
  const discountAmount = read.amount('discount_amount', 0) ?? 0
  if (isValid && discountAmount > Math.max(subtotal, 0))
    read.refuse(
      'discount_amount',
      `Expected at most what the line item comes to, which is ${subtotal}. Give a further discount as additional_discount.`,
      discountAmount,
    )
  return {
    field,
    externalId: input.external_id ?? null,
    account,
    prepaymentAccount: read.account('prepayment_account_identifier'),
    description: input.description ?? null,
    unitPrice,
    quantity: isValid ? spelledQuantity(quantity) : '0',
    subtotal,
    discountAmount,
    salesTaxes: read.elements('sales_taxes').map(requestedTax),
    tags: input.tags,
  }
}

/** `field` is its place in the request, with a trailing dot. */
export type RequestedLineItem = ReturnType<typeof requestedLineItem>

/** The names of all taxes on the lines and on the whole. */
export const taxNamesOf = (lines: readonly RequestedLineItem[], taxes: readonly RequestedTax[]): string[] =>
  [...lines.flatMap((line) => line.salesTaxes), ...taxes].map(({ taxName }) => taxName)

/** The most line items and taxes of one request. */
const MAX_PARTS = 10_000

/** @throws PayloadTooLarge */
export function refuseTooMany(parts: number): void {
  if (parts > MAX_PARTS)
    throw refused(
      'PayloadTooLarge',
      `A request brings at most ${MAX_PARTS} line items and sales taxes; here are ${parts}. Send several requests.`,
    )
}
