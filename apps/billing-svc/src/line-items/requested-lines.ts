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
    amount: read.amount('amount') ?? 0,
  }
}

/** `field` is where the request names it. */
export type RequestedTax = ReturnType<typeof requestedTax>

/** Fields of a line item of any kind of document. */
type LineItemInput = Pick<
  BillLineItemInput__Output,
  keyof BillLineItemInput__Output & keyof InvoiceLineItemInput__Output
>

/** The line items of a document. */
export const lineItemsOf = <Input extends ListField<'line_items', LineItemInput>>(read: RequestReader<Input>) =>
  read.parts('line_items', 'line item', `A document has at most ${MAX_ITEMS} line items`)

export function requestedLineItem(read: RequestReader<LineItemInput>) {
  const { field, input } = read
  const { quantity = '1' } = input
  const account = read.requiredAccount('account_identifier', 'Expected the account that the line item is for.')
  const isValid = isQuantity(quantity)
  if (!isValid) read.refuse('quantity', 'Expected a decimal number with at most eight decimals, such as 2.5.', quantity)
  const unitPrice = read.amount('unit_price') ?? 0
  return {
    field,
    externalId: input.external_id ?? null,
    account,
    prepaymentAccount: read.account('prepayment_account_identifier'),
    description: input.description ?? null,
    unitPrice,
    quantity: isValid ? spelledQuantity(quantity) : '0',
    subtotal: isValid ? subtotalOf(unitPrice, quantity) : 0,
    discountAmount: read.amount('discount_amount', 0) ?? 0,
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
