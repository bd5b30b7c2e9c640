/** Invoice payments as callers see them. */
import type { Tx } from '@pacioli/db'
import type { InvoicePayment as PaymentMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { loadMatches } from '../matches/match.store.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { REMARKS } from '../requests/remarks.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { InvoicePaymentHead } from './invoice-payment.store.ts'
import { liveOf } from '../documents/document.ts'
import { creditSince, returnOf, withAmounts, type InvoicePayment, type PaymentReturn } from './invoice-payment.ts'

/** Fields that events and answers share. */
export const shownOfInvoicePayment = (payment: InvoicePaymentHead) => ({
  ...pick(payment, [
    'id',
    'externalId',
    'paidAt',
    'method',
    'processor',
    'amount',
    'fee',
    'refundedAmount',
    'payoutId',
  ]),
  ...pick(payment, [...REMARKS, 'importedAt', 'updatedAt', 'deletedAt']),
  unallocatedAmount: payment.deletedAt === null ? payment.restAmount - (returnOf(payment)?.restAmount ?? 0) : 0,
})

/** Likewise, of its return. */
export const shownOfReturn = (back: PaymentReturn) =>
  pick(back, ['id', 'externalId', 'returnedAt', 'amount', 'fee', 'reason', 'payoutId', 'importedAt', 'updatedAt'])

/** What banks report of it: the payment, and its return. */
export const matchableOf = (payment: Pick<InvoicePayment, 'id' | 'returns'>): string[] => [
  payment.id,
  ...liveOf(payment.returns).map(({ id }) => id),
]

function toReturnMessage(payment: Pick<InvoicePayment, 'returns'>, matches: ReadonlyMap<string, unknown>) {
  const back = returnOf(payment)
  return back === null ? undefined : { ...toSendable(shownOfReturn(back)), is_matched: matches.has(back.id) }
}

/** What must be loaded to present a payment. */
export const namedByInvoicePayment = (payment: InvoicePaymentHead | InvoicePayment): Named => ({
  customerIds: [payment.contactId],
  accountIds: [payment.clearingAccountId],
  tags: [...payment.tags, ...('allocations' in payment ? payment.allocations.flatMap(({ tags }) => tags) : [])],
})

/** Without its allocations. @param matches to bank transactions, by id */
export const toInvoicePaymentMessage = (
  payment: InvoicePaymentHead,
  names: DocumentNames,
  matches: ReadonlyMap<string, unknown>,
): PaymentMessage => ({
  ...toSendable(shownOfInvoicePayment(payment)),
  customer: names.customers.get(payment.contactId),
  at: payment.paidAt.toISOString(),
  payment_clearing_account: toAccountSummary(payment.clearingAccountId, names.accounts),
  allocations: [],
  is_matched: matches.has(payment.id),
  return: toReturnMessage(payment, matches),
  transaction_tags: toDocumentTags(payment.tags, names.tags),
})

/** With their allocations, including those of voided invoices, in the order given, in a constant number of statements. */
export async function presentInvoicePayments(
  tx: Tx,
  payments: readonly InvoicePayment[],
  at: Moment,
): Promise<PaymentMessage[]> {
  const ids = payments.flatMap(matchableOf)
  const [names, matches] = await Promise.all([
    loadDocumentNames(tx, payments.map(namedByInvoicePayment), at),
    loadMatches(tx, ids),
  ])
  return payments.map((payment) => ({
    ...toInvoicePaymentMessage(withAmounts(payment), names, matches),
    allocations: payment.allocations.map((one) => ({
      ...toSendable({
        ...pick(one, ['id', 'paymentId', 'amount', 'returnedAmount', ...REMARKS]),
        movedToCreditAt: creditSince(one, payment),
      }),
      invoice_id: one.documentId,
      transaction_tags: toDocumentTags(one.tags, names.tags),
    })),
  }))
}
