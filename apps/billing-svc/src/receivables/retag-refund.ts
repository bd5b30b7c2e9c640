/** Retags refunds whose own tags or whose invoices' tags changed, or whose invoices were voided: no amount moves. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { mergedTags, type TagRef } from '../tags/tags.ts'
import { componentsOf } from './invoice.postings.ts'
import type { Invoice } from './invoice.ts'
import { withPaidShares } from './refund-shares.ts'
import type { Refund, RefundAllocation, RefundPart, RefundShare } from './refund.ts'

/**
 * The refund with the current tags of its invoices, its allocations and itself; the same object where they are equal.
 * @param invoices of its parts, locked
 * @param field of the request, for refusals
 * @throws OverRefunded
 */
export function retaggedRefund(
  refund: Refund,
  invoices: ReadonlyMap<string, Invoice>,
  accounts: ReceivableAccounts,
  field?: string,
): Refund {
  const allocations = refund.allocations.map((allocation) => {
    const parts = allocation.parts.map((part) =>
      retaggedPart(part, allocation, refund, invoices.get(part.invoiceId ?? ''), accounts),
    )
    return isDeepStrictEqual(parts, allocation.parts) ? allocation : { ...allocation, parts }
  })
  const isSame = allocations.every((allocation, index) => allocation === refund.allocations[index])
  return withPaidShares(isSame ? refund : { ...refund, allocations }, field)
}

function retaggedPart(
  part: RefundPart,
  allocation: RefundAllocation,
  refund: Refund,
  invoice: Invoice | undefined,
  accounts: ReceivableAccounts,
): RefundPart {
  const components = new Map(invoice ? componentsOf(invoice, accounts).map(({ key, tags }) => [key, tags]) : [])
  // A part that became credit has no line any more.
  const lineItemId = part.isOfCredit ? null : allocation.invoiceLineItemId
  const onLine = invoice?.lineItems.find(({ id }) => id === lineItemId)
  const ofWhole = mergedTags(onLine?.tags ?? [], invoice?.tags ?? [])
  const lineTags = new Map(allocation.lineItems.map(({ id, tags }) => [id, tags]))
  const tagsOf = (share: RefundShare): readonly TagRef[] =>
    mergedTags(
      components.get(share.component) ?? ofWhole,
      lineTags.get(share.lineItemId ?? '') ?? [],
      allocation.tags,
      refund.tags,
    )
  return {
    ...part,
    shares: part.shares.map((share) => ({ ...share, tags: tagsOf(share) })),
    postedTags: mergedTags(invoice?.tags ?? [], allocation.tags, refund.tags),
  }
}

/**
 * The refund after these invoices were voided: their payments became the customer's credit, and so did the refund's parts on
 * them. The same object if it has no parts on them.
 */
export function takenOutOfCredit(
  refund: Refund,
  voidedIds: ReadonlySet<string>,
  { customerCredits }: Pick<ReceivableAccounts, 'customerCredits'>,
): Refund {
  const isOnVoided = ({ invoiceId, isOfCredit }: RefundPart): boolean => !isOfCredit && voidedIds.has(invoiceId ?? '')
  if (!refund.allocations.some(({ parts }) => parts.some(isOnVoided))) return refund
  const allocations = refund.allocations.map((allocation) => ({
    ...allocation,
    parts: allocation.parts.map((part) => (isOnVoided(part) ? ofCredit(part, customerCredits) : part)),
  }))
  return withPaidShares({ ...refund, allocations })
}

const ofCredit = (part: RefundPart, customerCredits: string): RefundPart => ({
  ...part,
  isOfCredit: true,
  shares: [
    {
      component: 'credit',
      lineItemId: null,
      accountId: customerCredits,
      prepaymentAccountId: null,
      amount: part.amount,
      tags: part.postedTags,
    },
  ],
})
