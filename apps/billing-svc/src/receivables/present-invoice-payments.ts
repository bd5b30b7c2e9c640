/** Invoice payments as callers see them. */
import type { Tx } from '@pacioli/db'
import type {
  InvoicePayment as PaymentMessage,
  InvoicePaymentAllocation as AllocationMessage,
} from '@pacioli/protos/billing'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toDocumentTags, type TagNames } from '../tags/present-tags.ts'
import { loadMatches } from '../matches/match.store.ts'
import type { InvoicePaymentHead } from './invoice-payment.store.ts'
import { refundedOf, restOf, type InvoicePayment, type InvoicePaymentAllocation } from './invoice-payment.ts'

/** What has to be loaded to show a payment. */
export const namedByInvoicePayment = (payment: InvoicePaymentHead | InvoicePayment): Named => ({
  customerIds: [payment.customerId],
  accountIds: [payment.clearingAccountId],
  tags: [
    ...payment.tags,
    ...('allocations' in payment ? payment.allocations.flatMap((allocation) => allocation.tags) : []),
  ],
})

const toAllocationMessage = (allocation: InvoicePaymentAllocation, tags: TagNames): AllocationMessage => ({
  id: allocation.id,
  invoice_id: allocation.invoiceId,
  payment_id: allocation.paymentId,
  amount: allocation.amount,
  transaction_tags: toDocumentTags(allocation.tags, tags),
  memo: allocation.memo ?? undefined,
  metadata: allocation.metadata ?? undefined,
  reference_number: allocation.referenceNumber ?? undefined,
  moved_to_credit_at: allocation.movedToCreditAt?.toISOString(),
})

/** Without its allocations. @param matches what is matched to a bank transaction, by id */
export const toInvoicePaymentMessage = (
  payment: InvoicePaymentHead,
  names: DocumentNames,
  matches: ReadonlyMap<string, unknown>,
): PaymentMessage => ({
  id: payment.id,
  external_id: payment.externalId ?? undefined,
  customer: names.customers.get(payment.customerId),
  at: payment.paidAt.toISOString(),
  paid_at: payment.paidAt.toISOString(),
  method: payment.method,
  amount: payment.amount,
  fee: payment.fee,
  processor: payment.processor ?? undefined,
  payment_clearing_account: toAccountSummary(payment.clearingAccountId, names.accounts),
  imported_at: payment.importedAt.toISOString(),
  updated_at: payment.updatedAt.toISOString(),
  allocations: [],
  unallocated_amount: payment.restAmount,
  refunded_amount: payment.refundedAmount,
  is_matched: matches.has(payment.id),
  payout_id: payment.payoutId ?? undefined,
  transaction_tags: toDocumentTags(payment.tags, names.tags),
  memo: payment.memo ?? undefined,
  metadata: payment.metadata ?? undefined,
  reference_number: payment.referenceNumber ?? undefined,
})

/** With their allocations, those of voided invoices too, in the order given, in a constant number of statements. */
export async function presentInvoicePayments(
  tx: Tx,
  businessId: string,
  payments: readonly InvoicePayment[],
): Promise<PaymentMessage[]> {
  const names = await loadDocumentNames(tx, businessId, payments.map(namedByInvoicePayment))
  const matches = await loadMatches(
    tx,
    businessId,
    payments.map(({ id }) => id),
  )
  return payments.map((payment) => ({
    ...toInvoicePaymentMessage(
      { ...payment, restAmount: restOf(payment), refundedAmount: refundedOf(payment) },
      names,
      matches,
    ),
    allocations: payment.allocations.map((allocation) => toAllocationMessage(allocation, names.tags)),
  }))
}
