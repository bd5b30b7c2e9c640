/** Refunds as requests state them, before anything is looked up. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { collectProblems, Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  DedicatedRefundInput__Output,
  RefundAllocationInput__Output,
  RefundedPaymentFeeInput__Output,
  RefundInput__Output,
  RefundLineItemInput__Output,
  RefundPaymentInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { CustomerReference } from '../contacts/contact.ts'
import { instantFrom } from '../requests/instants.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { distinctInputs } from '../requests/distinct-inputs.ts'
import { oneOf } from '../requests/one-of.ts'
import { headFrom, remarksFrom, type Remarks } from '../requests/remarks.ts'
import { amountFrom, refuseRepeated } from '../line-items/requested-lines.ts'
import { REFUND_METHODS, type RefundMethod } from './refund.ts'

/** `field` is its place in the request, here and below: with a trailing dot, or empty for the request itself. */
export type RequestedRefundLine = Remarks & {
  field: string
  id: string | null
  externalId: string | null
  amount: number
  account: AccountIdentifier | null
  prepaymentAccount: AccountIdentifier | null
  tags: readonly TagKeyValue__Output[]
}

/** Names of an allocation's target. */
export type RefundNames = {
  invoice_id?: string | undefined
  invoice_external_id?: string | undefined
  invoice_line_item_id?: string | undefined
  invoice_line_item_external_id?: string | undefined
  invoice_payment_id?: string | undefined
  invoice_payment_external_id?: string | undefined
}

export type RequestedRefundAllocation = Remarks & {
  field: string
  id: string | null
  externalId: string | null
  totalAmount: number | null
  lines: readonly RequestedRefundLine[]
  names: RefundNames
  customer: CustomerReference
  tags: readonly TagKeyValue__Output[]
}

export type RequestedFee = { field: string; account: AccountIdentifier; feeAmount: number; description: string | null }

export type RequestedRefundPayment = Remarks & {
  field: string
  id: string | null
  externalId: string | null
  refundedAmount: number
  completedAt: Date | null
  method: RefundMethod
  processor: string | null
  fee: number | null
  clearingAccount: AccountIdentifier | undefined
  refundedFees: readonly RequestedFee[]
  tags: readonly TagKeyValue__Output[]
}

export type RequestedRefund = Remarks & {
  field: string
  externalId: string | null
  asked: CanonicalRequest | undefined
  completedAt: Date | null
  allocations: readonly RequestedRefundAllocation[]
  payments: readonly RequestedRefundPayment[]
  tags: readonly TagKeyValue__Output[]
}

/** A refund within another document, which it refers to; its payment pays all of it. */
export type RequestedDedicatedRefund = Remarks & {
  field: string
  externalId: string | null
  asked: CanonicalRequest | undefined
  completedAt: Date | null
  totalAmount: number | null
  lines: readonly RequestedRefundLine[]
  /** The default account of its line items. */
  account: AccountIdentifier | null
  /** Null where it is issued without a payment. */
  payment: Omit<
    RequestedRefundPayment,
    'refundedAmount' | 'externalId' | 'completedAt' | 'tags' | 'id' | keyof Remarks
  > | null
  tags: readonly TagKeyValue__Output[]
}

/** The most elements of a refund's lists, which are shown as a whole. */
const MAX_ITEMS = 1_000
/** The most refunds of one target in one request. */
const MAX_REFUNDS = 100

function requestedLines(
  inputs: readonly RefundLineItemInput__Output[],
  field: string,
  account: AccountIdentifier | null,
  problems: Problems,
): RequestedRefundLine[] {
  refuseTooMany(inputs, field, problems)
  refuseRepeated(inputs, ['id', 'external_id'], field, problems)
  return inputs.map((input, index) => ({
    ...remarksFrom(input),
    field: `${field}.${index}.`,
    id: input.id ?? null,
    externalId: input.external_id ?? null,
    amount: amountFrom(input.amount, `${field}.${index}.amount`, problems, 1),
    account: input.account_identifier ? toIdentifier(input.account_identifier) : account,
    prepaymentAccount: input.prepayment_account_identifier ? toIdentifier(input.prepayment_account_identifier) : null,
    tags: input.tags,
  }))
}

function refuseTooMany(inputs: readonly unknown[], field: string, problems: Problems): void {
  if (inputs.length > MAX_ITEMS)
    problems.add('InvalidPayload', `At most ${MAX_ITEMS} are possible; here are ${inputs.length}.`, { field })
}

function requestedFees(
  inputs: readonly RefundedPaymentFeeInput__Output[],
  field: string,
  problems: Problems,
): RequestedFee[] {
  refuseTooMany(inputs, field, problems)
  return inputs.map(({ account, fee_amount, description }, index) => {
    if (!account)
      problems.add('InvalidPayload', 'Expected the account that the fee is taken back from.', {
        field: `${field}.${index}.account`,
      })
    return {
      field: `${field}.${index}.`,
      account: toIdentifier(account ?? { type: '' }),
      feeAmount: amountFrom(fee_amount, `${field}.${index}.fee_amount`, problems, 0),
      description: description ?? null,
    }
  })
}

/** Every problem is added to `problems`. */
export function requestedAllocation(
  input: RefundAllocationInput__Output,
  field: string,
  problems: Problems,
): RequestedRefundAllocation {
  const { total_amount, customer_id, customer_external_id } = input
  return {
    ...remarksFrom(input),
    field,
    id: input.id ?? null,
    externalId: input.external_id ?? null,
    totalAmount: total_amount === undefined ? null : amountFrom(total_amount, `${field}total_amount`, problems, 1),
    lines: requestedLines(input.line_items, `${field}line_items`, null, problems),
    names: input,
    customer: { customer_id, customer_external_id },
    tags: input.tags,
  }
}

