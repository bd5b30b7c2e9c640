/**
 * Bills: what the business owes a vendor, and expenses: bills that were paid on the spot. What a bill comes to, what is
 * outstanding of it, and what it is called by then, follows from its line items and allocations (posting-rules.md,
 * "Payables" and "Status"). Pure.
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import { isAmount, MAX_AMOUNT } from '@pacioli/money'
import {
  lineAmounts,
  movedBy,
  requireSoundLineItems,
  totalOfTaxes,
  type LineItem,
  type SalesTax,
} from '../line-items/line-items.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'

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

/** What was allocated to the bill, and from when on it counts. */
export type AllocatedPart = { amount: number; allocatedAt: Date }

export type Bill = {
  id: string
  businessId: string
  externalId: string | null
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  /** Null for an expense alone. */
  vendorId: string | null
  /** Null for a bill. */
  spending: Spending | null
  terms: Terms | null
  /** Of an expense: when it was paid. */
  receivedAt: Date
  dueAt: Date | null
  voidedAt: Date | null
  lineItems: readonly BillLineItem[]
  additionalSalesTaxes: readonly SalesTax[]
  additionalDiscount: number
  /** Of payments that are not deleted. */
  paid: readonly AllocatedPart[]
  /** Of credits that are not deleted. */
  credited: readonly AllocatedPart[]
  tags: readonly DocumentTag[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  version: number
  importedAt: Date
  updatedAt: Date
}

export type BillAmounts = {
  /** Of the line items, before discounts and taxes. */
  subtotal: number
  additionalSalesTaxesTotal: number
  totalAmount: number
  paidAmount: number
  creditedAmount: number
  outstandingBalance: number
}

/** Bill total = line totals + additional taxes - additional discount; an expense and a voided bill owe nothing. */
export function amountsOf(bill: Omit<Bill, 'tags'>): BillAmounts {
  const additionalSalesTaxesTotal = totalOfTaxes(bill.additionalSalesTaxes)
  const lines = bill.lineItems.map((line) => lineAmounts(line).totalAmount)
  const totalAmount = sumOf([...lines, additionalSalesTaxesTotal, -bill.additionalDiscount])
  const paidAmount = sumOf(bill.paid.map(({ amount }) => amount))
  const creditedAmount = sumOf(bill.credited.map(({ amount }) => amount))
  const owesNothing = bill.spending !== null || bill.voidedAt !== null
  return {
    subtotal: sumOf(bill.lineItems.map(({ subtotal }) => subtotal)),
    additionalSalesTaxesTotal,
    totalAmount,
    paidAmount,
    creditedAmount,
    outstandingBalance: owesNothing ? 0 : totalAmount - paidAmount - creditedAmount,
  }
}

/** The first that holds: VOIDED, PAID, PARTIALLY_PAID, RECEIVED. */
export function statusOf(bill: Omit<Bill, 'tags'>): BillStatus {
  const { outstandingBalance, paidAmount, creditedAmount } = amountsOf(bill)
  if (bill.voidedAt !== null) return 'VOIDED'
  if (outstandingBalance === 0) return 'PAID'
  return paidAmount + creditedAmount > 0 ? 'PARTIALLY_PAID' : 'RECEIVED'
}

/** The instant at which outstanding reached 0, while it is PAID; of what comes to nothing when it was received. */
export function paidAtOf(bill: Omit<Bill, 'tags'>): Date | null {
  if (statusOf(bill) !== 'PAID') return null
  const instants = [...bill.paid, ...bill.credited].map(({ allocatedAt }) => allocatedAt.getTime())
  return instants.length === 0 ? bill.receivedAt : new Date(Math.max(...instants))
}

/**
 * Refuses what no bill can be.
 * @throws AmountOutOfRange, NegativeTotal, OverAllocated where more was allocated than it comes to now
 */
export function requireSoundAmounts(bill: Omit<Bill, 'tags'>, field = ''): void {
  requireSoundLineItems(bill.lineItems, field)
  const { subtotal, additionalSalesTaxesTotal, totalAmount, paidAmount, creditedAmount } = amountsOf(bill)
  if (![subtotal, additionalSalesTaxesTotal, totalAmount, movedBy(bill)].every(isAmount))
    throw refused('AmountOutOfRange', `The bill comes to more than ${MAX_AMOUNT} minor units.`, {
      field: `${field}line_items`,
    })
  if (totalAmount < 0)
    throw refused('NegativeTotal', `The total would be ${totalAmount}; a bill comes to 0 or more.`, {
      field: `${field}line_items`,
      value: totalAmount,
    })
  if (paidAmount + creditedAmount > totalAmount)
    throw refused(
      'OverAllocated',
      `${paidAmount + creditedAmount} are allocated to the bill, which would come to ${totalAmount} only. Take allocations back first.`,
      { field: `${field}line_items`, value: totalAmount },
    )
}
