/** Requested payments of invoices, and payments and refunds that a request gives together with their invoice. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { LedgerPrefetch } from '@pacioli/postings'
import { newDocument, type Facts } from '../document-writes/create-document.ts'
import { resolveAccount, resolveTags } from '../posting/resolve-names.ts'
import { prefetchClearing } from '../requests/payments.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { canBePaid, pay, type LockedInvoice } from './allocate-to-invoices.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import type { Invoice } from './invoice.ts'
import { newRefund, newRefundPayment, prefetchDedicatedRefund, refundLines } from './new-refund.ts'
import { clearingAccountOf, receivableAccounts } from './receivable-accounts.ts'
import { issue, requireAllocationCapacity } from './refund-allocations.ts'
import { refuseEarlyRefund } from './refund-dates.ts'
import { withPaidShares } from './refund-shares.ts'
import { NO_TARGET, type RefundTarget, type Refundable } from './refund-sources.ts'
import type { Refund } from './refund.ts'
import type { RequestedDedicatedPayment, RequestedPaymentHead } from './requested-payment.ts'
import type { RequestedDedicatedRefund } from './requested-refund.ts'

type Refunds = { dedicatedRefunds: readonly RequestedDedicatedRefund[] }

/** Payments and refunds of one invoice. `lines` are its line items, in order. */
export type DedicatedPayments = Refunds & {
  field: string
  payments: readonly RequestedDedicatedPayment[]
  lines: readonly Refunds[]
}

/** Prefetches what the payments and refunds name. */
export function prefetchDedicatedPayments(asking: LedgerPrefetch, requested: DedicatedPayments): void {
  const prefetchRefunds = ({ dedicatedRefunds }: Refunds): void =>
    dedicatedRefunds.forEach((refund) => prefetchDedicatedRefund(asking, refund))
  requested.lines.forEach(prefetchRefunds)
  for (const payment of requested.payments) {
    prefetchPayment(asking, payment)
    prefetchRefunds(payment)
  }
  prefetchRefunds(requested)
}

/** An invoice, and the payments and refunds created on it. */
export type InvoiceWithPayments = { document: Invoice; payments: InvoicePayment[]; refunds: Refund[] }

/** An allocation that the request does not state has no remarks of its own. */
const NO_REMARKS = { memo: null, metadata: null, referenceNumber: null } as const

/**
 * The invoice with its payments and refunds. Payments come before refunds, which take back what was paid: refunds of payments
 * first, then of line items, then of the whole.
 * @param invoiceField the field that names the invoice, if any
 * @throws AccountArchived, ControlAccount, DuplicateTagDimension, BalancingTagViolation, PeriodClosed, InvoiceVoided,
 *   OverAllocated, OverRefunded, TooManyAllocations, InvalidPayload; every problem at once; RetryDecision
 */
export function withDedicatedPayments(
  { invoice, recognized }: LockedInvoice,
  requested: DedicatedPayments,
  facts: Facts,
  invoiceField?: string,
): InvoiceWithPayments {
  const { id, contactId, lineItems } = invoice
  const problems = new Problems()
  const accounts = receivableAccounts(facts.books)
  let locked: LockedInvoice = { invoice, recognized }
  const payments: InvoicePayment[] = []
  for (const one of requested.payments) {
    const { field, amount } = one
    const payment = newPayment(one, contactId, facts, problems)
    const part = { ...NO_REMARKS, field, invoiceField: invoiceField ?? `${field}amount`, amount, tags: [] }
    if (!canBePaid(locked, contactId, part, problems)) continue
    const result = pay(locked, payment, part, { accounts, ...facts })
    locked = result.locked
    payments.push(result.payment)
  }
  problems.throwIfAny()
  const refundable: Refundable = {
    invoices: new Map([[id, locked.invoice]]),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  }
  const refunded = (given: Refunds, on: Partial<RefundTarget>): Refund[] =>
    given.dedicatedRefunds.flatMap(
      (refund) => dedicatedRefund(refund, { invoiceId: id, ...on }, contactId, refundable, facts, problems) ?? [],
    )
  const refunds = [
    ...requested.payments.flatMap((one, index) => refunded(one, { invoicePaymentId: payments[index]?.id ?? null })),
    ...requested.lines.flatMap((one, index) => refunded(one, { invoiceLineItemId: lineItems[index]?.id ?? null })),
    ...refunded(requested, {}),
  ]
  const document = refundable.invoices.get(id) ?? locked.invoice
  collectProblems(problems, () => requireAllocationCapacity(document, `${requested.field}dedicated_refunds`))
  problems.throwIfAny()
  return { document, payments: [...refundable.payments.values()], refunds }
}

