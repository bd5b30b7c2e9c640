/** Wanted invoice payments with what the ledger answered. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import { clearingAccountOf } from './receivable-accounts.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import type { WantedPaymentHead } from './wanted-payment.ts'

export function askForPayment(asking: Asking, { field, clearingAccount, tags }: WantedPaymentHead): void {
  if (clearingAccount) asking.account(clearingAccount, `${field}payment_clearing_account_identifier`)
  askTags(asking, tags, `${field}tags`)
}

export type PaymentFacts = { businessId: string; customerId: string; books: Books; newId: () => string; now: Date }

/**
 * The new payment, without allocations as yet. Every problem is added to `problems`: AccountArchived, ControlAccount,
 * DuplicateTagDimension, PeriodClosed.
 */
export function newPayment(
  wanted: WantedPaymentHead,
  { businessId, customerId, books, newId, now }: PaymentFacts,
  problems: Problems,
): InvoicePayment {
  const { field, method, processor, clearingAccount, paidAt } = wanted
  const clearing = collectProblems(problems, () =>
    clearingAccountOf(books, wanted, clearingAccount, `${field}payment_clearing_account_identifier`),
  )
  collectProblems(problems, () => books.requireOpenAt(paidAt, `${field}paid_at`))
  return {
    id: newId(),
    businessId,
    externalId: wanted.externalId,
    asked: wanted.asked,
    customerId,
    paidAt,
    method,
    processor,
    clearingAccountId: clearing?.id ?? '',
    amount: wanted.amount,
    fee: wanted.fee,
    allocations: [],
    refunded: [],
    payoutId: null,
    tags: collectProblems(problems, () => tagsFrom(wanted.tags, books, { newId, now }, `${field}tags`)) ?? [],
    memo: wanted.memo,
    metadata: wanted.metadata,
    referenceNumber: wanted.referenceNumber,
    version: 1,
    importedAt: now,
    updatedAt: now,
  }
}
