/** What callers say of bills and expenses, as the service wants it said. Pure. */
import { refused } from '@pacioli/errors'
import type { BillInput, BillLineItemInput, ExpenseInput, UpdateBillRequest } from '@pacioli/protos/billing'
import type { Static } from 'typebox'
import {
  BILL_STATUSES,
  MAX_LINES,
  type CreateBillBody,
  type CreateExpenseBody,
  type UpdateBillBody,
} from '../schemas/bills.ts'
import { quantityText } from '../validation/formats.ts'
import { accountOf, idOf, withVendor } from './document-inputs.ts'
import { valuesOf } from './lists.ts'
import { withMetadataText } from './public-entry.ts'
import { limitTags } from './request-limits.ts'
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
  // Null, too, says nothing.
  quantity: quantity === undefined || quantity === null ? undefined : quantityText(quantity),
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

export const listOf = <Item>(items: Item[] | null) => ({ items: items ?? [] })

type Sized = { line_items?: LineItem[]; additional_sales_taxes?: unknown[]; tags?: unknown[] }

/** @throws PayloadTooLarge for more than one transaction should hold */
export function limitBills(bills: readonly Sized[]): void {
  const items = bills.flatMap(({ line_items = [] }) => line_items)
  limitTags('line_items', bills, items)
  const taxes = bills.reduce((sum, bill) => sum + (bill.additional_sales_taxes?.length ?? 0), 0)
  const lines = items.reduce((sum, { sales_taxes }) => sum + 1 + (sales_taxes?.length ?? 0), taxes)
  if (lines <= MAX_LINES) return
  const description = `The request brings ${lines} line items and taxes; one request takes at most ${MAX_LINES}. Send several.`
  throw refused('PayloadTooLarge', description, { field: 'line_items' })
}

/** What `status` and the list `statuses` ask for together. @throws InvalidQuery for what is no status */
export function statusesOf(one: string | undefined, list: string | undefined): string[] {
  const statuses = [...(one === undefined ? [] : [one]), ...valuesOf('statuses', list)]
  const wrong = statuses.find((status) => !BILL_STATUSES.some((known) => known === status))
  if (wrong === undefined) return statuses
  const value = wrong.slice(0, 100)
  const description = `Query parameter \`statuses\`: expected some of ${BILL_STATUSES.join(', ')}, separated by commas, got ${JSON.stringify(value)}.`
  throw refused('InvalidQuery', description, { field: 'statuses', value })
}
