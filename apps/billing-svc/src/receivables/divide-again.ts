/** Refunds on invoices that change: what they take back follows the invoices (docs/POSTING-RULES.md, "Refunds"). Pure. */
import { worthTheSame } from '../allocations/recognition.ts'
import type { Update } from '../documents/document-kind.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { componentsOf } from './invoice.postings.ts'
import type { Invoice, RefundedPart } from './invoice.ts'
import { partOf, refundedAs, slicesOf } from './refund-portion.ts'
import type { Refund, RefundAllocation, RefundPart } from './refund.ts'

/**
 * The refunds, in the order given, with their parts on these invoices taken from the components that those have now. A part
 * keeps its amount; where the amounts of the components are unchanged, each share keeps its own, too, and only accounts
 * change. The same object where it has no part on them.
 * @param refunds all with parts on the changed invoices
 */
export function dividedAgain(
  refunds: readonly Refund[],
  changes: readonly Update<Invoice>[],
  accounts: ReceivableAccounts,
): Refund[] {
  const byId = new Map(refunds.map((refund) => [refund.id, refund]))
  for (const { before, after } of changes) {
    const isSame = worthTheSame(componentsOf(before, accounts), componentsOf(after, accounts))
    let divided: Invoice = { ...after, refunded: [] }
    for (const on of linesFirst(after.refunded)) {
      const refund = byId.get(on.refundId)
      const allocation = refund?.allocations.find(({ id }) => id === on.allocationId)
      const part = allocation?.parts.find(({ id }) => id === on.id)
      if (!refund || !allocation || !part) continue
      const again = isSame
        ? onOtherAccounts(part, after, accounts)
        : { ...partAgain(part, allocation, { refund, invoice: divided, accounts }), paymentId: part.paymentId }
      divided = { ...divided, refunded: [...divided.refunded, { ...on, shares: again.shares }] }
      byId.set(refund.id, withPart(refund, allocation, again))
    }
  }
  return refunds.map((refund) => byId.get(refund.id) ?? refund)
}

/** What hangs on a line is all of that line; what hangs on the whole is taken from what that leaves. */
const linesFirst = (parts: readonly RefundedPart[]): RefundedPart[] => [
  ...parts.filter(({ lineItemId }) => lineItemId !== null),
  ...parts.filter(({ lineItemId }) => lineItemId === null),
]

const partAgain = (
  { id, amount }: RefundPart,
  allocation: RefundAllocation,
  { refund, invoice, accounts }: { refund: Refund; invoice: Invoice; accounts: ReceivableAccounts },
): RefundPart => {
  const { lineItems, totalAmount, parts } = allocation
  const slices = slicesOf(
    lineItems,
    totalAmount,
    parts.map((part) => part.amount),
  )
  const source = { invoice, payment: null, isOfCredit: false, refundable: null }
  const place = parts.findIndex((part) => part.id === id)
  return partOf({ source, amount }, slices[place] ?? [], allocation, { id, tags: refund.tags, accounts })
}

function onOtherAccounts(part: RefundPart, invoice: Invoice, accounts: ReceivableAccounts): RefundPart {
  const targets = new Map(
    componentsOf(invoice, accounts).map((component) => [component.key, refundedAs(component, invoice, accounts)]),
  )
  return {
    ...part,
    invoiceSentAt: invoice.documentDate,
    shares: part.shares.map((share) => {
      const target = targets.get(share.component)
      return target ? { ...share, accountId: target.accountId, prepaymentAccountId: target.prepaymentAccountId } : share
    }),
  }
}

const withPart = (refund: Refund, allocation: RefundAllocation, again: RefundPart): Refund => ({
  ...refund,
  allocations: refund.allocations.map((one) =>
    one === allocation ? { ...one, parts: one.parts.map((part) => (part.id === again.id ? again : part)) } : one,
  ),
})
