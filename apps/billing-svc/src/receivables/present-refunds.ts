/** Refunds, their payments, and their parts on invoices, as callers see them. */
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import type { Tx } from '@pacioli/db'
import type {
  Refund as RefundMessage,
  RefundAllocation as AllocationMessage,
  RefundPayment as PaymentMessage,
} from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { loadMatches } from '../matches/match.store.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { REMARKS } from '../requests/remarks.ts'
import { sumOf } from '../rounding/sum.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { Invoice } from './invoice.ts'
import { findRefundsOnInvoices, loadRefunds } from './refund.store.ts'
import { livePayments, paidOutOf, totalOf, type Refund, type RefundAllocation, type RefundPayment } from './refund.ts'

/** Fields that events and answers share. */
export const shownOfRefund = (refund: Refund) => ({
  ...pick(refund, ['id', 'businessId', 'externalId', 'completedAt', ...REMARKS, 'importedAt', 'updatedAt']),
  totalAmount: totalOf(refund),
  outstandingBalance: totalOf(refund) - paidOutOf(refund),
})

/** Likewise, of its allocations. */
export const shownOfAllocation = (allocation: RefundAllocation) =>
  pick(allocation, [
    'id',
    'externalId',
    'totalAmount',
    'invoiceId',
    'invoiceLineItemId',
    'invoicePaymentId',
    'source',
    ...REMARKS,
  ])

/** Likewise, of their line items. */
export const REFUND_LINE = ['id', 'externalId', 'amount', ...REMARKS] as const

/** Likewise, of its payments. */
export const shownOfRefundPayment = (payment: RefundPayment) => ({
  ...pick(payment, ['id', 'externalId', 'refundId', 'refundedAmount', 'fee', 'completedAt', 'method', 'processor']),
  ...pick(payment, ['payoutId', ...REMARKS, 'importedAt', 'updatedAt']),
})

/** Related data that payments show; `matches` to bank transactions, by id. */
type Shown = { names: DocumentNames; matches: ReadonlyMap<string, unknown> }

const namedByAllocation = (allocation: RefundAllocation): Named => ({
  accountIds: allocation.lineItems.flatMap(({ accountId, prepaymentAccountId }) => [accountId, prepaymentAccountId]),
  tags: tagsWithLines(allocation),
})

const namedByPayment = ({ clearingAccountId, refundedPaymentFees, tags }: RefundPayment): Named => ({
  accountIds: [clearingAccountId, ...refundedPaymentFees.map(({ accountId }) => accountId)],
  tags,
})

const toAllocationMessage = (
  allocation: RefundAllocation,
  refund: Pick<Refund, 'id' | 'contactId'>,
  { accounts, tags }: DocumentNames,
): AllocationMessage => ({
  ...toSendable(shownOfAllocation(allocation)),
  refund_id: refund.id,
  amount: allocation.totalAmount,
  line_items: allocation.lineItems.map((line) => ({
    ...toSendable(pick(line, REFUND_LINE)),
    ledger_account: line.accountId === null ? undefined : toAccountSummary(line.accountId, accounts),
    prepayment_account:
      line.prepaymentAccountId === null ? undefined : toAccountSummary(line.prepaymentAccountId, accounts),
    transaction_tags: toDocumentTags(line.tags, tags),
  })),
  customer_id: refund.contactId,
  transaction_tags: toDocumentTags(allocation.tags, tags),
})

const toPaymentMessage = (payment: RefundPayment, { names, matches }: Shown): PaymentMessage => ({
  ...toSendable(shownOfRefundPayment(payment)),
  payment_clearing_account: toAccountSummary(payment.clearingAccountId, names.accounts),
  refunded_payment_fees: payment.refundedPaymentFees.map(({ accountId, feeAmount, description }) => ({
    ...toSendable({ feeAmount, description }),
    account: toAccountSummary(accountId, names.accounts),
  })),
  is_matched: matches.has(payment.id),
  transaction_tags: toDocumentTags(payment.tags, names.tags),
})

