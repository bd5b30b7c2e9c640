/** What callers say of bills and expenses, as the service wants it said. Pure. */
import type { BillInput, BillLineItemInput, ExpenseInput, UpdateBillRequest } from '@pacioli/protos/billing'
import type { Static } from 'typebox'
import { BILL_STATUSES, type CreateBillBody, type CreateExpenseBody, type UpdateBillBody } from '../schemas/bills.ts'
import { accountOf, idOf, listOf, quantityOf, withVendor } from './document-inputs.ts'
import { someOf } from './lists.ts'
import { withMetadataText } from './public-entry.ts'
import { limitParts, limitTags } from './request-limits.ts'
import { changesOf } from './route.ts'

type Changes = Static<typeof UpdateBillBody>
type LineItem = NonNullable<Changes['line_items']>[number]

const lineItemOf = ({
  account_identifier,
  prepayment_account_identifier,
  quantity,
  ...item
}: LineItem): BillLineItemInput => ({
  ...withMetadataText(item),
  id: idOf(item.id),
  account_identifier: accountOf(account_identifier),
  prepayment_account_identifier: accountOf(prepayment_account_identifier),
  quantity: quantityOf(quantity),
})

export const billOf = (bill: Static<typeof CreateBillBody>): BillInput => ({
  ...withVendor(bill),
  line_items: bill.line_items.map(lineItemOf),
})

export const expenseOf = (expense: Static<typeof CreateExpenseBody>): ExpenseInput => ({
  ...withVendor(expense),
  payment_clearing_account_identifier: accountOf(expense.payment_clearing_account_identifier),
  line_items: expense.line_items.map(lineItemOf),
})

/** Lists that are given replace those that are there, and null is an empty one. A vendor is cleared by either name. */
export function billChangesOf(bill_id: string, body: Changes): UpdateBillRequest {
  const { line_items, additional_sales_taxes, tags, ...fields } = body
  const { vendor_id, vendor_external_id, cleared, ...changes } = changesOf(fields)
  const named = { vendor_id: idOf(vendor_id), vendor_external_id: vendor_external_id ?? undefined }
  const isNamed = Object.values(named).some((name) => name !== undefined)
  const clearsVendor = !isNamed && cleared.some((name) => name in named)
  return {
    ...withMetadataText(changes),
    ...named,
    bill_id,
    cleared: [...cleared.filter((name) => !(name in named)), ...(clearsVendor ? ['vendor_id'] : [])],
    payment_clearing_account_identifier: accountOf(changes.payment_clearing_account_identifier),
    ...(line_items === undefined ? {} : { line_items: { items: line_items.map(lineItemOf) } }),
    ...(additional_sales_taxes === undefined ? {} : { additional_sales_taxes: listOf(additional_sales_taxes) }),
    ...(tags === undefined ? {} : { tags: listOf(tags) }),
  }
}

type Sized = { line_items?: LineItem[]; additional_sales_taxes?: unknown[]; tags?: unknown[] }

/** @throws PayloadTooLarge for more than one transaction should hold */
export function limitBills(bills: readonly Sized[]): void {
  const items = bills.flatMap(({ line_items = [] }) => line_items)
  limitTags('line_items', bills, items)
  const taxes = bills.reduce((sum, bill) => sum + (bill.additional_sales_taxes?.length ?? 0), 0)
  const lines = items.reduce((sum, { sales_taxes }) => sum + 1 + (sales_taxes?.length ?? 0), taxes)
  limitParts('line_items', 'line items and taxes', lines)
}

/** What `status` and the list `statuses` ask for together. @throws InvalidQuery for what is no status */
export const statusesOf = (one: string | undefined, list: string | undefined): string[] =>
  someOf('statuses', BILL_STATUSES, one, list)
