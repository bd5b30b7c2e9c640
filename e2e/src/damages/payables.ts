/** What may be wrong of bills, what pays them, and what vendors give back. */
import type { Damage } from './damage.ts'

const share = (column: string, of: string, value: string): string =>
  `${column} = jsonb_set(${column}, '{0,${of}}', to_jsonb(${value}))`
const SOMETHING_ELSE = 'gen_random_uuid()'
const IN_FULL = `bill_id IN (SELECT id FROM bills WHERE business_id = $1 AND status = 'PAID' AND NOT is_expense)`
const USED_UP = `vendor_credit_id IN (SELECT id FROM vendor_credits WHERE business_id = $1 AND unallocated_amount = 0)`

const OF_BILLS: readonly Damage[] = [
  {
    table: 'bill_line_items',
    set: 'unit_price = unit_price + 1',
    finds: 'a line item comes to its price times its quantity, less its discount, and its taxes',
  },
  {
    table: 'bill_sales_taxes',
    where: 'line_item_id IS NOT NULL',
    set: `line_item_id = ${SOMETHING_ELSE}`,
    finds: 'a tax is on a line item of its bill, or on the bill',
  },
  {
    table: 'bills',
    set: 'subtotal = subtotal + 1',
    finds: 'a bill comes to its line items and additional taxes, less its discount',
  },
  {
    table: 'bills',
    where: `status = 'PARTIALLY_PAID'`,
    set: 'paid_amount = paid_amount + 1, outstanding_balance = outstanding_balance - 1',
    finds: 'a bill is paid and credited what is allocated to it',
  },
  {
    table: 'bills',
    where: `status = 'PAID'`,
    set: `paid_at = paid_at + interval '1 second'`,
    finds: 'balance, status and time of payment of a bill follow from its total and allocations',
  },
]

const OF_ALLOCATIONS: readonly Damage[] = [
  {
    table: 'bill_payments',
    set: 'allocated_amount = allocated_amount - 1',
    finds: 'a payment gives what is allocated of it, and no more than it has',
  },
  {
    table: 'bill_payments',
    set: `vendor_id = ${SOMETHING_ELSE}`,
    finds: 'what is allocated is between documents of one vendor that stand',
  },
  {
    table: 'bill_payment_allocations',
    set: `allocated_at = allocated_at + interval '1 hour'`,
    finds: 'an allocation counts from when there was something to allocate',
  },
  {
    table: 'bill_payment_allocations',
    set: 'amount = amount + 1',
    finds: 'the shares of an allocation come to its amount',
  },
  {
    table: 'bill_payment_allocations',
    set: share('shares', 'accountId', SOMETHING_ELSE),
    finds: 'a share is of a part of the bill, and waits where that says if it was paid before the bill was received',
  },
  {
    table: 'bill_payment_allocations',
    where: IN_FULL,
    set: share('shares', 'amount', '1'),
    finds: 'a bill that was paid and credited in full has recognised just what it is made of',
  },
]

const OF_CREDITS: readonly Damage[] = [
  {
    table: 'vendor_credits',
    set: 'total_amount = total_amount + 1',
    finds: 'a vendor credit comes to its line items, gives what is allocated of it, and no more than it has',
  },
  {
    table: 'vendor_credit_allocations',
    set: share('shares', 'amount', '1'),
    finds: `the shares of a credit's allocation, of the bill and of the credit, come to its amount`,
  },
  {
    table: 'vendor_credit_allocations',
    set: share('credit_shares', 'component', SOMETHING_ELSE),
    finds: 'a share of a credit is of one of its line items',
  },
  {
    table: 'vendor_credit_allocations',
    where: USED_UP,
    set: share('credit_shares', 'amount', '1'),
    finds: 'a credit of which nothing is left has recognised just its line items',
  },
  {
    table: 'vendor_refunds',
    set: 'amount = amount + 1',
    finds: 'a vendor refund is what its allocations sum to, of payments and credits of its vendor that stand',
  },
  {
    table: 'vendor_refund_allocations',
    where: 'vendor_credit_id IS NOT NULL',
    set: share('shares', 'amount', '1'),
    finds: 'the shares of what is refunded of a credit come to its amount',
  },
]

export const OF_PAYABLES: readonly Damage[] = [...OF_BILLS, ...OF_ALLOCATIONS, ...OF_CREDITS]
