/** Bill payments as documents: their events and their desired entries. */
import type { BillPayment as PaymentMessage } from '@pacioli/protos/billing'
import { bankCandidate } from '../matches/match-candidate.ts'
import { announcing, type Change, type DocumentKind } from '../documents/document-kind.ts'
import { pick, toState } from '../documents/wire-format.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { mergedTags, tagState } from '../tags/tags.ts'
import { entriesOfPayment, sourceOfPayment } from './bill-payment.postings.ts'
import { PAYMENT_STORE } from './bill-payment.store.ts'
import { liveOf } from '../documents/document.ts'
import { refundedOf } from './refunded-part.ts'
import { unallocatedOf, type BillPayment } from './bill-payment.ts'
import type { PayableAccounts } from './bill.postings.ts'
import { presentPayments, shownOfPayment } from './present-bill-payments.ts'

/** Money that left through the clearing account, split by the tags of its lines there. Later allocations post nothing there. */
function candidateOf(payment: BillPayment) {
  const initial = payment.allocations.filter(({ isLater }) => !isLater)
  const rest = initial.reduce((left, { amount }) => left - amount, payment.amount)
  return {
    ...bankCandidate(payment, {
      isOpen: payment.deletedAt === null,
      direction: 'DEBIT',
      amount: payment.amount,
      date: payment.paidAt,
      clearingAccountId: payment.clearingAccountId,
      vendorId: payment.contactId,
      parts: [
        ...initial.map(({ amount, postedTags }) => ({ amount, tags: postedTags })),
        ...(rest > 0 ? [{ amount: rest, tags: mergedTags(payment.tags) }] : []),
      ],
    }),
    customer_external_id: null,
  }
}

export const stateOfPayment = (payment: BillPayment) => ({
  ...toState({ ...shownOfPayment(payment), businessId: payment.businessId }),
  vendor_id: payment.contactId,
  payment_clearing_account_id: payment.clearingAccountId,
  refunded_amount: refundedOf(payment),
  unallocated_amount: payment.deletedAt === null ? unallocatedOf(payment) : 0,
  allocations: liveOf(payment.allocations).map((one) => ({
    ...toState(pick(one, ['id', 'amount', 'allocatedAt'])),
    bill_id: one.documentId,
    transaction_tags: one.tags.map(tagState),
  })),
  transaction_tags: payment.tags.map(tagState),
  match_candidate: candidateOf(payment),
})

/** A deleted payment has no entries, so no accounts are needed. */
const entriesOf = ({ after }: Change<BillPayment>, accounts: () => PayableAccounts): DesiredEntries[] => [
  {
    source: sourceOfPayment(after),
    desired: after.deletedAt === null ? entriesOfPayment(after, accounts()) : [],
  },
]

export const BILL_PAYMENTS = {
  table: 'bill_payments',
  noun: 'bill payment',
  notFound: 'BillPaymentNotFound',
  parameter: 'paymentId',
  ...PAYMENT_STORE,
  sourcesOf: (document) => [sourceOfPayment(document)],
  partyOf: ({ contactId }) => ({ vendorId: contactId }),
  entriesOf,
  announcementsOf: announcing('bill_payment', stateOfPayment),
  present: presentPayments,
} satisfies DocumentKind<BillPayment, PaymentMessage, PayableAccounts>
