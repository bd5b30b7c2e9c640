/** Wanted refunds with what the ledger answered. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import type { AccountIdentifier } from '@pacioli/postings'
import { keptMetadata } from '../requests/metadata.ts'
import { namedAccount } from '../posting/named-accounts.ts'
import { clearingAccountOf } from './receivable-accounts.ts'
import { askTags, lineItemTagsFrom, tagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'
import type { Refund, RefundLineItem, RefundPayment } from './refund.ts'
import type {
  WantedAllocationOfRefund,
  WantedDedicatedRefund,
  WantedRefundLine,
  WantedRefundPayment,
} from './wanted-refund.ts'

/** How what is wanted becomes a part of a refund. */
export type RefundFacts = Making & { books: Books }

function askForLines(asking: Asking, lines: readonly WantedRefundLine[]): void {
  for (const { field, account, prepaymentAccount, tags } of lines) {
    if (account) asking.account(account, `${field}account_identifier`)
    if (prepaymentAccount) asking.account(prepaymentAccount, `${field}prepayment_account_identifier`)
    askTags(asking, tags, `${field}tags`)
  }
}

type PayingOut = Pick<WantedRefundPayment, 'field' | 'clearingAccount' | 'refundedFees'>

function askForPayingOut(asking: Asking, { field, clearingAccount, refundedFees }: PayingOut): void {
  if (clearingAccount) asking.account(clearingAccount, `${field}payment_clearing_account_identifier`)
  for (const fee of refundedFees) asking.account(fee.account, `${fee.field}account`)
}

export function askForDedicatedRefund(asking: Asking, wanted: WantedDedicatedRefund): void {
  askForLines(asking, wanted.lines)
  if (wanted.account) asking.account(wanted.account, `${wanted.field}account_identifier`)
  if (wanted.payment) askForPayingOut(asking, wanted.payment)
  askTags(asking, wanted.tags, `${wanted.field}tags`)
}

export function askForAllocation(asking: Asking, { lines, tags, field }: WantedAllocationOfRefund): void {
  askForLines(asking, lines)
  askTags(asking, tags, `${field}tags`)
}

export function askForRefundPayment(asking: Asking, wanted: WantedRefundPayment): void {
  askForPayingOut(asking, wanted)
  askTags(asking, wanted.tags, `${wanted.field}tags`)
}

/** An account that a line item names, if it names one. A problem is added to `problems`. */
const accountOf = (
  books: Books,
  identifier: AccountIdentifier | null,
  field: string,
  problems: Problems,
): string | null => identifier && (collectProblems(problems, () => namedAccount(books, identifier, field).id) ?? null)

/** Line items keep the ids and tags of those that they replace, found by id or else by external_id. */
export function refundLines(
  wanted: readonly WantedRefundLine[],
  there: readonly RefundLineItem[],
  { books, newId, now }: RefundFacts,
  problems: Problems,
): RefundLineItem[] {
  const replaced = replacedBy(wanted, there, 'line item', problems)
  return wanted.map((line, index): RefundLineItem => {
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

/**
 * What of a list each replaces, found by id, else by external_id: ids go before external ids, and each is replaced once. An id
 * names what the refund has; one that does not is added to `problems`.
 */
export function replacedBy<There extends { id: string; externalId: string | null }>(
  wanted: readonly { id: string | null; externalId: string | null; field: string }[],
  there: readonly There[],
  kind: string,
  problems: Problems,
): (There | undefined)[] {
  const byId = new Map(there.map((one) => [one.id, one]))
  const named = wanted.map(({ id }) => (id === null ? undefined : byId.get(id.toLowerCase())))
  const taken = new Set(named)
  const byExternalId = new Map(there.filter((one) => !taken.has(one)).map((one) => [one.externalId, one]))
  return wanted.map(({ id, externalId, field }, index) => {
    if (id === null) return externalId === null ? undefined : byExternalId.get(externalId)
    if (!named[index])
      problems.add('InvalidPayload', `The refund has no ${kind} ${id}.`, { field: `${field}id`, value: id })
    return named[index]
  })
}

/** The account that a dedicated refund is taken out of, where it has no line items. A problem is added to `problems`. */
export const ownAccountOf = (
  { account, lines, field }: WantedDedicatedRefund,
  { books }: RefundFacts,
  problems: Problems,
): string | null => (lines.length > 0 ? null : accountOf(books, account, `${field}account_identifier`, problems))

type WantedOfPayment = Omit<WantedRefundPayment, 'completedAt' | 'tags' | 'id'>

type PaymentFacts = { refundId: string; tags: readonly DocumentTag[]; completedAt: Date; before?: RefundPayment }

/**
 * A refund payment to be: its shares follow from the refund (`paidOutAnew`). Problems are added to `problems`: what is posted
 * at a time that a request names belongs there; what says the time of `before`, which it replaces, says nothing new.
 */
export function newRefundPayment(
  wanted: WantedOfPayment,
  { refundId, tags, completedAt, before }: PaymentFacts,
  { books, newId, now }: RefundFacts,
  problems: Problems,
): RefundPayment {
  const { field, clearingAccount } = wanted
  const clearing = collectProblems(problems, () =>
    clearingAccountOf(books, wanted, clearingAccount, `${field}payment_clearing_account_identifier`),
  )
  if (before?.completedAt.getTime() !== completedAt.getTime())
    collectProblems(problems, () => books.requireOpenAt(completedAt, `${field}completed_at`))
  return {
    id: newId(),
    externalId: wanted.externalId,
    refundId,
    refundedAmount: wanted.refundedAmount,
    fee: wanted.fee,
    completedAt,
    method: wanted.method,
    processor: wanted.processor,
    clearingAccountId: clearing?.id ?? '',
    refundedPaymentFees: wanted.refundedFees.map((fee) => ({
      accountId: accountOf(books, fee.account, `${fee.field}account`, problems) ?? '',
      feeAmount: fee.feeAmount,
      description: fee.description,
    })),
    shares: [],
    payoutId: null,
    tags,
    memo: wanted.memo,
    metadata: keptMetadata(wanted.metadata, before?.metadata ?? null),
    referenceNumber: wanted.referenceNumber,
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
  | 'customerId'
  | 'externalId'
  | 'asked'
  | 'completedAt'
  | 'memo'
  | 'metadata'
  | 'referenceNumber'
  | 'tags'
>

/** A new refund, of nothing as yet. */
export const newRefund = (head: RefundHead, now: Date): Refund => ({
  ...head,
  allocations: [],
  payments: [],
  version: 1,
  importedAt: now,
  updatedAt: now,
})

/** The tags that a refund is to carry. A problem is added to `problems`. */
export const refundTags = (
  wanted: { tags: WantedDedicatedRefund['tags']; field: string },
  { books, newId, now }: RefundFacts,
  problems: Problems,
): readonly DocumentTag[] =>
  collectProblems(problems, () => tagsFrom(wanted.tags, books, { newId, now }, `${wanted.field}tags`)) ?? []
