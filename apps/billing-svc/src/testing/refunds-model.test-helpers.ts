/** Refunds and payouts as random commands make them, by the pure core. */
import { isDeepStrictEqual } from 'node:util'
import { Problems, refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import { among, NOW, partOf } from './arbitraries.test-helpers.ts'
import { withMembers, type ModelBooks } from './model-books.test-helpers.ts'
import { clearingAccountOf as clearingOf } from './payables-model.test-helpers.ts'
import { sumOf } from '../rounding/sum.ts'
import { refundedOf } from '../receivables/invoice-payment.ts'
import { broughtBy, requireBalanced, type Payout } from '../receivables/payout.ts'
import { memberOfPayment, memberOfRefundPayment } from '../receivables/payout-member.ts'
import { issue, type NewRefundAllocation } from '../receivables/refund-allocations.ts'
import { nextVersion, refundsWithPayout } from '../receivables/next-version.ts'
import { withPaidShares } from '../receivables/refund-shares.ts'
import { livePayments, type Refund, type RefundPayment } from '../receivables/refund.ts'
import { refundableOfInvoice, refundableOfLine, type Refundable } from '../receivables/refund-sources.ts'
import type { RefundTarget, PayingOut } from './drawn-receivables.test-helpers.ts'
import { ACCOUNTS, aRefundLine, aRefundPayment, aRequestedAllocation } from './pure-receivables.test-helpers.ts'

/** The clearing account of this method. */
export const clearingAccountOf = (by: string): string =>
  by === 'CREDIT_BALANCE' || by === 'STORE_CREDIT' ? ACCOUNTS.customerCredits : clearingOf(by)

type Target = Pick<NewRefundAllocation, 'invoiceId' | 'invoiceLineItemId' | 'invoicePaymentId'> & {
  contactId: string | null
  refundable: number
}
const NOWHERE = { invoiceId: null, invoiceLineItemId: null, invoicePaymentId: null }

/** The target of a refund; undefined where it does not exist. */
function targetOf({ documents }: ModelBooks, { on, document, part }: RefundTarget): Target | undefined {
  if (on === 'customer') return { ...NOWHERE, contactId: null, refundable: 50 }
  if (on === 'invoice' || on === 'line') {
    const invoice = among(documents.invoices.values(), document, (one) => refundableOfInvoice(one) > 0)
    if (!invoice || invoice.voidedAt !== null) return undefined
    const of = { ...NOWHERE, invoiceId: invoice.id, contactId: invoice.contactId }
    if (on === 'invoice') return { ...of, refundable: refundableOfInvoice(invoice) }
    const { id = '' } = among(invoice.lineItems, part) ?? {}
    return { ...of, invoiceLineItemId: id, refundable: refundableOfLine(invoice, id, ACCOUNTS) }
  }
  const payment = among(documents.payments.values(), document, (one) => refundedOf(one) < one.amount)
  if (!payment) return undefined
  const of = { ...NOWHERE, invoicePaymentId: payment.id, contactId: payment.contactId }
  const refundable = payment.amount - refundedOf(payment)
  if (on === 'payment') return { ...of, refundable }
  const standing = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt === null)
  const paid = among(standing, part)
  return paid && { ...of, invoiceId: paid.documentId, refundable: Math.min(refundable, paid.amount) }
}

function lineItemsOf({ lines }: RefundTarget, id: string, total: number) {
  if (lines === null || lines.length > total) return []
  const weights = BigInt(sumOf(lines.map(({ weight }) => weight)))
  const amounts = lines.map(({ weight }) => Math.max(1, Number((BigInt(total) * BigInt(weight)) / weights)))
  const others = sumOf(amounts.slice(1))
  return lines.map(({ isOwn, deposits, tags }, index) => ({
    ...aRefundLine(index === 0 ? total - others : (amounts[index] ?? 0), {
      id: `${id} line ${index}`,
      accountId: isOwn ? 'goodwill' : null,
      prepaymentAccountId: deposits && isOwn ? 'deposits of refunds' : null,
    }),
    tags,
  }))
}

/** The customer of the targets, null where those have none; undefined where there is no target. */
export function requestedOf(books: ModelBooks, drawn: readonly RefundTarget[], id: string, before?: Refund) {
  const targets = drawn.map((one) => ({ one, target: targetOf(books, one) }))
  const customers = new Set([
    ...targets.flatMap(({ target }) => target?.contactId ?? []),
    ...(before ? [before.contactId] : []),
  ])
  if (targets.some(({ target }) => !target) || customers.size > 1) return undefined
  const requested = targets.flatMap(({ one, target }, index): NewRefundAllocation[] => {
    if (!target) return []
    const { contactId: _, refundable, ...on } = target
    const existing = before?.allocations[index]
    const allocationId = existing?.id ?? `${id} allocation ${index}`
    const total = one.share === 'all' && one.on !== 'customer' ? null : Math.max(1, partOf(refundable, one.share))
    const lineItems = lineItemsOf(one, allocationId, total ?? refundable)
    const hasLineItems = lineItems.length > 0
    const allocation = aRequestedAllocation({
      ...on,
      id: allocationId,
      totalAmount: hasLineItems ? null : total,
      partIds: existing?.parts.map((part) => part.id) ?? [],
      accountId: one.isOwn && !hasLineItems ? 'goodwill' : null,
    })
    return [{ ...allocation, lineItems, tags: one.tags }]
  })
  return { requested, contactId: [...customers][0] ?? null }
}

