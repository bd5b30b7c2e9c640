/** Requested invoice payments resolved by the ledger's facts. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { LedgerPrefetch } from '@pacioli/postings'
import type { Facts } from '../document-writes/create-document.ts'
import { tagsOf } from '../posting/resolve-names.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { clearingAccountOf } from './receivable-accounts.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import type { RequestedPaymentHead } from './requested-payment.ts'

/** Prefetches what the payment names. */
export function prefetchPayment(asking: LedgerPrefetch, { field, clearingAccount, tags }: RequestedPaymentHead): void {
  if (clearingAccount) asking.account(clearingAccount, `${field}payment_clearing_account_identifier`)
  prefetchTags(asking, tags, `${field}tags`)
}

/**
 * The new payment, without allocations. Every problem is added to `problems`: AccountArchived, ControlAccount,
 * DuplicateTagDimension, PeriodClosed.
 */
export function newPayment(
  { field, clearingAccount, ...requested }: RequestedPaymentHead,
  contactId: string,
  { businessId, ...facts }: Facts,
  problems: Problems,
): InvoicePayment {
  const { books, newId, now } = facts
  const clearing = collectProblems(problems, () =>
    clearingAccountOf(books, requested, clearingAccount, `${field}payment_clearing_account_identifier`),
  )
  collectProblems(problems, () => books.requireOpenAt(requested.paidAt, `${field}paid_at`))
  return {
    ...requested,
    id: newId(),
    businessId,
    contactId,
    clearingAccountId: clearing?.id ?? '',
    allocations: [],
    refunded: [],
    payoutId: null,
    tags: tagsOf({ ...requested, field }, facts, problems),
    version: 1,
    importedAt: now,
    updatedAt: now,
  }
}
