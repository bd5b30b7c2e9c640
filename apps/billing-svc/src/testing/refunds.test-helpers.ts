/** Refunds, the invoices and payments that they refer to, and payouts of both, for tests of the pure core and of the stores. */
import { randomUUID } from 'node:crypto'
import type { DocumentTag, TagRef } from '../tags/tags.ts'
import type { InvoicePayment, InvoicePaymentAllocation } from '../receivables/invoice-payment.ts'
import type { Invoice, InvoiceLineItem } from '../receivables/invoice.ts'
import type { Payout, PayoutTransaction } from '../receivables/payout.ts'
import type {
  Refund,
  RefundAllocation,
  RefundLineItem,
  RefundPart,
  RefundPayment,
  RefundShare,
} from '../receivables/refund.ts'
import { remarksOf } from '../receivables/line-remarks.ts'

/** Noon of a day of January 2026. */
export const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 12))

export const tagOf = (dimensionId: string, definitionId: string): DocumentTag => ({
  id: randomUUID(),
  dimensionId,
  definitionId,
  createdAt: day(1),
})

export const refOf = ({ dimensionId, definitionId }: TagRef): TagRef => ({ dimensionId, definitionId })

const WORDS = { memo: null, metadata: null, referenceNumber: null }
const MADE = { version: 1, importedAt: day(1), updatedAt: day(1) }

export const aShare = (amount: number, given: Partial<RefundShare> = {}): RefundShare => ({
  component: 'returns',
  lineItemId: null,
  accountId: randomUUID(),
  prepaymentAccountId: null,
  amount,
  tags: [],
  ...given,
})

/** Of one share by default. */
export const aPart = (amount: number, given: Partial<RefundPart> = {}): RefundPart => ({
  id: randomUUID(),
  invoiceId: null,
  invoiceSentAt: null,
  paymentId: null,
  amount,
  shares: [aShare(amount)],
  postedTags: [],
  isOfCredit: false,
  ...given,
})

export const aLineItem = (amount: number, given: Partial<RefundLineItem> = {}): RefundLineItem => ({
  ...WORDS,
  id: randomUUID(),
  externalId: null,
  amount,
  accountId: null,
  prepaymentAccountId: null,
  tags: [],
  ...given,
})

/** Of one part by default. */
export const anAllocation = (totalAmount: number, given: Partial<RefundAllocation> = {}): RefundAllocation => ({
  ...WORDS,
  id: randomUUID(),
  externalId: null,
  totalAmount,
  lineItems: [],
  invoiceId: null,
  invoiceLineItemId: null,
  invoicePaymentId: null,
  source: null,
  parts: [aPart(totalAmount)],
  tags: [],
  ...given,
})

/** Pays out its amount from all shares in order. */
export const aRefundPayment = (
  refund: Pick<Refund, 'id' | 'allocations'>,
  refundedAmount: number,
  given: Partial<RefundPayment> = {},
): RefundPayment => ({
  ...WORDS,
  ...MADE,
  id: randomUUID(),
  externalId: null,
  refundId: refund.id,
  refundedAmount,
  fee: null,
  completedAt: day(21),
  method: 'CREDIT_CARD',
  processor: null,
  clearingAccountId: randomUUID(),
  refundedPaymentFees: [],
  shares: firstOf(refund, refundedAmount),
  payoutId: null,
  tags: [],
  deletedAt: null,
  ...given,
})

function firstOf({ allocations }: Pick<Refund, 'allocations'>, amount: number): RefundPayment['shares'] {
  let left = amount
  return allocations
    .flatMap(({ parts }) => parts.flatMap(({ id, shares }) => shares.map((share) => ({ ...share, partId: id }))))
    .map((share) => {
      const taken = Math.min(left, share.amount)
      left -= taken
      return { ...share, amount: taken }
    })
    .filter((share) => share.amount !== 0)
}

/** Of one allocation of 100 and without payments, by default. */
export const aRefund = (given: Partial<Refund> = {}): Refund => ({
  ...WORDS,
  ...MADE,
  id: randomUUID(),
  businessId: randomUUID(),
  externalId: null,
  contactId: randomUUID(),
  completedAt: day(20),
  allocations: [anAllocation(100)],
  payments: [],
  tags: [],
  ...given,
})

const anInvoiceLine = (unitPrice: number): InvoiceLineItem => ({
  id: randomUUID(),
  externalId: null,
  accountId: randomUUID(),
  prepaymentAccountId: null,
  description: null,
  unitPrice,
  quantity: '1',
  subtotal: unitPrice,
  discountAmount: 0,
  salesTaxes: [],
  tags: [],
  ...remarksOf({}),
  timeEntryId: null,
})

/** Of one line item, without payments. */
export const anInvoice = (given: Partial<Invoice> = {}): Invoice => ({
  ...WORDS,
  ...MADE,
  id: randomUUID(),
  businessId: randomUUID(),
  externalId: null,
  contactId: randomUUID(),
  documentDate: day(10),
  dueAt: null,
  voidedAt: null,
  lineItems: [anInvoiceLine(100)],
  additionalSalesTaxes: [],
  additionalDiscount: 0,
  tips: 0,
  tipsAccountId: null,
  paid: [],
  writeOffs: [],
  refunded: [],
  tags: [],
  ...given,
})

export const anInvoicePayment = (given: Partial<InvoicePayment> = {}): InvoicePayment => ({
  ...WORDS,
  ...MADE,
  id: randomUUID(),
  businessId: randomUUID(),
  externalId: null,
  contactId: randomUUID(),
  paidAt: day(15),
  method: 'CREDIT_CARD',
  processor: 'STRIPE',
  clearingAccountId: randomUUID(),
  amount: 100,
  fee: 0,
  allocations: [],
  refunded: [],
  payoutId: null,
  returns: [],
  deletedAt: null,
  tags: [],
  ...given,
})

export const paidTo = (
  invoiceId: string,
  amount: number,
  given: Partial<InvoicePaymentAllocation> = {},
): InvoicePaymentAllocation => ({
  ...WORDS,
  id: randomUUID(),
  paymentId: randomUUID(),
  documentId: invoiceId,
  documentDate: day(10),
  amount,
  allocatedAt: day(15),
  shares: [],
  postedTags: [],
  tags: [],
  createdAt: day(15),
  movedToCreditAt: null,
  returnedAmount: 0,
  ...given,
})

export const aTransaction = (
  amount: number,
  direction: PayoutTransaction['direction'],
  given: Partial<PayoutTransaction> = {},
): PayoutTransaction => ({
  id: randomUUID(),
  externalId: null,
  amount,
  direction,
  accountId: randomUUID(),
  description: null,
  tags: [],
  ...given,
})

export const aPayout = (given: Partial<Payout> = {}): Payout => ({
  ...WORDS,
  ...MADE,
  id: randomUUID(),
  businessId: randomUUID(),
  externalId: null,
  processor: 'STRIPE',
  paidOutAmount: 0,
  fee: 0,
  completedAt: day(28),
  clearingAccountId: randomUUID(),
  members: [],
  otherTransactions: [],
  deletedAt: null,
  tags: [],
  ...given,
})
