/** What the schemas of bills, bill payments and vendor credits share. */
import { Type } from 'typebox'
import { salesTaxInputs } from './document-parts.ts'
import { AccountIdentifier, OneOf, Optional, Text, Uuid } from './parts.ts'

export const METHODS = ['ACH', 'CASH', 'CHECK', 'CREDIT_CARD', 'OTHER'] as const
export const TERMS = ['DUE_ON_RECEIPT', 'NET_10', 'NET_15', 'NET_30', 'NET_60'] as const

// ---- Requests

/** Either way of naming a vendor. */
export const vendorNames = {
  vendor_id: Optional(Uuid({ description: 'The vendor, by its id.' })),
  vendor_external_id: Optional(Text(255, { description: 'The vendor, by your own id of it.' })),
}

/** Either way of naming a bill. */
export const billNames = {
  bill_id: Optional(Uuid({ description: 'The bill, by its id.' })),
  bill_external_id: Optional(Text(255, { description: 'The bill, by your own id of it.' })),
}

/** How money went out. */
export const paymentMethod = OneOf(METHODS, {
  description:
    'Says which account it waits on until the bank reports it: ACH, CHECK and OTHER on OUTGOING_PAYMENT_CLEARING_ACCOUNT, ' +
    'CASH on CASH, CREDIT_CARD on UNDEPOSITED_OUTFLOWS.',
})

export const spendingInputs = {
  processor: Optional(Text(64, { description: 'Who carried it out.' })),
  payment_clearing_account_identifier: Optional(AccountIdentifier),
}

/** Taxes that vendors charge. */
export const SalesTaxInputs = (maxItems: number) => salesTaxInputs('SALES_TAXES:CA', maxItems)

// ---- Lists

export const vendorFilter = {
  vendor_id: Type.Optional(Uuid()),
  vendor_external_id: Type.Optional(Text(255)),
}

export const includeDeleted = Type.Optional(Type.Boolean({ description: 'Deleted ones too; false unless given.' }))
