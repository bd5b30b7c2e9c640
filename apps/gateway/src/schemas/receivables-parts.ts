/** What the schemas of invoices, invoice payments, refunds and payouts share. */
import { Type } from 'typebox'
import { salesTaxInputs } from './document-parts.ts'
import { AccountIdentifier, OneOf, Optional, TagInputs, Text, Uuid } from './parts.ts'

export const INVOICE_PAYMENT_METHODS = ['ACH', 'CASH', 'CHECK', 'CREDIT_BALANCE', 'CREDIT_CARD', 'OTHER'] as const
export const REFUND_METHODS = ['ACH', 'CASH', 'CHECK', 'CREDIT_CARD', 'OTHER', 'STORE_CREDIT'] as const

const WAITS =
  'Says which account it waits on until the bank reports it: CREDIT_CARD, and ACH with a `processor`, on ' +
  'PAYMENT_PROCESSOR_CLEARING_ACCOUNT, other ACH, CHECK and OTHER on UNDEPOSITED_FUNDS, CASH on CASH. '

// ---- Requests

/** How many payments, or refunds, come with what they are of in one request. */
export const MAX_DEDICATED = 100

/** Either way of naming a customer. */
export const customerNames = {
  customer_id: Optional(Uuid({ description: 'The customer, by its id.' })),
  customer_external_id: Optional(Text(255, { description: 'The customer, by your own id of it.' })),
}

/** Either way of naming an invoice. */
export const invoiceNames = {
  invoice_id: Optional(Uuid({ description: 'The invoice, by its id.' })),
  invoice_external_id: Optional(Text(255, { description: 'The invoice, by your own id of it.' })),
}

/** How money came in. */
export const invoicePaymentMethod = OneOf(INVOICE_PAYMENT_METHODS, {
  description: `${WAITS}CREDIT_BALANCE spends what the customer has with the business, on CUSTOMER_CREDITS.`,
})

/** How money went back. */
export const refundMethod = OneOf(REFUND_METHODS, {
  description: `${WAITS}STORE_CREDIT gives the customer credit, on CUSTOMER_CREDITS.`,
})

/** Through whom money went, and where it waits. */
export const settlingInputs = {
  processor: Optional(Text(64, { description: 'Who carried it out.' })),
  payment_clearing_account_identifier: Optional(AccountIdentifier),
}

/** Taxes that the business collects. */
export const CollectedTaxInputs = (maxItems: number) => salesTaxInputs('SALES_TAXES_PAYABLE:CA', maxItems)

/** Of a change: they take the place of those that are there. */
export const ReplacingTagInputs = Type.Array(TagInputs.items, {
  maxItems: 10,
  description: 'Replaces the tags that it carries.',
})

// ---- Lists

export const customerFilter = {
  customer_id: Type.Optional(Uuid()),
  customer_external_id: Type.Optional(Text(255)),
}