/** Prefetches what the payment names. */
export function prefetchPayment(asking: LedgerPrefetch, requested: RequestedPaymentHead): void {
  const { field, tags } = requested
  prefetchClearing(asking, requested, field)
  prefetchTags(asking, tags, `${field}tags`)
}

/**
 * The new payment, without allocations. Every problem is added to `problems`: AccountArchived, ControlAccount,
 * DuplicateTagDimension, PeriodClosed.
 */
export function newPayment(
  { field, clearingAccount, ...requested }: RequestedPaymentHead,
  contactId: string,
  facts: Facts,
  problems: Problems,
): InvoicePayment {
  const { books } = facts
  const clearing = collectProblems(problems, () =>
    clearingAccountOf(books, requested, clearingAccount, `${field}payment_clearing_account_identifier`),
  )
  collectProblems(problems, () => books.requireOpenAt(requested.paidAt, `${field}paid_at`))
  return {
    ...requested,
    ...newDocument(facts),
    contactId,
    clearingAccountId: clearing?.id ?? '',
    allocations: [],
    refunded: [],
    payoutId: null,
    returns: [],
    deletedAt: null,
    tags: resolveTags({ ...requested, field }, facts, problems),
  }
}

/**
 * The field under which a wrong amount is reported: `refunded_amount`, or the whole refund where it is inside another
 * document and its amount is the sum of its line items.
 */
const amountFieldOf = ({ field, totalAmount }: RequestedDedicatedRefund): string =>
  totalAmount === null && field !== '' ? field.slice(0, -1) : `${field}refunded_amount`

/**
 * The refund of an invoice, a line item of it or a payment, which also updates `locked`; undefined where it has problems,
 * which are added to `problems`. Its payment has the same external_id, since lists of refund payments filter by it.
 */
export function dedicatedRefund(
  requested: RequestedDedicatedRefund,
  target: Partial<RefundTarget>,
  contactId: string,
  locked: Refundable,
  facts: Facts,
  problems: Problems,
): Refund | undefined {
  const { field, lines, account, externalId, asked, completedAt, memo, metadata, referenceNumber } = requested
  const { businessId, books, newId, now } = facts
  const tags = resolveTags(requested, facts, problems)
  const id = newId()
  // Its payment has the same time and reports that problem itself.
  if (!requested.payment)
    collectProblems(problems, () => books.requireOpenAt(completedAt ?? now, `${field}completed_at`))
  const allocation = issue(
    {
      ...NO_REMARKS,
      ...NO_TARGET,
      ...target,
      field,
      amountField: amountFieldOf(requested),
      id: newId(),
      externalId: null,
      totalAmount: requested.totalAmount,
      lineItems: refundLines(lines, [], facts, problems),
      accountId: lines.length > 0 ? null : resolveAccount(account, `${field}account_identifier`, books, problems),
      partIds: [],
      tags: [],
    },
    locked,
    { refundId: id, tags, accounts: receivableAccounts(books), newId },
    problems,
  )
  if (!allocation) return undefined
  const payment =
    requested.payment &&
    newRefundPayment(
      { ...requested.payment, externalId, refundedAmount: allocation.totalAmount, memo, metadata, referenceNumber },
      { refundId: id, tags: [], completedAt: completedAt ?? now },
      facts,
      problems,
    )
  const head = { id, businessId, contactId, externalId, asked, completedAt, memo, metadata, referenceNumber, tags }
  const refund = { ...newRefund(head, now), allocations: [allocation], payments: payment ? [payment] : [] }
  // Its payment has the same time.
  const fields = { issued: `${field}completed_at`, paymentOf: () => `${field}completed_at` }
  refuseEarlyRefund({ before: null, after: refund }, locked, { timeZone: facts.timeZone, fields, problems })
  return withPaidShares(refund)
}
