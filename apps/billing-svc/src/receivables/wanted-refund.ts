/** Refunds as requests want them, before anything was looked up. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { askedIfNamed } from '../requests/asked.ts'
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
import type { NamedCustomer } from '../contacts/named-customers.ts'
import { momentFrom } from '../requests/moments.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { onceEach } from '../requests/once-each.ts'
import { oneOf } from '../requests/one-of.ts'
import { amountFrom, refuseRepeated } from '../line-items/wanted-lines.ts'
import { REFUND_METHODS, type RefundMethod } from './refund.ts'

/** What callers write on a document: the same words everywhere. */
type Words = { memo: string | null; metadata: string | null; referenceNumber: string | null }

/** `field` is where the request has it, here and below: with a dot at its end, or empty for the request itself. */
export type WantedRefundLine = Words & {
  field: string
  id: string | null
  externalId: string | null
  amount: number
  account: AccountIdentifier | null
  prepaymentAccount: AccountIdentifier | null
  tags: readonly TagKeyValue__Output[]
}

/** Names of what an allocation hangs on. */
export type RefundNames = {
  invoice_id?: string | undefined
  invoice_external_id?: string | undefined
  invoice_line_item_id?: string | undefined
  invoice_line_item_external_id?: string | undefined
  invoice_payment_id?: string | undefined
  invoice_payment_external_id?: string | undefined
}

export type WantedAllocationOfRefund = Words & {
  field: string
  id: string | null
  externalId: string | null
  totalAmount: number | null
  lines: readonly WantedRefundLine[]
  names: RefundNames
  customer: NamedCustomer
  tags: readonly TagKeyValue__Output[]
}

export type WantedFee = { field: string; account: AccountIdentifier; feeAmount: number; description: string | null }

export type WantedRefundPayment = Words & {
  field: string
  id: string | null
  externalId: string | null
  refundedAmount: number
  completedAt: Date | null
  method: RefundMethod
  processor: string | null
  fee: number | null
  clearingAccount: AccountIdentifier | undefined
  refundedFees: readonly WantedFee[]
  tags: readonly TagKeyValue__Output[]
}

export type WantedRefund = Words & {
  field: string
  externalId: string | null
  asked: CanonicalRequest | undefined
  completedAt: Date | null
  allocations: readonly WantedAllocationOfRefund[]
  payments: readonly WantedRefundPayment[]
  tags: readonly TagKeyValue__Output[]
}

/** A refund of what it is given with; its payment is worth all of it. */
export type WantedDedicatedRefund = Words & {
  field: string
  externalId: string | null
  asked: CanonicalRequest | undefined
  completedAt: Date | null
  totalAmount: number | null
  lines: readonly WantedRefundLine[]
  /** What all of it is taken out of, where the line items say nothing else. */
  account: AccountIdentifier | null
  /** Null where it is issued alone. */
  payment: Omit<
    WantedRefundPayment,
    'refundedAmount' | 'externalId' | 'completedAt' | 'tags' | 'id' | keyof Words
  > | null
  tags: readonly TagKeyValue__Output[]
}

/** Lists of a refund are told as a whole. */
const MAX_ITEMS = 1_000
/** Refunds of one thing in one request. */
const MAX_REFUNDS = 100

const wordsOf = (input: {
  memo?: string | undefined
  metadata?: string | undefined
  reference_number?: string | undefined
}): Words => ({
  memo: input.memo ?? null,
  metadata: input.metadata ?? null,
  referenceNumber: input.reference_number ?? null,
})

