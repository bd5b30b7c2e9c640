/** Line items and sales taxes as the events of documents tell them. Pure. */
import { lineAmounts, type LineItem, type SalesTax } from './line-items.ts'
import { tagState } from '../tags/tags.ts'

export const taxState = ({ id, taxName, accountId, amount }: SalesTax) => ({
  id,
  tax_name: taxName,
  account_id: accountId,
  amount,
})

/** What line items of all kinds of documents have. */
export function lineItemState(line: LineItem) {
  const { salesTaxesTotal, totalAmount } = lineAmounts(line)
  return {
    id: line.id,
    external_id: line.externalId,
    account_id: line.accountId,
    prepayment_account_id: line.prepaymentAccountId,
    description: line.description,
    unit_price: line.unitPrice,
    quantity: line.quantity,
    subtotal: line.subtotal,
    discount_amount: line.discountAmount,
    sales_taxes: line.salesTaxes.map(taxState),
    sales_taxes_total: salesTaxesTotal,
    total_amount: totalAmount,
    transaction_tags: line.tags.map(tagState),
  }
}