type PaymentInput = Pick<
  RefundPaymentInput__Output,
  'refund_processing_fee' | 'processor' | 'payment_clearing_account_identifier' | 'refunded_payment_fees'
>

/** How a refund is paid out, without the amount. */
function requestedPayout(input: PaymentInput & { method: string }, field: string, problems: Problems) {
  const { refund_processing_fee: fee, payment_clearing_account_identifier: clearing } = input
  const method = collectProblems(problems, () => oneOf(REFUND_METHODS, input.method, `${field}method`)) ?? 'OTHER'
  if (method === 'STORE_CREDIT') refuseOnStoreCredit(input, field, problems)
  return {
    field,
    method,
    processor: input.processor ?? null,
    fee: fee === undefined ? null : amountFrom(fee, `${field}refund_processing_fee`, problems, 0),
    clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    refundedFees: requestedFees(input.refunded_payment_fees, `${field}refunded_payment_fees`, problems),
  }
}

/** Store credit passes through no processor. */
function refuseOnStoreCredit(input: PaymentInput, field: string, problems: Problems): void {
  const named = [
    ...(input.payment_clearing_account_identifier ? ['payment_clearing_account_identifier'] : []),
    ...((input.refund_processing_fee ?? 0) > 0 ? ['refund_processing_fee'] : []),
    ...(input.refunded_payment_fees.length > 0 ? ['refunded_payment_fees'] : []),
  ]
  for (const name of named)
    problems.add('InvalidPayload', 'Store credit has no clearing account of its own and no fees.', {
      field: `${field}${name}`,
    })
}

/** Every problem is added to `problems`. */
export const requestedPayment = (
  input: RefundPaymentInput__Output,
  field: string,
  problems: Problems,
): RequestedRefundPayment => ({
  ...remarksFrom(input),
  ...requestedPayout(input, field, problems),
  completedAt: collectProblems(problems, () => instantFrom(input.completed_at, `${field}completed_at`, null)) ?? null,
  id: input.id ?? null,
  externalId: input.external_id ?? null,
  refundedAmount: amountFrom(input.refunded_amount, `${field}refunded_amount`, problems, 1),
  tags: input.tags,
})

/** @throws InvalidPayload; every problem at once */
export function requestedRefund(input: RefundInput__Output): RequestedRefund {
  const problems = new Problems()
  const requested = {
    ...headFrom(input),
    field: '',
    completedAt: collectProblems(problems, () => instantFrom(input.completed_at, 'completed_at', null)) ?? null,
    allocations: requestedAllocations(input.allocations, problems),
    payments: requestedPayments(input.payments, problems),
    tags: input.tags,
  }
  if (input.allocations.length === 0)
    problems.add('InvalidPayload', 'Expected what is refunded: at least one allocation.', { field: 'allocations' })
  problems.throwIfAny()
  return requested
}

/** Every problem is added to `problems`. */
export function requestedAllocations(
  inputs: readonly RefundAllocationInput__Output[],
  problems: Problems,
): RequestedRefundAllocation[] {
  refuseTooMany(inputs, 'allocations', problems)
  refuseRepeated(inputs, ['id', 'external_id'], 'allocations', problems, 'allocation')
  return inputs.map((one, index) => requestedAllocation(one, `allocations.${index}.`, problems))
}

/** Every problem is added to `problems`. */
export function requestedPayments(
  inputs: readonly RefundPaymentInput__Output[],
  problems: Problems,
): RequestedRefundPayment[] {
  refuseTooMany(inputs, 'payments', problems)
  refuseRepeated(inputs, ['id', 'external_id'], 'payments', problems, 'payment')
  return inputs.map((one, index) => requestedPayment(one, `payments.${index}.`, problems))
}

/** Fields of the payment, meaningless without a method. */
const OF_PAYMENT = ['refund_processing_fee', 'processor', 'payment_clearing_account_identifier'] as const

/** Every problem is added to `problems`. */
export function requestedDedicatedRefund(
  input: DedicatedRefundInput__Output,
  field: string,
  problems: Problems,
): RequestedDedicatedRefund {
  const { method, refunded_amount, account_identifier } = input
  const account = account_identifier ? toIdentifier(account_identifier) : null
  if (method === undefined)
    for (const name of [
      ...OF_PAYMENT.filter((one) => input[one] !== undefined),
      ...(input.refunded_payment_fees.length > 0 ? ['refunded_payment_fees'] : []),
    ])
      problems.add('InvalidPayload', 'Expected a method, too: without one the refund is issued and not paid out.', {
        field: `${field}${name}`,
      })
  return {
    ...headFrom(input),
    field,
    completedAt: collectProblems(problems, () => instantFrom(input.completed_at, `${field}completed_at`, null)) ?? null,
    totalAmount:
      refunded_amount === undefined ? null : amountFrom(refunded_amount, `${field}refunded_amount`, problems, 1),
    lines: requestedLines(input.line_items, `${field}line_items`, account, problems),
    account,
    payment: method === undefined ? null : requestedPayout({ ...input, method }, field, problems),
    tags: input.tags,
  }
}

/**
 * Refunds of one target. Every problem is added to `problems`.
 * @param field of the list
 */
export function requestedDedicatedRefunds(
  inputs: readonly DedicatedRefundInput__Output[],
  field: string,
  problems: Problems,
): RequestedDedicatedRefund[] {
  if (inputs.length > MAX_REFUNDS)
    problems.add('InvalidPayload', `At most ${MAX_REFUNDS} are possible; here are ${inputs.length}.`, { field })
  return distinctInputs(inputs, { field, kind: 'refund', problems }, (input, at) =>
    requestedDedicatedRefund(input, at, problems),
  )
}