export const refundPaymentOf = (drawn: PayingOut, id: string, refundId: string, whole: number): RefundPayment => ({
  ...aRefundPayment(Math.max(1, partOf(whole, drawn.share)), {
    id,
    refundId,
    completedAt: drawn.at,
    method: drawn.method,
    clearingAccountId: clearingAccountOf(drawn.method),
    fee: drawn.fee,
    refundedPaymentFees: drawn.feesBack.map((feeAmount) => ({
      accountId: ACCOUNTS.processingFees,
      feeAmount,
      description: null,
    })),
  }),
  tags: drawn.tags,
})

/** Issues the refund, again where it exists: from the documents without its own parts. */
export function issueRefund(
  books: ModelBooks,
  before: Refund | null,
  head: Refund,
  requested: readonly NewRefundAllocation[],
): void {
  const without = <One extends { id: string; refunded: readonly { refundId: string }[] }>(
    documents: ReadonlyMap<string, One>,
  ) =>
    new Map(
      [...documents].map(([id, one]): [string, One] => {
        const refunded = one.refunded.filter((part) => part.refundId !== head.id)
        return [id, isDeepStrictEqual(refunded, one.refunded) ? one : { ...one, refunded }]
      }),
    )
  const { invoices, payments } = books.documents
  const refundable: Refundable = { invoices: without(invoices), payments: without(payments) }
  const problems = new Problems()
  const facts = { refundId: head.id, tags: head.tags, accounts: ACCOUNTS, newId: books.newId }
  const allocations = requested.flatMap((one) => issue(one, refundable, facts, problems) ?? [])
  problems.throwIfAny()
  const refund = withPaidShares({ ...head, allocations })
  books.commit({
    invoices: [...refundable.invoices.values()],
    payments: [...refundable.payments.values()],
    refunds: [before === null ? refund : nextVersion(before, refund, NOW)],
  })
}

export function changeRefund(books: ModelBooks, before: Refund, payments: readonly RefundPayment[]): void {
  books.commit({ refunds: [nextVersion(before, withPaidShares({ ...before, payments }), NOW)] })
}

export function payOut(
  books: ModelBooks,
  head: Omit<Payout, 'members' | 'paidOutAmount'>,
  most: { payments: number; refundPayments: number },
): void {
  books.requireOpen(head.completedAt)
  const { payments: all, refunds: allRefunds } = books.documents
  const isFree = ({ payoutId, method: by }: { payoutId: string | null; method: string }): boolean =>
    payoutId === null && clearingAccountOf(by) !== ACCOUNTS.customerCredits
  const payments = [...all.values()].filter(isFree).slice(0, most.payments)
  const refundPayments = [...allRefunds.values()]
    .flatMap((refund) => livePayments(refund).map((payment) => ({ refund, payment })))
    .filter(({ payment }) => isFree(payment))
    .slice(0, most.refundPayments)
  const members = [
    ...payments.map(memberOfPayment),
    ...refundPayments.map(({ refund, payment }) => memberOfRefundPayment(refund, payment)),
  ]
  const others = head.otherTransactions.map((one) => (one.direction === 'CREDIT' ? one.amount : -one.amount))
  const paidOutAmount = sumOf([...members.map(broughtBy), ...others, -head.fee])
  if (!isAmount(paidOutAmount)) throw refused('AmountOutOfRange', head.id)
  const payout: Payout = { ...head, members, paidOutAmount }
  requireBalanced(payout)
  books.commit({
    payouts: [payout],
    payments: payments.map((one) => ({ ...one, payoutId: head.id })),
    refunds: refundsWithPayout(refundPayments, head.id, NOW).map(({ after }) => after),
  })
}

export function deletePayout(books: ModelBooks, id: string): void {
  const { payments, refunds } = books.documents
  const isMember = ({ payoutId }: { payoutId: string | null }): boolean => payoutId === id
  const members = [...refunds.values()].flatMap((refund) =>
    refund.payments.filter(isMember).map((payment) => ({ refund, payment })),
  )
  books.commit({
    payouts: [{ ...withMembers(books.documents, id), deletedAt: NOW }],
    payments: [...payments.values()].filter(isMember).map((one) => ({ ...one, payoutId: null })),
    refunds: refundsWithPayout(members, null, NOW).map(({ after }) => after),
  })
}
