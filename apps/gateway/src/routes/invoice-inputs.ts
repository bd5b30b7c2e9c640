/** What callers say of invoices and of their payments, as the service wants it said. Pure. */
import type {
  DedicatedPaymentInput,
  InvoiceInput,
  InvoiceLineItemInput,
  InvoicePaymentInput,
} from '@pacioli/protos/billing'
import type { Static } from 'typebox'
import type { CreateInvoicePaymentBody, PayInvoiceBody } from '../schemas/invoice-payments.ts'
import { INVOICE_STATUSES, type CreateInvoiceBody } from '../schemas/invoices.ts'
import { accountOf, idOf, quantityOf, withCustomer, withInvoice } from './document-inputs.ts'
import { someOf } from './lists.ts'
import { withMetadataText } from './public-entry.ts'
import { dedicatedRefundOf, partsOfRefunds } from './refund-inputs.ts'
import { limitParts, limitTags } from './request-limits.ts'

type Invoice = Static<typeof CreateInvoiceBody>
type LineItem = Invoice['line_items'][number]
type Payment = Static<typeof PayInvoiceBody>

const lineItemOf = ({ quantity, dedicated_refunds, ...item }: LineItem): InvoiceLineItemInput => ({
  ...item,
  account_identifier: accountOf(item.account_identifier),
  prepayment_account_identifier: accountOf(item.prepayment_account_identifier),
  quantity: quantityOf(quantity),
  dedicated_refunds: (dedicated_refunds ?? []).map(dedicatedRefundOf),
  time_entry_id: idOf(item.time_entry_id),
})

export const dedicatedPaymentOf = (payment: Payment): DedicatedPaymentInput => ({
  ...withMetadataText(payment),
  payment_clearing_account_identifier: accountOf(payment.payment_clearing_account_identifier),
  dedicated_refunds: (payment.dedicated_refunds ?? []).map(dedicatedRefundOf),
})

export const invoiceOf = (invoice: Invoice): InvoiceInput => ({
  ...withCustomer(invoice),
  line_items: invoice.line_items.map(lineItemOf),
  tips_account: accountOf(invoice.tips_account),
  payments: (invoice.payments ?? []).map(dedicatedPaymentOf),
  dedicated_refunds: (invoice.dedicated_refunds ?? []).map(dedicatedRefundOf),
})

export const invoicePaymentOf = (payment: Static<typeof CreateInvoicePaymentBody>): InvoicePaymentInput => ({
  ...withCustomer(payment),
  payment_clearing_account_identifier: accountOf(payment.payment_clearing_account_identifier),
  allocations: (payment.allocations ?? []).map(withInvoice),
})

/** @throws PayloadTooLarge for more than one transaction should hold */
export function limitInvoices(invoices: readonly Invoice[]): void {
  const items = invoices.flatMap(({ line_items }) => line_items)
  const payments = invoices.flatMap((invoice) => invoice.payments ?? [])
  const refunds = [...invoices, ...items, ...payments].flatMap((one) => one.dedicated_refunds ?? [])
  const refunded = refunds.flatMap(({ line_items }) => line_items ?? [])
  limitTags('line_items', invoices, items, payments, refunds, refunded)
  const taxes = [
    ...invoices.map(({ additional_sales_taxes }) => additional_sales_taxes),
    ...items.map(({ sales_taxes }) => sales_taxes),
  ].reduce((sum, some) => sum + (some?.length ?? 0), 0)
  const parts = items.length + taxes + payments.length + partsOfRefunds(refunds)
  limitParts('line_items', 'line items, taxes, payments, refunds and parts of refunds', parts)
}

/** @throws PayloadTooLarge for more than one transaction should hold */
export function limitDedicatedPayment(payment: Payment): void {
  const refunds = payment.dedicated_refunds ?? []
  const refunded = refunds.flatMap(({ line_items }) => line_items ?? [])
  limitTags('dedicated_refunds', [payment], refunds, refunded)
  limitParts('dedicated_refunds', 'refunds and parts of refunds', partsOfRefunds(refunds))
}

/** What `status` and the list `statuses` ask for together. @throws InvalidQuery for what is no status */
export const statusesOf = (one: string | undefined, list: string | undefined): string[] =>
  someOf('statuses', INVOICE_STATUSES, one, list)
