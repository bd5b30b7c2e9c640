/** Invoice payments as documents: their events and their desired entries. */
import type { InvoicePayment as PaymentMessage } from '@pacioli/protos/billing'
import { announcing, type Change, type DocumentKind } from '../documents/document-kind.ts'
import { pick, toState } from '../documents/wire-format.ts'
import { bankCandidate } from '../matches/match-candidate.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { tagState } from '../tags/tags.ts'
import { entriesOfInvoicePayment, sourceOfInvoicePayment } from './invoice-payment.postings.ts'
import { INVOICE_PAYMENT_STORE } from './invoice-payment.store.ts'
import { clearedBy, creditSince, withAmounts, type InvoicePayment } from './invoice-payment.ts'
import { clearedPartsOfPayment } from './payout-member.ts'
import { presentInvoicePayments, shownOfInvoicePayment } from './present-invoice-payments.ts'
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
    ...toState({ ...pick(one, ['id', 'amount']), movedToCreditAt: creditSince(one, payment) }),
    invoice_id: one.documentId,
    transaction_tags: one.tags.map(tagState),
  })),
  refunded_parts: payment.refunded.map((part) => toState(pick(part, ['id', 'refundId', 'invoiceId', 'amount']))),
  transaction_tags: payment.tags.map(tagState),
  match_candidate: candidateOf(payment),
})

/** Refunds and the payout of a payment have their own entries. */
function entriesOf({ before, after }: Change<InvoicePayment>, accounts: () => ReceivableAccounts): DesiredEntries[] {
  if (after.deletedAt !== null) return [{ source: sourceOfInvoicePayment(after), desired: [] }]
  if (before !== null && before.allocations === after.allocations && before.tags === after.tags) return []
  return [{ source: sourceOfInvoicePayment(after), desired: entriesOfInvoicePayment(after, accounts()) }]
}

export const INVOICE_PAYMENTS = {
  table: 'invoice_payments',
  noun: 'invoice payment',
  notFound: 'InvoicePaymentNotFound',
  parameter: 'paymentId',
  ...INVOICE_PAYMENT_STORE,
  sourcesOf: (document) => [sourceOfInvoicePayment(document)],
  partyOf: ({ contactId }) => ({ customerId: contactId }),
  entriesOf,
  announcementsOf: announcing('invoice_payment', stateOfInvoicePayment),
  present: presentInvoicePayments,
} satisfies DocumentKind<InvoicePayment, PaymentMessage, ReceivableAccounts>
