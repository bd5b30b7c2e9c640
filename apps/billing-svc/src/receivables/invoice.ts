/**
 * Invoices: what customers owe. What an invoice comes to, what is outstanding of it, and what it is called by then, follows
 * from its line items and from what was paid, written off and refunded (posting-rules.md, "Receivables" and "Status"). Pure.
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import {
  movedBy,
  requireSoundLineItems,
  totalOfTaxes,
  lineAmounts,
  type LineItem,
  type SalesTax,
} from '../line-items/line-items.ts'
import type { Recognised } from '../recognition/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'
import type { LineRemarks } from './line-remarks.ts'
import type { WriteOff } from './write-off.ts'

export const INVOICE_STATUSES = [
  'SENT',
  'PARTIALLY_PAID',
  'PAID',
  'VOIDED',
  'PARTIALLY_WRITTEN_OFF',
  'WRITTEN_OFF',
  'REFUNDED',
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export type InvoiceLineItem = LineItem & LineRemarks & { timeEntryId: string | null }

/** What of a payment went to the invoice, and counts from when it was paid. */
export type PaidPart = { id: string; paymentId: string; amount: number; paidAt: Date }

/** What of a refund is on the invoice. `lineItemId` is of the line item that it hangs on, if it does. */
export type RefundedPart = {
  id: string
  refundId: string
  allocationId: string
  lineItemId: string | null
  paymentId: string | null
  amount: number
  /** Of the invoice's components; what a refund has on an account of its own is of none. */
  shares: readonly Recognised[]
}

export type Invoice = {
  id: string
  businessId: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  customerId: string
  sentAt: Date
  dueAt: Date | null
  voidedAt: Date | null
  lineItems: readonly InvoiceLineItem[]
  additionalSalesTaxes: readonly SalesTax[]
  additionalDiscount: number
  tips: number
  /** Null for the chart's own. */
  tipsAccountId: string | null
  /** Of payments; what was moved to the customer's credit when the invoice was voided is none of it. */
  paid: readonly PaidPart[]
  /** Also those that were undone, in the order in which they were made. */
  writeOffs: readonly WriteOff[]
  /** Of refunds as they are issued; of a voided invoice none. */
  refunded: readonly RefundedPart[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  version: number
  importedAt: Date
  updatedAt: Date
}

/** How an invoice changes; null before it was made. Parts that stay are the same lists: only what is another one is written. */
export type InvoiceChange = { before: Invoice | null; after: Invoice }

/** Those that stand. */
export const liveWriteOffs = ({ writeOffs }: Pick<Invoice, 'writeOffs'>): WriteOff[] =>
  writeOffs.filter(({ deletedAt }) => deletedAt === null)

/** What of an invoice decides its amounts. */
type Amounting = Omit<Invoice, 'tags'>

export type InvoiceAmounts = {
  /** Of the line items, before discounts and taxes. */
  subtotal: number
  /** Of line items and of the whole together: a figure to show, not a term of the total. */
  shownSalesTaxesTotal: number
  totalAmount: number
  paidAmount: number
  writtenOffAmount: number
  refundedAmount: number
  outstandingBalance: number
}

/** Total = line totals + additional taxes - additional discount + tips; a voided invoice owes nothing. */
export function amountsOf(invoice: Amounting): InvoiceAmounts {
  const additionalTaxes = totalOfTaxes(invoice.additionalSalesTaxes)
  const lines = invoice.lineItems.map(lineAmounts)
  const totalAmount = sumOf([
    ...lines.map((line) => line.totalAmount),
    additionalTaxes,
    -invoice.additionalDiscount,
    invoice.tips,
  ])
  const paidAmount = sumOf(invoice.paid.map(({ amount }) => amount))
  const writtenOffAmount = sumOf(liveWriteOffs(invoice).map(({ amount }) => amount))
  return {
    subtotal: sumOf(invoice.lineItems.map(({ subtotal }) => subtotal)),
    shownSalesTaxesTotal: sumOf([...lines.map((line) => line.salesTaxesTotal), additionalTaxes]),
    totalAmount,
    paidAmount,
    writtenOffAmount,
    refundedAmount: sumOf(invoice.refunded.map(({ amount }) => amount)),
    outstandingBalance: invoice.voidedAt === null ? totalAmount - paidAmount - writtenOffAmount : 0,
  }
}

/** The first that holds: VOIDED, REFUNDED, WRITTEN_OFF, PAID, PARTIALLY_WRITTEN_OFF, PARTIALLY_PAID, SENT. */
export function statusOf(invoice: Amounting): InvoiceStatus {
  const { outstandingBalance, paidAmount, writtenOffAmount, refundedAmount } = amountsOf(invoice)
  if (invoice.voidedAt !== null) return 'VOIDED'
  const isSettled = outstandingBalance === 0
  if (isSettled && paidAmount > 0 && refundedAmount === paidAmount) return 'REFUNDED'
  if (writtenOffAmount > 0) return isSettled ? 'WRITTEN_OFF' : 'PARTIALLY_WRITTEN_OFF'
  if (isSettled) return 'PAID'
  return paidAmount > 0 ? 'PARTIALLY_PAID' : 'SENT'
}

/** The instant at which outstanding reached 0, while it is PAID or REFUNDED; of what comes to nothing when it was sent. */
export function paidAtOf(invoice: Amounting): Date | null {
  const status = statusOf(invoice)
  if (status !== 'PAID' && status !== 'REFUNDED') return null
  const instants = [
    ...invoice.paid.map(({ paidAt }) => paidAt.getTime()),
    ...liveWriteOffs(invoice).map(({ writeOffAt }) => writeOffAt.getTime()),
  ]
  return instants.length === 0 ? invoice.sentAt : new Date(Math.max(...instants))
}

/**
 * Refuses what no invoice can be.
 * @throws AmountOutOfRange, NegativeTotal
 */
export function requireSoundAmounts(invoice: Amounting, field = ''): void {
  requireSoundLineItems(invoice.lineItems, field)
  const { subtotal, shownSalesTaxesTotal, totalAmount } = amountsOf(invoice)
  if (![subtotal, shownSalesTaxesTotal, totalAmount, sumOf([movedBy(invoice), invoice.tips])].every(isAmount))
    throw refused('AmountOutOfRange', `The invoice comes to more than ${MAX_AMOUNT} minor units.`, {
      field: `${field}line_items`,
    })
  if (totalAmount < 0)
    throw refused('NegativeTotal', `The total would be ${totalAmount}; an invoice comes to 0 or more.`, {
      field: `${field}line_items`,
      value: totalAmount,
    })
}

export const invoiceNotFound = (value: string, field = 'invoiceId') =>
  refused('InvoiceNotFound', `The business has no invoice ${value}.`, { field, value })

/** @throws InvoiceVoided */
export function requireNotVoided({ id, voidedAt }: Pick<Invoice, 'id' | 'voidedAt'>, field = 'invoiceId'): void {
  if (voidedAt !== null)
    throw refused('InvoiceVoided', `The invoice ${id} was voided at ${voidedAt.toISOString()}.`, { field, value: id })
}
