/** Requested invoice payments resolved by the ledger's facts. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { LedgerPrefetch, Books } from '@pacioli/postings'
import { clearingAccountOf } from './receivable-accounts.ts'
import { prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import type { RequestedPaymentHead } from './requested-payment.ts'

export function prefetchPayment(asking: LedgerPrefetch, { field, clearingAccount, tags }: RequestedPaymentHead): void {
  if (clearingAccount) asking.account(clearingAccount, `${field}payment_clearing_account_identifier`)
  prefetchTags(asking, tags, `${field}tags`)
}

export type PaymentFacts = { businessId: string; contactId: string; books: Books; newId: () => string; now: Date }

/**
 * The new payment, without allocations. Every problem is added to `problems`: AccountArchived, ControlAccount,
 * DuplicateTagDimension, PeriodClosed.
 */
export function newPayment(
  { field, clearingAccount, tags, ...requested }: RequestedPaymentHead,
  { businessId, contactId, books, newId, now }: PaymentFacts,
  problems: Problems,
): InvoicePayment {
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
    tags: collectProblems(problems, () => tagsFrom(tags, books, { newId, now }, `${field}tags`)) ?? [],
    version: 1,
    importedAt: now,
    updatedAt: now,
  }
}
