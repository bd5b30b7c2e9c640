/** Documents of payables for tests of the pure core, and their entries as text. */
import { DomainError } from '@pacioli/errors'
import type { Bill, BillLineItem, Spending } from '../payables/bill.ts'
import { componentsOf, type PayableAccounts } from '../payables/bill.postings.ts'
import type { BillPayment, PaymentAllocation } from '../payables/bill-payment.ts'
import type { VendorCredit, VendorCreditLineItem } from '../payables/vendor-credit.ts'
import type { VendorRefund } from '../payables/vendor-refund.ts'
import type { EntryLine, DesiredEntry } from '../posting/standing-entries.ts'
import { subtotalOf } from '../rounding/quantity.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'
import type { SalesTax } from '../line-items/line-items.ts'
import { recognize } from '../allocations/recognition.ts'

export const ACCOUNTS: PayableAccounts = {
  accountsPayable: 'payable',
  purchaseDiscounts: 'discounts',
  vendorPrepayments: 'prepayments',
}

/** Noon of a day of January 2026. */
export const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 12))

/** When documents are shown. */
export const AT = { now: new Date('2026-06-01T12:00:00Z'), timeZone: 'UTC' }

/** `region:north` is the value north of the dimension region. */
export const tagOf = (text: string): DocumentTag => {
  const [dimension = ''] = text.split(':')
  return { id: `tag ${text}`, dimensionId: dimension, definitionId: text, createdAt: day(1) }
}

export const tax = (accountId: string, amount: number, id = `tax of ${accountId}`): SalesTax => ({
  id,
  taxName: accountId,
  accountId,
  amount,
})

type LineGiven = Partial<Omit<BillLineItem, 'tags'>> & { tags?: readonly string[] }

export function aLine(accountId: string, unitPrice: number, given: LineGiven = {}): BillLineItem {
  const { tags = [], quantity = '1', ...others } = given
  return {
    id: `line on ${accountId}`,
    externalId: null,
    accountId,
    prepaymentAccountId: null,
    description: null,
    productName: null,
    unitPrice,
    quantity,
    subtotal: subtotalOf(unitPrice, quantity),
    discountAmount: 0,
    salesTaxes: [],
    tags: tags.map(tagOf),
    memo: null,
    metadata: null,
    referenceNumber: null,
    ...others,
  }
}

