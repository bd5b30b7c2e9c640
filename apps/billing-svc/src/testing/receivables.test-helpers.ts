/** Documents of receivables for tests of the pure core. */
import type { Invoice, InvoiceLineItem, PaidPart, RefundedPart } from '../receivables/invoice.ts'
import type { WriteOff } from '../receivables/write-off.ts'
import type { InvoicePayment, InvoicePaymentAllocation } from '../receivables/invoice-payment.ts'
import { day, tagOf } from './payables.test-helpers.ts'
import { subtotalOf } from '../rounding/quantity.ts'
import { remarksOf } from '../receivables/line-remarks.ts'

/** Given fields, with tags as text such as `region:north`. */
type Given<Thing> = Partial<Omit<Thing, 'tags'>> & { tags?: readonly string[] }

export function anInvoiceLine(
  accountId: string,
  unitPrice: number,
  given: Given<InvoiceLineItem> = {},
): InvoiceLineItem {
  const { tags = [], quantity = '1', ...others } = given
  return {
    id: `line on ${accountId}`,
    externalId: null,
    accountId,
    prepaymentAccountId: null,
    description: null,
    ...remarksOf({}),
    timeEntryId: null,
    unitPrice,
    quantity,
    subtotal: subtotalOf(unitPrice, quantity),
    discountAmount: 0,
    salesTaxes: [],
    tags: tags.map(tagOf),
    ...others,
  }
}

/** For 100, sent on the tenth, by default. */
export function anInvoice(given: Given<Invoice> = {}): Invoice {
  const { tags = [], ...others } = given
  return {
    id: 'invoice',
    businessId: 'business',
    externalId: null,
    contactId: 'customer',
    documentDate: day(10),
    dueAt: null,
    voidedAt: null,
    lineItems: [anInvoiceLine('sales', 100)],
    additionalSalesTaxes: [],
    additionalDiscount: 0,
    tips: 0,
    tipsAccountId: null,
    paid: [],
    writeOffs: [],
    refunded: [],
    tags: tags.map(tagOf),
    memo: null,
    metadata: null,
    referenceNumber: null,
    version: 1,
    importedAt: day(1),
    updatedAt: day(1),
    ...others,
  }
}

export const aPaidPart = (amount: number, given: Partial<PaidPart> = {}): PaidPart => ({
  id: `allocation of ${amount}`,
  paymentId: 'payment',
  amount,
  allocatedAt: day(12),
  ...given,
})

export const aRefundedPart = (amount: number, given: Partial<RefundedPart> = {}): RefundedPart => ({
  id: `refund of ${amount}`,
  refundId: 'refund',
  allocationId: 'refund allocation',
  lineItemId: null,
  paymentId: null,
  amount,
  shares: [],
  ...given,
})

export function aWriteOff(amount: number, given: Given<WriteOff> = {}): WriteOff {
  const { tags = [], ...others } = given
  return {
    id: `write-off of ${amount}`,
    externalId: null,
    invoiceId: 'invoice',
    amount,
    writeOffAt: day(14),
    accountId: 'bad debt',
    tags: tags.map(tagOf),
    memo: null,
    importedAt: day(1),
    updatedAt: day(1),
    deletedAt: null,
    ...others,
  }
}

/** Of 100, paid on the twelfth, by default. */
export function anInvoicePayment(given: Given<InvoicePayment> = {}): InvoicePayment {
  const { tags = [], ...others } = given
  return {
    id: 'payment',
    businessId: 'business',
    externalId: null,
    contactId: 'customer',
    paidAt: day(12),
    method: 'CHECK',
    processor: null,
    clearingAccountId: 'clearing',
    amount: 100,
    fee: 0,
    allocations: [],
    refunded: [],
    payoutId: null,
    returns: [],
    deletedAt: null,
    tags: tags.map(tagOf),
    memo: null,
    metadata: null,
    referenceNumber: null,
    version: 1,
    importedAt: day(1),
    updatedAt: day(1),
    ...others,
  }
}

/** An allocation to an invoice. Without `postedTags` its lines have its own tags. */
export function anInvoiceAllocation(
  amount: number,
  given: Given<InvoicePaymentAllocation> = {},
): InvoicePaymentAllocation {
  const { tags: words = [], ...others } = given
  const tags = words.map(tagOf)
  return {
    id: `allocation of ${amount}`,
    paymentId: 'payment',
    documentId: 'invoice',
    documentDate: day(10),
    amount,
    allocatedAt: day(12),
    shares: [],
    postedTags: tags.map(({ dimensionId, definitionId }) => ({ dimensionId, definitionId })),
    tags,
    memo: null,
    metadata: null,
    referenceNumber: null,
    createdAt: day(1),
    movedToCreditAt: null,
    returnedAmount: 0,
    ...others,
  }
}
