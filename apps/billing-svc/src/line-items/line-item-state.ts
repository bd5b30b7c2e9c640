/** Line items and sales taxes as the events of documents have them. Pure. */
import { pick, toState } from '../documents/wire-format.ts'
import { tagState } from '../tags/tags.ts'
import { lineAmounts, type LineItem, type SalesTax } from './line-items.ts'

export const taxState = (tax: SalesTax) => toState(pick(tax, ['id', 'taxName', 'accountId', 'amount']))

/** Fields of line items that events and answers of all kinds of documents share. */
export const shownOfLine = (line: LineItem) => ({
  ...pick(line, ['id', 'externalId', 'description', 'unitPrice', 'quantity', 'subtotal', 'discountAmount']),
  ...lineAmounts(line),
})

export const lineItemState = (line: LineItem) => ({
  ...toState({ ...shownOfLine(line), ...pick(line, ['accountId', 'prepaymentAccountId']) }),
  sales_taxes: line.salesTaxes.map(taxState),
  transaction_tags: line.tags.map(tagState),
})
