/** Refunds, their payments, and what of them is on invoices, as callers see them. */
import type { Tx } from '@pacioli/db'
import type {
  Refund as RefundMessage,
  RefundAllocation as AllocationMessage,
  RefundLineItem as LineMessage,
  RefundPayment as PaymentMessage,
} from '@pacioli/protos/billing'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import { sumOf } from '../rounding/sum.ts'
import { loadMatches } from '../matches/match.store.ts'
import { findRefundsOnInvoices, loadRefunds } from './refund.store.ts'
import {
  livePayments,
  paidOutOf,
  totalOf,
  type Refund,
  type RefundAllocation,
  type RefundLineItem,
  type RefundPayment,
} from './refund.ts'

/** What payments show besides themselves; `matches` is what is matched to a bank transaction, by id. */
type Shown = { names: DocumentNames; matches: ReadonlyMap<string, unknown> }

const namedByAllocation = ({ lineItems, tags }: RefundAllocation): Named => ({
  accountIds: lineItems.flatMap(({ accountId, prepaymentAccountId }) => [accountId, prepaymentAccountId]),
  tags: [...tags, ...lineItems.flatMap((line) => line.tags)],
})

const namedByPayment = ({ clearingAccountId, refundedPaymentFees, tags }: RefundPayment): Named => ({
  accountIds: [clearingAccountId, ...refundedPaymentFees.map(({ accountId }) => accountId)],
  tags,
})

function toLineMessage(line: RefundLineItem, { accounts, tags }: DocumentNames): LineMessage {
  const { accountId, prepaymentAccountId } = line
  return {
    id: line.id,
    external_id: line.externalId ?? undefined,
    amount: line.amount,
    ledger_account: accountId === null ? undefined : toAccountSummary(accountId, accounts),
    prepayment_account: prepaymentAccountId === null ? undefined : toAccountSummary(prepaymentAccountId, accounts),
    transaction_tags: toDocumentTags(line.tags, tags),
    memo: line.memo ?? undefined,
    metadata: line.metadata ?? undefined,
    reference_number: line.referenceNumber ?? undefined,
  }
}

const toAllocationMessage = (
  allocation: RefundAllocation,
  refund: Pick<Refund, 'id' | 'customerId'>,
  names: DocumentNames,
): AllocationMessage => ({
  id: allocation.id,
  external_id: allocation.externalId ?? undefined,
  refund_id: refund.id,
  total_amount: allocation.totalAmount,
  amount: allocation.totalAmount,
  line_items: allocation.lineItems.map((line) => toLineMessage(line, names)),
  invoice_id: allocation.invoiceId ?? undefined,
  invoice_line_item_id: allocation.invoiceLineItemId ?? undefined,
  invoice_payment_id: allocation.invoicePaymentId ?? undefined,
  customer_id: refund.customerId,
  transaction_tags: toDocumentTags(allocation.tags, names.tags),
  memo: allocation.memo ?? undefined,
  metadata: allocation.metadata ?? undefined,
  reference_number: allocation.referenceNumber ?? undefined,
})

const toPaymentMessage = (payment: RefundPayment, { names, matches }: Shown): PaymentMessage => ({
  id: payment.id,
  external_id: payment.externalId ?? undefined,
  refund_id: payment.refundId,
  refunded_amount: payment.refundedAmount,
  fee: payment.fee ?? undefined,
  completed_at: payment.completedAt.toISOString(),
  method: payment.method,
  processor: payment.processor ?? undefined,
  payment_clearing_account: toAccountSummary(payment.clearingAccountId, names.accounts),
  refunded_payment_fees: payment.refundedPaymentFees.map(({ accountId, feeAmount, description }) => ({
    account: toAccountSummary(accountId, names.accounts),
    fee_amount: feeAmount,
    description: description ?? undefined,
  })),
  is_matched: matches.has(payment.id),
  payout_id: payment.payoutId ?? undefined,
  transaction_tags: toDocumentTags(payment.tags, names.tags),
  memo: payment.memo ?? undefined,
  metadata: payment.metadata ?? undefined,
  reference_number: payment.referenceNumber ?? undefined,
  imported_at: payment.importedAt.toISOString(),
  updated_at: payment.updatedAt.toISOString(),
})

