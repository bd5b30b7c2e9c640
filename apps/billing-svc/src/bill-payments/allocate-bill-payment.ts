import { Problems, refused } from '@pacioli/errors'
import type { AllocateBillPaymentRequest__Output, BillPaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument, factsOf } from '../document-writes/create-document.ts'
import type { Moment } from '../documents/moment.ts'
import { lockDocument, inNextVersion } from '../document-writes/document-changes.ts'
import { refuseEarlier } from '../documents/day-order.ts'
import { requireDocument, requireLive } from '../documents/document-kind.ts'
import { allocate } from '../payables/allocate-to-bills.ts'
import { lockNamedBills } from '../payables/bill-recipients.ts'
import { loadRecognizedOfBills } from '../payables/bill-payment.store.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { findNamedBills } from '../payables/named-bills.ts'
import { prefetchPayableAccounts, payableAccounts } from '../payables/payable-accounts.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { prefetchTagsThere } from '../posting/prefetch-stored.ts'
import { readRequest } from '../requests/request-reader.ts'
import { prefetchAllocations, resolveAllocations } from './create-bill-payment.ts'
import { requestedAllocation } from './requested-payment.ts'

/**
 * Allocates the unallocated amount of a payment to a bill.
 * @throws BillPaymentNotFound, DocumentDeleted, BillNotFound, VendorMismatch, BillVoided, OverAllocated, TooManyAllocations,
 *   InvalidPayload, DatedTooEarly, AccountArchived, TagValueArchived, DuplicateTagDimension, PeriodClosed, PostingFailed, and what
 *   `alterDocument` throws
 */
export async function allocateBillPayment(
  billing: Billing,
  request: BusinessWrite,
  { payment_id, allocation, allocated_at }: AllocateBillPaymentRequest__Output,
): Promise<BillPaymentAnswer> {
  if (!allocation) throw refused('InvalidPayload', 'Expected what to allocate.', { field: 'amount' })
  const requested = [readRequest(allocation, requestedAllocation)]
  const requestedAt = readRequest({ allocated_at }, (read) => read.instant('allocated_at') ?? null)
  const id = payment_id.toLowerCase()
  return alterDocument(billing, request, {
    kind: BILL_PAYMENTS,
    prefetch: async (tx, asking) => {
      const payment = await requireDocument(tx, BILL_PAYMENTS, id)
      requireLive(BILL_PAYMENTS, payment)
      prefetchPayableAccounts(asking)
      await prefetchTagsThere(tx, asking, payment.tags)
      await prefetchAllocations(tx, asking, requested, await findNamedBills(tx, requested))
    },
    alter: async (deciding) => {
      const { tx, books } = deciding
      const bills = await lockNamedBills(tx, await findNamedBills(tx, requested))
      const before = await lockDocument(tx, BILL_PAYMENTS, id)
      requireLive(BILL_PAYMENTS, before)
      const facts = factsOf(deciding)
      const allocatedAt = allocatedAtOf(before, requestedAt, facts)
      books.requireOpenAt(allocatedAt, 'allocated_at')
      const billIds = bills.map((bill) => bill.id)
      const parts = resolveAllocations(requested, bills, await loadRecognizedOfBills(tx, billIds), facts)
      const made = allocate(before, parts, { accounts: payableAccounts(books), allocatedAt, isLater: true, ...facts })
      const payment = inNextVersion(before, made.payment, facts.now)
      const sources = await recordPayables(deciding, { payments: [payment], bills: made.bills })
      return { after: payment.after, sources, created: true }
    },
  })
}

/** Now, if that is not before the payment, unless named. @throws DatedTooEarly */
function allocatedAtOf({ paidAt }: BillPayment, requestedAt: Date | null, { now, timeZone }: Moment): Date {
  if (requestedAt === null) return now < paidAt ? paidAt : now
  const problems = new Problems()
  const paid = { at: paidAt, what: 'The payment was made' }
  refuseEarlier({ at: requestedAt, field: 'allocated_at' }, paid, timeZone, problems)
  problems.throwIfAny()
  return requestedAt
}
