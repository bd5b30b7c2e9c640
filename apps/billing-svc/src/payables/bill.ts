/**
 * Bills: what the business owes a vendor, and expenses: bills that were paid on the spot. Total, outstanding balance and
 * status are derived from line items and allocations (docs/POSTING-RULES.md, "Payables" and "Statuses"). Pure.
 */
import type { DocumentHead } from '../documents/document.ts'
import { daysLater } from '@pacioli/calendar'
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
import { sumOf } from '../rounding/sum.ts'

export const TERMS = ['DUE_ON_RECEIPT', 'NET_10', 'NET_15', 'NET_30', 'NET_60'] as const
export type Terms = (typeof TERMS)[number]

export const BILL_STATUSES = ['RECEIVED', 'PARTIALLY_PAID', 'PAID', 'VOIDED'] as const
export type BillStatus = (typeof BILL_STATUSES)[number]

export const PAYMENT_METHODS = ['ACH', 'CASH', 'CHECK', 'CREDIT_CARD', 'OTHER'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export type BillLineItem = LineItem & {
  productName: string | null
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
}

/** How an expense was paid. */
export type Spending = { method: PaymentMethod; processor: string | null; clearingAccountId: string }

/** An allocation to the bill, and when it counts from. */
export type AllocatedPart = { amount: number; allocatedAt: Date }

/** An allocation of a payment. */
export type PaymentPart = AllocatedPart & { id: string; paymentId: string }

/** An allocation of a vendor credit. */
export type CreditPart = AllocatedPart & { id: string; vendorCreditId: string; countsFrom: Date | null }

export type Bill = DocumentHead & {
  /** Null only for an expense. */
  contactId: string | null
  /** Null for a bill. */
  spending: Spending | null
  terms: Terms | null
  /** Of an expense: when it was paid. */
  documentDate: Date
  dueAt: Date | null
  voidedAt: Date | null
  lineItems: readonly BillLineItem[]
  additionalSalesTaxes: readonly SalesTax[]
  additionalDiscount: number
  /** Live allocations of payments, in the order of allocation. */
  paid: readonly PaymentPart[]
  /** Live allocations of credits, likewise. */
  credited: readonly CreditPart[]
  importedAt: Date
}

/** What the amounts and the status of a bill are derived from. */
type Amounting = ItemizedAmounts &
  Pick<Bill, 'documentDate' | 'voidedAt' | 'additionalDiscount'> & {
    spending: object | null
    paid: readonly AllocatedPart[]
    credited: readonly AllocatedPart[]
  }

/** Bill total = line totals + additional taxes - additional discount; an expense and a voided bill owe nothing. */
export function amountsOf(bill: Amounting) {
  const totals = totalsOf(bill, -bill.additionalDiscount)
  const paidAmount = sumOf(bill.paid.map(({ amount }) => amount))
  const creditedAmount = sumOf(bill.credited.map(({ amount }) => amount))
  const owesNothing = bill.spending !== null || bill.voidedAt !== null
  const outstandingBalance = owesNothing ? 0 : totals.totalAmount - paidAmount - creditedAmount
  return { ...totals, paidAmount, creditedAmount, outstandingBalance }
}

/** The first that holds: VOIDED, PAID, PARTIALLY_PAID, RECEIVED. */
export function statusOf(bill: Amounting): BillStatus {
  const { outstandingBalance, paidAmount, creditedAmount } = amountsOf(bill)
  if (bill.voidedAt !== null) return 'VOIDED'
  if (outstandingBalance === 0) return 'PAID'
  return paidAmount + creditedAmount > 0 ? 'PARTIALLY_PAID' : 'RECEIVED'
}

/** The instant at which outstanding reached 0, while it is PAID; with a total of 0, when it was received. */
export function paidAtOf(bill: Amounting): Date | null {
  if (statusOf(bill) !== 'PAID') return null
  const instants = [...bill.paid, ...bill.credited].map(({ allocatedAt }) => allocatedAt)
  return latestOf(instants, bill.documentDate)
}

/**
 * Refuses impossible bills.
 * @throws AmountOutOfRange, NegativeTotal, OverAllocated where more was allocated than its total
 */
export function requireSoundAmounts(bill: Amounting, field = ''): void {
  requireSoundLineItems(bill.lineItems, field)
  const { subtotal, additionalSalesTaxesTotal, totalAmount, paidAmount, creditedAmount } = amountsOf(bill)
  requireSoundTotal(totalAmount, [subtotal, additionalSalesTaxesTotal, movedBy(bill)], 'a bill', field)
  if (paidAmount + creditedAmount > totalAmount)
    throw refused(
      'OverAllocated',
      `${paidAmount + creditedAmount} are allocated to the bill, which would come to ${totalAmount} only. Take allocations back first.`,
      { field: `${field}line_items`, value: totalAmount },
    )
}

const DAYS: Record<Terms, number> = { DUE_ON_RECEIPT: 0, NET_10: 10, NET_15: 15, NET_30: 30, NET_60: 60 }

/** This many calendar days after it was received, at the same time of day in the business's zone. */
export const dueDateOf = (documentDate: Date, terms: Terms, zone: string): Date =>
  daysLater(documentDate, DAYS[terms], zone)

/** What a due date follows from. */
export const BILL_RECEIVED = 'The bill is received'

/** @throws BillVoided */
export function requireNotVoided({ voidedAt, spending }: Pick<Bill, 'voidedAt' | 'spending'>): void {
  if (voidedAt === null) return
  throw refused('BillVoided', `The ${spending ? 'expense' : 'bill'} was voided at ${voidedAt.toISOString()}.`, {
    field: 'billId',
  })
}

export const duplicateExternalId = (value: string | null | undefined, field: string) =>
  refused('DuplicateExternalId', `Another bill or expense of the business has the external_id ${value}.`, {
    field,
    value,
  })
