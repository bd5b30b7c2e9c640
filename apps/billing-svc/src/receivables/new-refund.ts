/** Requested refunds resolved by the ledger's facts. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { LedgerPrefetch, Books } from '@pacioli/postings'
import type { AccountIdentifier } from '@pacioli/postings'
import { keptMetadata } from '../requests/metadata.ts'
import { replacedBy } from '../requests/parts.ts'
import { namedAccount } from '../posting/named-accounts.ts'
import { clearingAccountOf } from './receivable-accounts.ts'
import { prefetchTags, lineItemTagsFrom, tagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'
import type { Refund, RefundLineItem, RefundPayment } from './refund.ts'
import type {
  RequestedRefundAllocation,
  RequestedDedicatedRefund,
  RequestedRefundLine,
  RequestedRefundPayment,
} from './requested-refund.ts'

/** What requested parts of a refund are resolved with. */
export type RefundFacts = Making & { books: Books }

function prefetchLines(asking: LedgerPrefetch, lines: readonly RequestedRefundLine[]): void {
  for (const { field, account, prepaymentAccount, tags } of lines) {
    if (account) asking.account(account, `${field}account_identifier`)
    if (prepaymentAccount) asking.account(prepaymentAccount, `${field}prepayment_account_identifier`)
    prefetchTags(asking, tags, `${field}tags`)
  }
}

type PayingOut = Pick<RequestedRefundPayment, 'field' | 'clearingAccount' | 'refundedFees'>

function prefetchPayingOut(asking: LedgerPrefetch, { field, clearingAccount, refundedFees }: PayingOut): void {
  if (clearingAccount) asking.account(clearingAccount, `${field}payment_clearing_account_identifier`)
  for (const fee of refundedFees) asking.account(fee.account, `${fee.field}account`)
}

export function prefetchDedicatedRefund(asking: LedgerPrefetch, requested: RequestedDedicatedRefund): void {
  prefetchLines(asking, requested.lines)
  if (requested.account) asking.account(requested.account, `${requested.field}account_identifier`)
  if (requested.payment) prefetchPayingOut(asking, requested.payment)
  prefetchTags(asking, requested.tags, `${requested.field}tags`)
}

export function prefetchAllocation(asking: LedgerPrefetch, { lines, tags, field }: RequestedRefundAllocation): void {
  prefetchLines(asking, lines)
  prefetchTags(asking, tags, `${field}tags`)
}

export function prefetchRefundPayment(asking: LedgerPrefetch, requested: RequestedRefundPayment): void {
  prefetchPayingOut(asking, requested)
  prefetchTags(asking, requested.tags, `${requested.field}tags`)
}

/** The account that a line item names, if any. A problem is added to `problems`. */
const accountOf = (
  books: Books,
  identifier: AccountIdentifier | undefined,
  field: string,
  problems: Problems,
): string | null => (identifier && collectProblems(problems, () => namedAccount(books, identifier, field).id)) ?? null

/** Line items keep the ids and tags of those that they replace, matched by id, else by external_id. */
export function refundLines(
  requested: readonly RequestedRefundLine[],
  there: readonly RefundLineItem[],
  { books, newId, now }: RefundFacts,
  problems: Problems,
): RefundLineItem[] {
  const replaced = replacedBy(requested, there, { document: 'refund', part: 'line item' }, problems)
  return requested.map((line, index): RefundLineItem => {
    const { field } = line
    const before = replaced[index]
    const making = { newId, now, there: before?.tags ?? [] }
    return {
      id: before?.id ?? newId(),
      externalId: line.externalId,
      amount: line.amount,
      accountId: accountOf(books, line.account, `${field}account_identifier`, problems),
      prepaymentAccountId: accountOf(books, line.prepaymentAccount, `${field}prepayment_account_identifier`, problems),
      tags: collectProblems(problems, () => lineItemTagsFrom(line.tags, books, making, `${field}tags`)) ?? [],
      memo: line.memo,
      metadata: keptMetadata(line.metadata, before?.metadata ?? null),
      referenceNumber: line.referenceNumber,
    }
  })
}

/** The account of a dedicated refund without line items. A problem is added to `problems`. */
export const ownAccountOf = (
  { account, lines, field }: RequestedDedicatedRefund,
  { books }: RefundFacts,
  problems: Problems,
): string | null => (lines.length > 0 ? null : accountOf(books, account, `${field}account_identifier`, problems))

type RequestedOfPayment = Omit<RequestedRefundPayment, 'completedAt' | 'tags' | 'id'>

type PaymentFacts = { refundId: string; tags: readonly DocumentTag[]; completedAt: Date; before?: RefundPayment }

/**
 * A new refund payment: its shares follow from the refund (`withPaidShares`). Problems are added to `problems`: a named time
 * must be in an open period, unless it is that of `before`, which this replaces.
 */
export function newRefundPayment(
  requested: RequestedOfPayment,
  { refundId, tags, completedAt, before }: PaymentFacts,
  { books, newId, now }: RefundFacts,
  problems: Problems,
): RefundPayment {
  const { field, clearingAccount } = requested
  const clearing = collectProblems(problems, () =>
    clearingAccountOf(books, requested, clearingAccount, `${field}payment_clearing_account_identifier`),
  )
  if (before?.completedAt.getTime() !== completedAt.getTime())
    collectProblems(problems, () => books.requireOpenAt(completedAt, `${field}completed_at`))
  return {
    id: newId(),
    externalId: requested.externalId,
    refundId,
    refundedAmount: requested.refundedAmount,
    fee: requested.fee,
    completedAt,
    method: requested.method,
    processor: requested.processor,
    clearingAccountId: clearing?.id ?? '',
    refundedPaymentFees: requested.refundedFees.map((fee) => ({
      accountId: accountOf(books, fee.account, `${fee.field}account`, problems) ?? '',
      feeAmount: fee.feeAmount,
      description: fee.description,
    })),
    shares: [],
    payoutId: null,
    tags,
    memo: requested.memo,
    metadata: keptMetadata(requested.metadata, before?.metadata ?? null),
    referenceNumber: requested.referenceNumber,
    version: 1,
    importedAt: now,
    updatedAt: now,
    deletedAt: null,
  }
}

export type RefundHead = Pick<
  Refund,
  | 'id'
  | 'businessId'
  | 'contactId'
  | 'externalId'
  | 'asked'
  | 'completedAt'
  | 'memo'
  | 'metadata'
  | 'referenceNumber'
  | 'tags'
>

/** A new refund without allocations and payments. */
export const newRefund = (head: RefundHead, now: Date): Refund => ({
  ...head,
  allocations: [],
  payments: [],
  version: 1,
  importedAt: now,
  updatedAt: now,
})

/** The tags of a refund. A problem is added to `problems`. */
export const refundTags = (
  requested: { tags: RequestedDedicatedRefund['tags']; field: string },
  { books, newId, now }: RefundFacts,
  problems: Problems,
): readonly DocumentTag[] =>
  collectProblems(problems, () => tagsFrom(requested.tags, books, { newId, now }, `${requested.field}tags`)) ?? []