async function loadShown(
  tx: Tx,
  businessId: string,
  payments: readonly RefundPayment[],
  named: readonly Named[] = [],
): Promise<Shown> {
  const names = await loadDocumentNames(tx, businessId, [...named, ...payments.map(namedByPayment)])
  const matches = await loadMatches(
    tx,
    businessId,
    payments.map(({ id }) => id),
  )
  return { names, matches }
}

/** With the payments that were not taken out, in the order given, in a constant number of statements. */
export async function presentRefunds(tx: Tx, businessId: string, refunds: readonly Refund[]): Promise<RefundMessage[]> {
  if (refunds.length === 0) return []
  const shown = await loadShown(tx, businessId, refunds.flatMap(livePayments), [
    ...refunds.map(({ customerId, tags }) => ({ customerIds: [customerId], accountIds: [], tags })),
    ...refunds.flatMap(({ allocations }) => allocations.map(namedByAllocation)),
  ])
  return refunds.map((refund) => toRefundMessage(refund, shown))
}

const toRefundMessage = (refund: Refund, shown: Shown): RefundMessage => ({
  id: refund.id,
  business_id: refund.businessId,
  external_id: refund.externalId ?? undefined,
  customer: shown.names.customers.get(refund.customerId),
  completed_at: refund.completedAt?.toISOString(),
  total_amount: totalOf(refund),
  outstanding_balance: totalOf(refund) - paidOutOf(refund),
  allocations: refund.allocations.map((allocation) => toAllocationMessage(allocation, refund, shown.names)),
  payments: livePayments(refund).map((payment) => toPaymentMessage(payment, shown)),
  transaction_tags: toDocumentTags(refund.tags, shown.names.tags),
  memo: refund.memo ?? undefined,
  metadata: refund.metadata ?? undefined,
  reference_number: refund.referenceNumber ?? undefined,
  imported_at: refund.importedAt.toISOString(),
  updated_at: refund.updatedAt.toISOString(),
})

/** In the order given, in a constant number of statements. */
export async function presentRefundPayments(
  tx: Tx,
  businessId: string,
  payments: readonly RefundPayment[],
): Promise<PaymentMessage[]> {
  if (payments.length === 0) return []
  const shown = await loadShown(tx, businessId, payments)
  return payments.map((payment) => toPaymentMessage(payment, shown))
}

/**
 * The allocations of refunds that have something on these invoices, by invoice, each with what of it is on that invoice; in
 * the order of their ids. What was taken out of a customer's credit is on none.
 */
export async function presentRefundAllocationsOn(
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, AllocationMessage[]>> {
  const refunds = await loadRefunds(tx, businessId, await findRefundsOnInvoices(tx, businessId, invoiceIds))
  const asked = new Set(invoiceIds)
  const found = refunds.flatMap((refund) =>
    refund.allocations.flatMap((allocation) =>
      [...amountsByInvoice(allocation)]
        .filter(([invoiceId]) => asked.has(invoiceId))
        .map(([invoiceId, amount]) => ({ refund, allocation, invoiceId, amount })),
    ),
  )
  if (found.length === 0) return new Map()
  const names = await loadDocumentNames(
    tx,
    businessId,
    found.map(({ allocation }) => namedByAllocation(allocation)),
  )
  const byInvoice = Map.groupBy(found, ({ invoiceId }) => invoiceId)
  return new Map(
    [...byInvoice].map(([invoiceId, there]) => [
      invoiceId,
      there.map(({ allocation, refund, amount }) => ({ ...toAllocationMessage(allocation, refund, names), amount })),
    ]),
  )
}

/** What of an allocation is on which invoice. */
function amountsByInvoice({ parts }: RefundAllocation): Map<string, number> {
  const onInvoices = parts.flatMap(({ invoiceId, isOfCredit, amount }) =>
    invoiceId === null || isOfCredit ? [] : [{ invoiceId, amount }],
  )
  const byInvoice = Map.groupBy(onInvoices, ({ invoiceId }) => invoiceId)
  return new Map([...byInvoice].map(([id, there]) => [id, sumOf(there.map(({ amount }) => amount))]))
}