function wantedLines(
  inputs: readonly RefundLineItemInput__Output[],
  field: string,
  account: AccountIdentifier | null,
  problems: Problems,
): WantedRefundLine[] {
  refuseTooMany(inputs, field, problems)
  refuseRepeated(inputs, ['id', 'external_id'], field, problems)
  return inputs.map((input, index) => ({
    ...wordsOf(input),
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

function wantedFees(
  inputs: readonly RefundedPaymentFeeInput__Output[],
  field: string,
  problems: Problems,
): WantedFee[] {
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
export function wantedRefundAllocation(
  input: RefundAllocationInput__Output,
  field: string,
  problems: Problems,
): WantedAllocationOfRefund {
  const { total_amount, customer_id, customer_external_id } = input
  return {
    ...wordsOf(input),
    field,
    id: input.id ?? null,
    externalId: input.external_id ?? null,
    totalAmount: total_amount === undefined ? null : amountFrom(total_amount, `${field}total_amount`, problems, 1),
    lines: wantedLines(input.line_items, `${field}line_items`, null, problems),
    names: input,
    customer: { customer_id, customer_external_id },
    tags: input.tags,
  }
}

type PaymentInput = Pick<
  RefundPaymentInput__Output,
  'refund_processing_fee' | 'processor' | 'payment_clearing_account_identifier' | 'refunded_payment_fees'
>

/** How a refund is paid out, of whatever amount. */
function wantedPayingOut(input: PaymentInput & { method: string }, field: string, problems: Problems) {
  const { refund_processing_fee: fee, payment_clearing_account_identifier: clearing } = input
  const method = collectProblems(problems, () => oneOf(REFUND_METHODS, input.method, `${field}method`)) ?? 'OTHER'
  if (method === 'STORE_CREDIT') refuseOnStoreCredit(input, field, problems)
  return {
    field,
    method,
    processor: input.processor ?? null,
    fee: fee === undefined ? null : amountFrom(fee, `${field}refund_processing_fee`, problems, 0),
    clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    refundedFees: wantedFees(input.refunded_payment_fees, `${field}refunded_payment_fees`, problems),
  }
}

/** It stands on the customer's credit and passes through no processor. */
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
export const wantedRefundPayment = (
  input: RefundPaymentInput__Output,
  field: string,
  problems: Problems,
): WantedRefundPayment => ({
  ...wordsOf(input),
  ...wantedPayingOut(input, field, problems),
  completedAt: collectProblems(problems, () => momentFrom(input.completed_at, `${field}completed_at`, null)) ?? null,
  id: input.id ?? null,
  externalId: input.external_id ?? null,
  refundedAmount: amountFrom(input.refunded_amount, `${field}refunded_amount`, problems, 1),
  tags: input.tags,
})

/** @throws InvalidPayload; every problem at once */
export function wantedRefund(input: RefundInput__Output): WantedRefund {
  const problems = new Problems()
  const wanted = {
    ...wordsOf(input),
    field: '',
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    completedAt: collectProblems(problems, () => momentFrom(input.completed_at, 'completed_at', null)) ?? null,
    allocations: wantedAllocations(input.allocations, problems),
    payments: wantedPayments(input.payments, problems),
    tags: input.tags,
  }
  if (input.allocations.length === 0)
    problems.add('InvalidPayload', 'Expected what is refunded: at least one allocation.', { field: 'allocations' })
  problems.throwIfAny()
  return wanted
}

/** Every problem is added to `problems`. */
export function wantedAllocations(
  inputs: readonly RefundAllocationInput__Output[],
  problems: Problems,
): WantedAllocationOfRefund[] {
  refuseTooMany(inputs, 'allocations', problems)
  refuseRepeated(inputs, ['id', 'external_id'], 'allocations', problems, 'allocation')
  return inputs.map((one, index) => wantedRefundAllocation(one, `allocations.${index}.`, problems))
}

/** Every problem is added to `problems`. */
export function wantedPayments(
  inputs: readonly RefundPaymentInput__Output[],
  problems: Problems,
): WantedRefundPayment[] {
  refuseTooMany(inputs, 'payments', problems)
  refuseRepeated(inputs, ['id', 'external_id'], 'payments', problems, 'payment')
  return inputs.map((one, index) => wantedRefundPayment(one, `payments.${index}.`, problems))
}

/** Fields that say how it is paid out, and mean nothing without a method. */
const OF_PAYMENT = ['refund_processing_fee', 'processor', 'payment_clearing_account_identifier'] as const

/** Every problem is added to `problems`. */
export function wantedDedicatedRefund(
  input: DedicatedRefundInput__Output,
  field: string,
  problems: Problems,
): WantedDedicatedRefund {
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
    ...wordsOf(input),
    field,
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    completedAt: collectProblems(problems, () => momentFrom(input.completed_at, `${field}completed_at`, null)) ?? null,
    totalAmount:
      refunded_amount === undefined ? null : amountFrom(refunded_amount, `${field}refunded_amount`, problems, 1),
    lines: wantedLines(input.line_items, `${field}line_items`, account, problems),
    account,
    payment: method === undefined ? null : wantedPayingOut({ ...input, method }, field, problems),
    tags: input.tags,
  }
}

/**
 * Those of one thing. Every problem is added to `problems`.
 * @param field of the list
 */
export function wantedDedicatedRefunds(
  inputs: readonly DedicatedRefundInput__Output[],
  field: string,
  problems: Problems,
): WantedDedicatedRefund[] {
  if (inputs.length > MAX_REFUNDS)
    problems.add('InvalidPayload', `At most ${MAX_REFUNDS} are possible; here are ${inputs.length}.`, { field })
  return onceEach(inputs, { field, kind: 'refund', problems }, (input, at) =>
    wantedDedicatedRefund(input, at, problems),
  )
}
