/** What may be wrong of invoices, what settles them, and the credit of customers. */
import type { Damage } from './damage.ts'

const share = (of: string, value: string): string => `shares = jsonb_set(shares, '{0,${of}}', to_jsonb(${value}))`
const SOMETHING_ELSE = 'gen_random_uuid()'
const REFUNDED = `(SELECT id FROM invoices WHERE business_id = $1 AND status = 'REFUNDED')`

const OF_INVOICES: readonly Damage[] = [
  {
    table: 'invoice_line_items',
    set: 'unit_price = unit_price + 1',
    finds: 'an invoice line item comes to its price times its quantity, less its discount, and its taxes',
  },
  {
    table: 'invoice_sales_taxes',
    where: 'line_item_id IS NOT NULL',
    set: `line_item_id = ${SOMETHING_ELSE}`,
    finds: 'a tax of an invoice is on a line item of it, or on the whole',
  },
  {
    table: 'invoices',
    set: 'subtotal = subtotal + 1',
    finds: 'an invoice comes to its line items, additional taxes and tips, less its discount',
  },
  {
    table: 'invoices',
    where: 'outstanding_balance > 0',
    set: 'paid_amount = paid_amount + 1, outstanding_balance = outstanding_balance - 1',
    finds: 'an invoice is paid, written off and refunded what allocations, write-offs and refunds say',
  },
  {
    table: 'invoices',
    where: 'paid_at IS NOT NULL',
    set: `paid_at = paid_at + interval '1 second'`,
    finds: 'balance, status and time of payment of an invoice follow from its total and what has settled it',
  },
]

const OF_INVOICE_PAYMENTS: readonly Damage[] = [
  {
    table: 'invoice_payments',
    where: 'refunded_amount < amount',
    set: 'refunded_amount = refunded_amount + 1',
    finds:
      'an invoice payment gives what is allocated of it, its rest is credit, and no more of it is refunded than it was',
  },
  {
    table: 'invoice_payments',
    where: 'payout_id IS NOT NULL',
    set: 'deleted_at = now()',
    finds: 'a deleted invoice payment is refunded, returned and paid out by nothing',
  },
  {
    table: 'invoice_payment_returns',
    set: 'amount = amount + 1',
    finds: 'the return of an invoice payment comes to what its allocations and its rest gave back, and took no refund',
  },
  {
    table: 'invoice_payment_allocations',
    where: 'moved_to_credit_at IS NULL',
    set: 'moved_to_credit_at = now()',
    finds:
      'what is allocated of an invoice payment is on an invoice of its customer, once, and is credit since that was voided',
  },
  {
    table: 'invoice_payment_allocations',
    set: 'amount = amount + 1',
    finds: 'the shares of an invoice’s allocation come to its amount',
  },
  {
    table: 'invoice_payment_allocations',
    set: 'returned_amount = returned_amount + 1',
    finds: 'what came back of an allocation is of its shares',
  },
  {
    table: 'invoice_payment_allocations',
    where: 'moved_to_credit_at IS NULL',
    set: share('accountId', SOMETHING_ELSE),
    finds: 'a share is of a part of the invoice, and waits where that says if it was paid before the invoice was sent',
  },
  {
    table: 'invoice_payment_allocations',
    where: `invoice_id IN ${REFUNDED}`,
    set: share('amount', '1'),
    finds: 'an invoice that was paid in full has recognised just what it is made of',
  },
]

const OF_REFUNDS: readonly Damage[] = [
  {
    table: 'refund_allocations',
    set: 'total_amount = total_amount + 1',
    finds: 'an allocation of a refund comes to its parts, and to its line items where it has any',
  },
  {
    table: 'refunds',
    set: 'total_amount = total_amount + 1',
    finds: 'a refund comes to its allocations, and pays out what its payments say and no more',
  },
  {
    table: 'refunds',
    set: `customer_id = ${SOMETHING_ELSE}`,
    finds: 'a refund and all that it hangs on are of one customer',
  },
  {
    table: 'refund_parts',
    set: 'is_of_credit = NOT is_of_credit',
    finds: 'a part of a refund is on what its allocation hangs on, and of credit where that is or became credit',
  },
  { table: 'refund_parts', set: 'amount = amount + 1', finds: 'the shares of a part of a refund come to its amount' },
  {
    table: 'refund_parts',
    set: share('accountId', SOMETHING_ELSE),
    finds: 'what is refunded is taken back of what it hangs on, or of the account that its line item names',
  },
  {
    table: 'refund_parts',
    where: `invoice_id IN ${REFUNDED}`,
    set: share('amount', '1'),
    finds: 'an invoice that was refunded in full, of no other account, has taken back just what it is made of',
  },
  {
    table: 'refund_line_items',
    set: 'amount = amount + 1',
    finds: 'each line item of a refund is taken back to its amount',
  },
  {
    table: 'refund_payments',
    set: share('amount', '1'),
    finds: 'the shares of a refund payment come to its amount',
  },
  {
    table: 'refund_payments',
    set: share('partId', SOMETHING_ELSE),
    finds: 'refund payments take back what their refund has issued, and in full just that',
  },
]

const OF_PAYOUTS: readonly Damage[] = [
  {
    table: 'payouts',
    set: 'paid_out_amount = paid_out_amount + 1',
    finds: 'a payout comes to what its members brought and other transactions, less its fee',
  },
  { table: 'payouts', set: 'deleted_at = now()', finds: 'a deleted payout settles nothing' },
  {
    table: 'invoice_payment_returns',
    where: 'payout_id IS NOT NULL',
    set: 'deleted_at = now()',
    finds: 'a payout settles what stands and moved money',
  },
  {
    table: 'payouts',
    set: `clearing_account_id = ${SOMETHING_ELSE}`,
    finds: 'a payout waits on undeposited funds, and what is paid out of credit or into it on customer credits',
  },
]

const OF_CUSTOMER_CREDIT: readonly Damage[] = [
  {
    table: 'customer_credits',
    set: `customer_id = ${SOMETHING_ELSE}`,
    finds: 'a customer has the credit that their payments and refunds leave them',
  },
  {
    table: 'customer_credit_days',
    set: 'amount = amount + 1',
    finds: 'the credit of a customer moved on the days of its postings',
  },
]

export const OF_RECEIVABLES: readonly Damage[] = [
  ...OF_INVOICES,
  ...OF_INVOICE_PAYMENTS,
  ...OF_REFUNDS,
  ...OF_PAYOUTS,
  ...OF_CUSTOMER_CREDIT,
]
