/** Bill payments as callers see them. */
import type { Tx } from '@pacioli/db'
import type { BillPayment as PaymentMessage, PaymentAllocation as AllocationMessage } from '@pacioli/protos/billing'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toDocumentTags, type TagNames } from '../tags/present-tags.ts'
import type { PaymentHead } from './bill-payment.store.ts'
import { unallocatedOf, type BillPayment, type PaymentAllocation } from './bill-payment.ts'

/** What has to be loaded to show a payment. */
export const namedByPayment = (payment: PaymentHead | BillPayment): Named => ({
  vendorIds: [payment.vendorId],
  accountIds: [payment.clearingAccountId],
  tags: [
    ...payment.tags,
    ...('allocations' in payment ? payment.allocations.flatMap((allocation) => allocation.tags) : []),
  ],
})

const toAllocationMessage = (allocation: PaymentAllocation, tags: TagNames): AllocationMessage => ({
  id: allocation.id,
  bill_id: allocation.billId,
  payment_id: allocation.paymentId,
  amount: allocation.amount,
  transaction_tags: toDocumentTags(allocation.tags, tags),
  memo: allocation.memo ?? undefined,
  metadata: allocation.metadata ?? undefined,
  reference_number: allocation.referenceNumber ?? undefined,
  allocated_at: allocation.allocatedAt.toISOString(),
})

/** Without its allocations. Of a deleted one nothing waits to be allocated. */
export const toPaymentMessage = (payment: PaymentHead, names: DocumentNames): PaymentMessage => ({
  id: payment.id,
  external_id: payment.externalId ?? undefined,
  vendor: names.vendors.get(payment.vendorId),
  at: payment.paidAt.toISOString(),
  paid_at: payment.paidAt.toISOString(),
  method: payment.method,
  amount: payment.amount,
  processor: payment.processor ?? undefined,
  payment_clearing_account: toAccountSummary(payment.clearingAccountId, names.accounts),
  imported_at: payment.importedAt.toISOString(),
  allocations: [],
  transaction_tags: toDocumentTags(payment.tags, names.tags),
  memo: payment.memo ?? undefined,
  metadata: payment.metadata ?? undefined,
  reference_number: payment.referenceNumber ?? undefined,
  unallocated_amount: payment.deletedAt === null ? payment.unallocatedAmount : 0,
  updated_at: payment.updatedAt.toISOString(),
  deleted_at: payment.deletedAt?.toISOString(),
})

/** With the allocations that stand, in the order given, in a constant number of statements. */
export async function presentPayments(
  tx: Tx,
  businessId: string,
  payments: readonly BillPayment[],
): Promise<PaymentMessage[]> {
  const names = await loadDocumentNames(tx, businessId, payments.map(namedByPayment))
  return payments.map((payment) => ({
    ...toPaymentMessage({ ...payment, unallocatedAmount: unallocatedOf(payment) }, names),
    allocations: payment.allocations
      .filter(({ deletedAt }) => deletedAt === null)
      .map((allocation) => toAllocationMessage(allocation, names.tags)),
  }))
}
