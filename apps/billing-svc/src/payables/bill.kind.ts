/** Bills and expenses as documents: their events and their desired entries. */
import type { Bill as BillMessage } from '@pacioli/protos/billing'
import { bankCandidate } from '../matches/match-candidate.ts'
import { announcing, type Change, type DocumentKind } from '../documents/document-kind.ts'
import { pick, toState } from '../documents/wire-format.ts'
import { lineItemState, taxState } from '../line-items/line-item-state.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { mergedTags, tagState } from '../tags/tags.ts'
import { entriesOfBill, sourceOfBill, type PayableAccounts } from './bill.postings.ts'
import { BILL_STORE } from './bill.store.ts'
import { amountsOf, type Bill, type BillLineItem } from './bill.ts'
import { LINE_REMARKS, presentBills, shownOfBill } from './present-bills.ts'

const lineState = (line: BillLineItem) => ({ ...lineItemState(line), ...toState(pick(line, LINE_REMARKS)) })

/** Match candidate: money that left through the clearing account of an expense. */
function candidateOf(bill: Bill) {
  if (bill.spending === null) return null
  const { totalAmount: amount } = amountsOf(bill)
  return {
    ...bankCandidate(bill, {
      isOpen: bill.voidedAt === null && amount > 0,
      direction: 'DEBIT',
      amount,
      date: bill.documentDate,
      clearingAccountId: bill.spending.clearingAccountId,
      vendorId: bill.contactId,
      parts: amount > 0 ? [{ amount, tags: mergedTags(bill.tags) }] : [],
    }),
    customer_external_id: null,
  }
}

export const stateOfBill = (bill: Bill) => ({
  ...toState({ ...shownOfBill(bill), ...pick(amountsOf(bill), ['paidAmount', 'creditedAmount']) }),
  vendor_id: bill.contactId,
  line_items: bill.lineItems.map(lineState),
  additional_sales_taxes: bill.additionalSalesTaxes.map(taxState),
  payment_allocations: bill.paid.map((part) => toState(pick(part, ['id', 'paymentId', 'amount', 'allocatedAt']))),
  vendor_credits: bill.credited.map((part) => ({
    ...toState(pick(part, ['id', 'vendorCreditId', 'amount', 'allocatedAt'])),
    counts_from: part.countsFrom ?? part.allocatedAt,
  })),
  payment_clearing_account_id: bill.spending?.clearingAccountId ?? null,
  transaction_tags: bill.tags.map(tagState),
  match_candidate: candidateOf(bill),
})

const POSTED = [
  'contactId',
  'voidedAt',
  'documentDate',
  'lineItems',
  'additionalSalesTaxes',
  'additionalDiscount',
  'spending',
  'tags',
] as const

/** Allocations of payments and credits post nothing here; a voided bill needs no accounts. */
function entriesOf({ before, after }: Change<Bill>, accounts: () => PayableAccounts): DesiredEntries[] {
  if (before !== null && POSTED.every((field) => before[field] === after[field])) return []
  return [{ source: sourceOfBill(after), desired: after.voidedAt === null ? entriesOfBill(after, accounts()) : [] }]
}

export const BILLS = {
  table: 'bills',
  noun: 'bill or expense',
  notFound: 'BillNotFound',
  parameter: 'billId',
  ...BILL_STORE,
  sourcesOf: (document) => [sourceOfBill(document)],
  partyOf: ({ contactId }) => ({ vendorId: contactId }),
  entriesOf,
  announcementsOf: announcing('bill', stateOfBill),
  present: presentBills,
} satisfies DocumentKind<Bill, BillMessage, PayableAccounts>
