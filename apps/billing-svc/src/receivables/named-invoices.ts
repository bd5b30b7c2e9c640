/** The invoices and payments that requests name, by id or by their external id. */
import type { ReferenceKind } from '../documents/references.ts'

export const INVOICE: ReferenceKind<'invoice'> = {
  prefix: 'invoice',
  table: 'invoices',
  noun: 'invoice',
  notFound: 'InvoiceNotFound',
}

export const INVOICE_PAYMENT: ReferenceKind<'invoice_payment'> = {
  prefix: 'invoice_payment',
  table: 'invoice_payments',
  noun: 'invoice payment',
  notFound: 'InvoicePaymentNotFound',
}