async function loadShown(
  tx: Tx,
  payments: readonly RefundPayment[],
  at: Moment,
  named: readonly Named[] = [],
): Promise<Shown> {
  const ids = payments.map(({ id }) => id)
  const [names, matches] = await Promise.all([
    loadDocumentNames(tx, [...named, ...payments.map(namedByPayment)], at),
    loadMatches(tx, ids),
  ])
  return { names, matches }
}

/** Without deleted payments, in the order given, in a constant number of statements. */
export async function presentRefunds(tx: Tx, refunds: readonly Refund[], at: Moment): Promise<RefundMessage[]> {
  if (refunds.length === 0) return []
  const shown = await loadShown(tx, refunds.flatMap(livePayments), at, [
    ...refunds.map(({ contactId, tags }) => ({ customerIds: [contactId], accountIds: [], tags })),
    ...refunds.flatMap(({ allocations }) => allocations.map(namedByAllocation)),
  ])
  return refunds.map((refund) => ({
    ...toSendable(shownOfRefund(refund)),
    customer: shown.names.customers.get(refund.contactId),
    allocations: refund.allocations.map((allocation) => toAllocationMessage(allocation, refund, shown.names)),
    payments: livePayments(refund).map((payment) => toPaymentMessage(payment, shown)),
    transaction_tags: toDocumentTags(refund.tags, shown.names.tags),
  }))
}

/** In the order given, in a constant number of statements. */
export async function presentRefundPayments(
  tx: Tx,
  payments: readonly RefundPayment[],
  at: Moment,
): Promise<PaymentMessage[]> {
  if (payments.length === 0) return []
  const shown = await loadShown(tx, payments, at)
  return payments.map((payment) => toPaymentMessage(payment, shown))
}

/**
 * Refund allocations with parts on these invoices, by invoice, each with its parts there, in the order of their ids. Parts
 * of a customer's credit are on no invoice.
 */
export async function presentRefundAllocationsOn(
  tx: Tx,
  invoices: readonly Invoice[],
  at: Moment,
): Promise<Map<string, AllocationMessage[]>> {
  const invoiceIds = invoices.filter(({ refunded }) => refunded.length > 0).map(({ id }) => id)
  const refunds = await loadRefunds(tx, await findRefundsOnInvoices(tx, invoiceIds))
  const requested = new Set(invoiceIds)
  const found = refunds.flatMap((refund) =>
    refund.allocations.flatMap((allocation) =>
      [...amountsByInvoice(allocation)]
        .filter(([invoiceId]) => requested.has(invoiceId))
        .map(([invoiceId, amount]) => ({ refund, allocation, invoiceId, amount })),
    ),
  )
  if (found.length === 0) return new Map()
  const names = await loadDocumentNames(
    tx,
    found.map(({ allocation }) => namedByAllocation(allocation)),
    at,
  )
  const byInvoice = Map.groupBy(found, ({ invoiceId }) => invoiceId)
  return new Map(
    [...byInvoice].map(([invoiceId, onInvoice]) => [
      invoiceId,
      onInvoice.map(({ allocation, refund, amount }) => ({
        ...toAllocationMessage(allocation, refund, names),
        amount,
      })),
    ]),
  )
}

/** Parts of an allocation, by invoice. */
function amountsByInvoice({ parts }: RefundAllocation): Map<string, number> {
  const onInvoices = parts.flatMap(({ invoiceId, isOfCredit, amount }) =>
    invoiceId === null || isOfCredit ? [] : [{ invoiceId, amount }],
  )
  const byInvoice = Map.groupBy(onInvoices, ({ invoiceId }) => invoiceId)
  return new Map([...byInvoice].map(([id, onInvoice]) => [id, sumOf(onInvoice.map(({ amount }) => amount))]))
}
