/** Bill payments as callers see them. */
import type { Tx } from '@pacioli/db'
import type { BillPayment as PaymentMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { PaymentHead } from './bill-payment.store.ts'
import { liveOf } from '../documents/document.ts'
import { refundedOf } from './refunded-part.ts'
import { unallocatedOf, type BillPayment } from './bill-payment.ts'
import { REMARKS } from '../requests/remarks.ts'

/** Fields that events and answers share. */
export const shownOfPayment = (payment: Omit<BillPayment, 'allocations' | 'refunded'>) => ({
  ...pick(payment, ['id', 'externalId', 'paidAt', 'method', 'processor', 'amount', ...REMARKS]),
  ...pick(payment, ['importedAt', 'updatedAt', 'deletedAt']),
})

/** What must be loaded to present a payment. */
export const namedByPayment = (payment: PaymentHead | BillPayment): Named => ({
  vendorIds: [payment.contactId],
  accountIds: [payment.clearingAccountId],
  tags: [...payment.tags, ...('allocations' in payment ? payment.allocations.flatMap(({ tags }) => tags) : [])],
})

/** Without its allocations. A deleted one has no unallocated amount. */
export const toPaymentMessage = (payment: PaymentHead, names: DocumentNames): PaymentMessage => ({
  ...toSendable(shownOfPayment(payment)),
  vendor: names.vendors.get(payment.contactId),
  at: payment.paidAt.toISOString(),
  payment_clearing_account: toAccountSummary(payment.clearingAccountId, names.accounts),
  allocations: [],
  transaction_tags: toDocumentTags(payment.tags, names.tags),
  refunded_amount: payment.refundedAmount,
  unallocated_amount: payment.deletedAt === null ? payment.unallocatedAmount : 0,
})

/** With the allocations that are not deleted. */
export async function presentPayments(tx: Tx, payments: readonly BillPayment[], at: Moment): Promise<PaymentMessage[]> {
  const names = await loadDocumentNames(tx, payments.map(namedByPayment), at)
  return payments.map((payment) => ({
    ...toPaymentMessage(
      { ...payment, refundedAmount: refundedOf(payment), unallocatedAmount: unallocatedOf(payment) },
      names,
    ),
    allocations: liveOf(payment.allocations).map((one) => ({
      ...toSendable(pick(one, ['id', 'paymentId', 'amount', 'allocatedAt', ...REMARKS])),
      bill_id: one.documentId,
      transaction_tags: toDocumentTags(one.tags, names.tags),
    })),
  }))
}
