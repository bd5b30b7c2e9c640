/**
 * Invoices: what customers owe. Total, outstanding balance and status are derived from line items, payments, write-offs and
 * refunds (docs/POSTING-RULES.md, "Receivables" and "Statuses"). Pure.
 */
import { liveOf, type DocumentHead } from '../documents/document.ts'
import { refused } from '@pacioli/errors'
import {
  latestOf,
  movedBy,
  requireSoundLineItems,
  requireSoundTotal,
  totalsOf,
  type ItemizedAmounts,
  type LineItem,
  type SalesTax,
} from '../line-items/line-items.ts'
import type { Recognized } from '../allocations/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
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

/** What a due date follows from. */
export const INVOICE_SENT = 'The invoice is sent'

/** An allocation of a payment without what came back of it: zero where all did. It counts from the time of payment. */
export type PaidPart = { id: string; paymentId: string; amount: number; allocatedAt: Date }

/** The part of a refund on the invoice. `lineItemId` is the line item that it refers to, if any. */
export type RefundedPart = {
  id: string
  refundId: string
  allocationId: string
  lineItemId: string | null
  paymentId: string | null
  amount: number
  /** Shares of the invoice's components; what a refund takes from an account of its own is none of them. */
  shares: readonly Recognized[]
}

export type Invoice = DocumentHead & {
  contactId: string
  documentDate: Date
  dueAt: Date | null
  voidedAt: Date | null
  lineItems: readonly InvoiceLineItem[]
  additionalSalesTaxes: readonly SalesTax[]
  additionalDiscount: number
  tips: number
  /** Null for the chart's default. */
  tipsAccountId: string | null
  /** Allocations of payments, without those that became credit when the invoice was voided. */
  paid: readonly PaidPart[]
  /** Includes undone ones, in the order of creation. */
  writeOffs: readonly WriteOff[]
  /** Parts of issued refunds; a voided invoice has none. */
  refunded: readonly RefundedPart[]
  importedAt: Date
}

/** What was paid of it and did not come back in full. */
export const standingPaid = ({ paid }: Pick<Invoice, 'paid'>): PaidPart[] => paid.filter(({ amount }) => amount > 0)

/** Those that were not undone. */
export const liveWriteOffs = ({ writeOffs }: Pick<Invoice, 'writeOffs'>): WriteOff[] => liveOf(writeOffs)

/** What the amounts of an invoice are derived from. */
type Amounting = ItemizedAmounts &
  Pick<Invoice, 'documentDate' | 'voidedAt' | 'additionalDiscount' | 'tips' | 'paid' | 'writeOffs' | 'refunded'>

/** Total = line totals + additional taxes - additional discount + tips; a voided invoice owes nothing. */
export function amountsOf(invoice: Amounting) {
  const { allSalesTaxesTotal, ...totals } = totalsOf(invoice, -invoice.additionalDiscount, invoice.tips)
  const paidAmount = sumOf(invoice.paid.map(({ amount }) => amount))
  const writtenOffAmount = sumOf(liveWriteOffs(invoice).map(({ amount }) => amount))
  return {
    ...totals,
    /** For display: not a term of the total. */
    shownSalesTaxesTotal: allSalesTaxesTotal,
    paidAmount,
    writtenOffAmount,
    refundedAmount: sumOf(invoice.refunded.map(({ amount }) => amount)),
    outstandingBalance: invoice.voidedAt === null ? totals.totalAmount - paidAmount - writtenOffAmount : 0,
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

/** The instant at which outstanding reached 0, while it is PAID or REFUNDED; with a total of 0, when it was sent. */
export function paidAtOf(invoice: Amounting): Date | null {
  const status = statusOf(invoice)
  if (status !== 'PAID' && status !== 'REFUNDED') return null
  const writtenOff = liveWriteOffs(invoice).map(({ writeOffAt }) => writeOffAt)
  return latestOf([...standingPaid(invoice).map(({ allocatedAt }) => allocatedAt), ...writtenOff], invoice.documentDate)
}

/**
 * Refuses impossible invoices.
 * @throws AmountOutOfRange, NegativeTotal
 */
export function requireSoundAmounts(invoice: Amounting, field = ''): void {
  requireSoundLineItems(invoice.lineItems, field)
  const { subtotal, shownSalesTaxesTotal, totalAmount } = amountsOf(invoice)
  const moved = sumOf([movedBy(invoice), invoice.tips])
  requireSoundTotal(totalAmount, [subtotal, shownSalesTaxesTotal, moved], 'an invoice', field)
}

/** @throws InvoiceVoided */
export function requireNotVoided({ id, voidedAt }: Pick<Invoice, 'id' | 'voidedAt'>, field = 'invoiceId'): void {
  if (voidedAt !== null)
    throw refused('InvoiceVoided', `The invoice ${id} was voided at ${voidedAt.toISOString()}.`, { field, value: id })
}