export function aBill(given: Partial<Omit<Bill, 'tags'>> & { tags?: readonly string[] } = {}): Bill {
  const { tags = [], ...others } = given
  return {
    id: 'bill',
    businessId: 'business',
    externalId: null,
    contactId: 'vendor',
    spending: null,
    terms: null,
    documentDate: day(10),
    dueAt: null,
    voidedAt: null,
    lineItems: [aLine('rent', 100)],
    additionalSalesTaxes: [],
    additionalDiscount: 0,
    paid: [],
    credited: [],
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

export const spent = (given: Partial<Spending> = {}): Spending => ({
  method: 'CASH',
  processor: null,
  clearingAccountId: 'cash',
  ...given,
})

export function aPayment(given: Partial<Omit<BillPayment, 'tags'>> & { tags?: readonly string[] } = {}): BillPayment {
  const { tags = [], ...others } = given
  return {
    id: 'payment',
    businessId: 'business',
    externalId: null,
    contactId: 'vendor',
    paidAt: day(20),
    method: 'ACH',
    processor: null,
    clearingAccountId: 'clearing',
    amount: 100,
    allocations: [],
    refunded: [],
    tags: tags.map(tagOf),
    memo: null,
    metadata: null,
    referenceNumber: null,
    version: 1,
    importedAt: day(1),
    updatedAt: day(1),
    deletedAt: null,
    ...others,
  }
}

type AllocationGiven = Partial<Pick<PaymentAllocation, 'id' | 'allocatedAt' | 'memo' | 'referenceNumber'>> & {
  tags?: readonly string[]
  before?: readonly PaymentAllocation[]
}

/** The payment's allocation to the bill; a later one, if a time is given. `before` was allocated to the bill already. */
export function anAllocation(
  payment: BillPayment,
  bill: Bill,
  amount: number,
  given: AllocationGiven = {},
): PaymentAllocation {
  const tags = (given.tags ?? []).map(tagOf)
  const allocatedAt = given.allocatedAt ?? payment.paidAt
  const recognized = recognize(
    {
      components: componentsOf(bill, ACCOUNTS),
      documentDate: bill.documentDate,
      tags: bill.tags,
      before: (given.before ?? []).flatMap(({ shares }) => shares),
    },
    { amount, allocatedAt, tags, paymentTags: payment.tags },
  )
  return {
    id: given.id ?? `allocation to ${bill.id}`,
    paymentId: payment.id,
    documentId: bill.id,
    documentDate: bill.documentDate,
    amount,
    allocatedAt,
    isLater: given.allocatedAt !== undefined,
    ...recognized,
    tags,
    memo: given.memo ?? null,
    metadata: null,
    referenceNumber: given.referenceNumber ?? null,
    createdAt: day(1),
    deletedAt: null,
  }
}

/** The payment with these allocations to bills. */
export const paying = (
  payment: BillPayment,
  ...allocated: readonly (readonly [Bill, number, AllocationGiven?])[]
): BillPayment => ({
  ...payment,
  allocations: allocated.map(([bill, amount, given]) => anAllocation(payment, bill, amount, given)),
})

export const aCreditLine = (
  accountId: string,
  amount: number,
  given: Partial<Omit<VendorCreditLineItem, 'tags'>> & { tags?: readonly string[] } = {},
): VendorCreditLineItem => {
  const { tags = [], ...others } = given
  return {
    id: `line on ${accountId}`,
    accountId,
    amount,
    tags: tags.map(tagOf),
    memo: null,
    metadata: null,
    referenceNumber: null,
    ...others,
  }
}

export function aCredit(given: Partial<Omit<VendorCredit, 'tags'>> & { tags?: readonly string[] } = {}): VendorCredit {
  const { tags = [], ...others } = given
  return {
    id: 'credit',
    businessId: 'business',
    externalId: null,
    contactId: 'vendor',
    documentDate: day(15),
    lineItems: [aCreditLine('rent', 40)],
    allocations: [],
    refunded: [],
    tags: tags.map(tagOf),
    memo: null,
    metadata: null,
    referenceNumber: null,
    version: 1,
    createdAt: day(1),
    updatedAt: day(1),
    deletedAt: null,
    ...others,
  }
}

export const aVendorRefund = (given: Partial<VendorRefund> = {}): VendorRefund => ({
  id: 'vendor refund',
  businessId: 'business',
  externalId: null,
  contactId: 'vendor',
  documentDate: day(25),
  method: 'ACH',
  processor: null,
  clearingAccountId: 'clearing',
  amount: 100,
  allocations: [],
  tags: [],
  memo: null,
  metadata: null,
  referenceNumber: null,
  version: 1,
  importedAt: day(1),
  updatedAt: day(1),
  deletedAt: null,
  ...given,
})

const lineInWords = ({ direction, accountId, amount, tags, memo }: EntryLine): string => {
  const carried = tags.map(({ definitionId }: TagRef) => ` ${definitionId}`).join('')
  return `${direction === 'DEBIT' ? 'Dr' : 'Cr'} ${accountId} ${amount}${carried}${memo ? ` (${memo})` : ''}`
}

/** `Dr rent 100 region:north (May)`, for each line except zero. */
export const inWords = (lines: readonly EntryLine[]): string[] =>
  lines.filter(({ amount }) => amount !== 0).map(lineInWords)

/** Each entry that has lines: `received ACCRUAL 10` with its lines, the number being the day of January. */
export const summaries = (desired: readonly DesiredEntry[]): Record<string, string[]> =>
  Object.fromEntries(
    desired
      .map(({ event, basis, entryAt, lines }): [string, string[]] => [
        `${event} ${basis} ${entryAt.getUTCDate()}`,
        inWords(lines),
      ])
      .filter(([, lines]) => lines.length > 0),
  )

/** The error_enum and the field of a refusal; undefined where nothing is refused. */
export function refusalOf(act: () => unknown): [string, unknown] | undefined {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
    throw error
  }
  return undefined
}
