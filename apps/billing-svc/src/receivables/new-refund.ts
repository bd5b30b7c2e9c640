/** Requested refunds resolved by the ledger's facts. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { LedgerPrefetch } from '@pacioli/postings'
import { keptMetadata } from '../requests/metadata.ts'
import { replacing } from '../requests/parts.ts'
import { prefetchClearing } from '../requests/payments.ts'
import { resolveAccount, resolveTags, type ResolvingFacts } from '../posting/resolve-names.ts'
import { clearingAccountOf } from './receivable-accounts.ts'
import { prefetchTags, lineItemTagsFrom } from '../tags/tag-inputs.ts'
import type { Refund, RefundLineItem, RefundPayment } from './refund.ts'
import type {
  RequestedDedicatedRefund,
  RequestedRefund,
  RequestedRefundLine,
  RequestedRefundPayment,
} from './requested-refund.ts'

function prefetchLines(asking: LedgerPrefetch, lines: readonly RequestedRefundLine[]): void {
  for (const { field, account, prepaymentAccount, tags } of lines) {
    if (account) asking.account(account, `${field}account_identifier`)
    if (prepaymentAccount) asking.account(prepaymentAccount, `${field}prepayment_account_identifier`)
    prefetchTags(asking, tags, `${field}tags`)
  }
}

type Named = { [Part in 'tags' | 'allocations' | 'payments']: RequestedRefund[Part] | undefined }

type PayingOut = Pick<RequestedRefundPayment, 'field' | 'clearingAccount' | 'refundedFees'>

function prefetchPayingOut(asking: LedgerPrefetch, paying: PayingOut): void {
  prefetchClearing(asking, paying, paying.field)
  for (const fee of paying.refundedFees) asking.account(fee.account, `${fee.field}account`)
}

/** Prefetches what the refund names. */
export function prefetchDedicatedRefund(asking: LedgerPrefetch, requested: RequestedDedicatedRefund): void {
  prefetchLines(asking, requested.lines)
  if (requested.account) asking.account(requested.account, `${requested.field}account_identifier`)
  if (requested.payment) prefetchPayingOut(asking, requested.payment)
  prefetchTags(asking, requested.tags, `${requested.field}tags`)
}

/** Prefetches what a new or a changed refund names. */
export function prefetchRefund(asking: LedgerPrefetch, { tags = [], allocations = [], payments = [] }: Named): void {
  prefetchTags(asking, tags, 'tags')
  for (const allocation of allocations) {
    prefetchLines(asking, allocation.lines)
    prefetchTags(asking, allocation.tags, `${allocation.field}tags`)
  }
  for (const payment of payments) {
    prefetchPayingOut(asking, payment)
    prefetchTags(asking, payment.tags, `${payment.field}tags`)
  }
}

/** Line items keep the ids and tags of those that they replace, matched by id, else by external_id. */
export const refundLines = (
  requested: readonly RequestedRefundLine[],
  existing: readonly RefundLineItem[],
  facts: ResolvingFacts,
  problems: Problems,
): RefundLineItem[] =>
  replacing(
    requested,
    existing,
    { document: 'refund', part: 'line item' },
    problems,
    (line, before): RefundLineItem => {
      const { field, account, prepaymentAccount, metadata, ...rest } = line
      const prepaymentField = `${field}prepayment_account_identifier`
      return {
        ...rest,
        id: before?.id ?? facts.newId(),
        accountId: resolveAccount(account, `${field}account_identifier`, facts.books, problems),
        prepaymentAccountId: resolveAccount(prepaymentAccount, prepaymentField, facts.books, problems),
        tags: resolveTags(line, facts, problems, before?.tags, lineItemTagsFrom),
        metadata: keptMetadata(metadata, before?.metadata ?? null),
      }
    },
  )

type RequestedOfPayment = Omit<RequestedRefundPayment, 'completedAt' | 'tags' | 'id'>

/** `before` is the payment that it replaces, whose id, version, shares and payout it keeps. */
type PaymentFacts = Pick<RefundPayment, 'refundId' | 'tags' | 'completedAt'> & { before?: RefundPayment | undefined }

/**
 * A refund payment: its shares follow from the refund (`withPaidShares`). Problems are added to `problems`: a named time must
 * be in an open period, unless it is that of `before`.
 */
export function newRefundPayment(
  { field, clearingAccount, refundedFees, ...requested }: RequestedOfPayment,
  { before, ...given }: PaymentFacts,
  { books, newId, now }: ResolvingFacts,
  problems: Problems,
): RefundPayment {
  const clearing = collectProblems(problems, () =>
    clearingAccountOf(books, requested, clearingAccount, `${field}payment_clearing_account_identifier`),
  )
  if (before?.completedAt.getTime() !== given.completedAt.getTime())
    collectProblems(problems, () => books.requireOpenAt(given.completedAt, `${field}completed_at`))
  const refundedPaymentFees = refundedFees.map((fee) => ({
    accountId: resolveAccount(fee.account, `${fee.field}account`, books, problems) ?? '',
    feeAmount: fee.feeAmount,
    description: fee.description,
  }))
  return {
    ...(before ?? { shares: [], payoutId: null, version: 1, importedAt: now, updatedAt: now, deletedAt: null }),
    ...requested,
    ...given,
    id: before?.id ?? newId(),
    clearingAccountId: clearing?.id ?? '',
    refundedPaymentFees,
    metadata: keptMetadata(requested.metadata, before?.metadata ?? null),
  }
}

/** What a new refund begins with. */
export type RefundHead = Omit<Refund, 'allocations' | 'payments' | 'version' | 'importedAt' | 'updatedAt'>

/** A new refund without allocations and payments. */
export const newRefund = (head: RefundHead, now: Date): Refund => ({
  ...head,
  allocations: [],
  payments: [],
  version: 1,
  importedAt: now,
  updatedAt: now,
})
