/** Invoice payments as documents: their events and their desired entries. */
import type { InvoicePayment as PaymentMessage } from '@pacioli/protos/billing'
import { isDeepStrictEqual } from 'node:util'
import { liveOf } from '../documents/document.ts'
import {
  announcing,
  happenedTo,
  type Announcement,
  type Change,
  type DocumentKind,
} from '../documents/document-kind.ts'
import { pick, toState } from '../documents/wire-format.ts'
import { bankCandidate } from '../matches/match-candidate.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { tagState } from '../tags/tags.ts'
import {
  entriesOfInvoicePayment,
  entriesOfReturn,
  sourceOfInvoicePayment,
  sourceOfReturn,
} from './invoice-payment.postings.ts'
import { INVOICE_PAYMENT_STORE } from './invoice-payment.store.ts'
import {
  clearedBy,
  clearedByReturn,
  creditSince,
  withAmounts,
  type InvoicePayment,
  type PaymentReturn,
} from './invoice-payment.ts'
import { clearedPartsOfPayment, clearedPartsOfReturn } from './payout-member.ts'
import { presentInvoicePayments, shownOfInvoicePayment, shownOfReturn } from './present-invoice-payments.ts'
import { refundByRefund } from './refund-by-refund.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'

/**
 * Money that comes in through the clearing account, split by the tags of its lines there. No bank reports payments out of
 * the customer's credit, nor payments with a fee above their amount.
 */
function candidateOf(payment: InvoicePayment) {
  const amount = clearedBy(payment)
  if (payment.method === 'CREDIT_BALANCE' || amount < 0) return null
  return bankCandidate(payment, {
    isOpen: payment.deletedAt === null && payment.payoutId === null && amount > 0,
    direction: 'CREDIT',
    amount,
    date: payment.paidAt,
    clearingAccountId: payment.clearingAccountId,
    customerId: payment.contactId,
    parts: clearedPartsOfPayment(payment),
  })
}

export const stateOfInvoicePayment = (payment: InvoicePayment) => ({
  ...toState({ ...shownOfInvoicePayment(withAmounts(payment)), businessId: payment.businessId }),
  customer_id: payment.contactId,
  payment_clearing_account_id: payment.clearingAccountId,
  allocations: payment.allocations.map((one) => ({
    ...toState({ ...pick(one, ['id', 'amount', 'returnedAmount']), movedToCreditAt: creditSince(one, payment) }),
    invoice_id: one.documentId,
    transaction_tags: one.tags.map(tagState),
  })),
  refunded_parts: refundByRefund(payment.refunded).map((part) =>
    toState(pick(part, ['id', 'refundId', 'invoiceId', 'amount'])),
  ),
  return: liveOf(payment.returns).map((back) => toState(shownOfReturn(back)))[0] ?? null,
  transaction_tags: payment.tags.map(tagState),
  match_candidate: candidateOf(payment),
})

/** Money that left again through the clearing account, with what was charged for it. */
function candidateOfReturn(payment: InvoicePayment, back: PaymentReturn) {
  const parts = back.deletedAt === null ? clearedPartsOfReturn(payment) : []
  return {
    ...bankCandidate(payment, {
      isOpen: back.deletedAt === null && back.payoutId === null,
      direction: 'DEBIT',
      amount: clearedByReturn(back),
      date: back.returnedAt,
      clearingAccountId: payment.clearingAccountId,
      customerId: payment.contactId,
      parts: parts.map((part) => ({ ...part, amount: -part.amount })),
    }),
    description: back.reason ?? payment.memo ?? payment.referenceNumber ?? '',
  }
}

const stateOfReturn = (back: PaymentReturn, payment: InvoicePayment) => ({
  ...toState({ ...shownOfReturn(back), businessId: payment.businessId, deletedAt: back.deletedAt }),
  payment_id: payment.id,
  customer_id: payment.contactId,
  payment_clearing_account_id: payment.clearingAccountId,
  match_candidate: candidateOfReturn(payment, back),
})

/** @param payment of the return, including it */
export const announcementOfReturn = (
  { before, after }: Change<PaymentReturn>,
  payment: InvoicePayment,
): Announcement => ({
  aggregateType: 'invoice_payment_return',
  id: after.id,
  version: after.version,
  type: happenedTo(before, after),
  data: stateOfReturn(after, payment),
})

/** Its new and changed returns. */
function changedReturns({ before, after }: Change<InvoicePayment>): Change<PaymentReturn>[] {
  const known = new Map(before?.returns.map((back) => [back.id, back]))
  return after.returns
    .map((back) => ({ before: known.get(back.id) ?? null, after: back }))
    .filter((change) => change.before?.version !== change.after.version)
}

/** Refunds and payouts have their own entries. */
function entriesOf({ before, after }: Change<InvoicePayment>, accounts: () => ReceivableAccounts): DesiredEntries[] {
  if (after.deletedAt !== null) return [{ source: sourceOfInvoicePayment(after), desired: [] }]
  const isSame = before !== null && before.allocations === after.allocations && before.tags === after.tags
  if (isSame && isDeepStrictEqual(before.returns.map(postedOf), after.returns.map(postedOf))) return []
  const known = new Set(before?.returns.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id))
  return [
    { source: sourceOfInvoicePayment(after), desired: entriesOfInvoicePayment(after, accounts()) },
    ...after.returns
      .filter(({ id }) => !known.has(id))
      .map((back) => ({ source: sourceOfReturn(back), desired: entriesOfReturn(after, back, accounts()) })),
  ]
}

const postedOf = ({ payoutId: _payout, version: _version, updatedAt: _at, ...posted }: PaymentReturn) => posted

const announcedAlone = announcing('invoice_payment', stateOfInvoicePayment)

export const INVOICE_PAYMENTS = {
  table: 'invoice_payments',
  noun: 'invoice payment',
  notFound: 'InvoicePaymentNotFound',
  parameter: 'paymentId',
  ...INVOICE_PAYMENT_STORE,
  sourcesOf: (document) => [sourceOfInvoicePayment(document), ...document.returns.map(sourceOfReturn)],
  partyOf: ({ contactId }) => ({ customerId: contactId }),
  entriesOf,
  announcementsOf: (change) => [
    ...announcedAlone(change),
    ...changedReturns(change).map((back) => announcementOfReturn(back, change.after)),
  ],
  present: presentInvoicePayments,
} satisfies DocumentKind<InvoicePayment, PaymentMessage, ReceivableAccounts>
