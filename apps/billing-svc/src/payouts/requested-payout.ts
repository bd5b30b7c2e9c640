/** Payouts as requests state them, before anything is looked up. Pure. */
import type {
  PayoutInput__Output,
  PayoutMemberInput__Output,
  PayoutTransactionInput__Output,
} from '@pacioli/protos/billing'
import { headOf } from '../requests/requested-head.ts'
import { MAX_ITEMS, readRequest, type RequestReader } from '../requests/request-reader.ts'

export type RequestedPayout = ReturnType<typeof requestedPayout>
export type RequestedMember = ReturnType<typeof requestedMember>
export type RequestedTransaction = ReturnType<typeof requestedTransaction>

/** The most payments, refund payments and returns together: a payout is shown with all of them. */
const MAX_MEMBERS = 10_000

/** @throws InvalidPayload; every problem at once */
export const requestedPayout = (input: PayoutInput__Output, now: Date) =>
  readRequest(input, (read) => {
    const members = input.payments.length + input.refund_payments.length + input.payment_returns.length
    if (members > MAX_MEMBERS)
      read.refuse(
        'payments',
        `A payout has at most ${MAX_MEMBERS} payments, refund payments and returns; here are ${members}.`,
      )
    read.limit('other_transactions', MAX_ITEMS, `A payout has at most ${MAX_ITEMS} other transactions`)
    return {
      ...headOf(read),
      processor: input.processor ?? null,
      paidOutAmount: read.amount('paid_out_amount') ?? 0,
      fee: read.amount('fee', 0) ?? 0,
      completedAt: read.instant('completed_at') ?? now,
      payments: read.elements('payments').map(requestedMember),
      refundPayments: read.elements('refund_payments').map(requestedMember),
      paymentReturns: read.elements('payment_returns').map(requestedMember),
      otherTransactions: read.elements('other_transactions').map(requestedTransaction),
    }
  })

/** At least one of both names is present. */
function requestedMember(read: RequestReader<PayoutMemberInput__Output>) {
  const { id, external_id } = read.input
  if (id === undefined && external_id === undefined) read.refuse('id', 'Expected which one, by id or by external_id.')
  return { field: read.field, id: id?.toLowerCase() ?? null, externalId: external_id ?? null }
}

function requestedTransaction(read: RequestReader<PayoutTransactionInput__Output>) {
  const { field, input } = read
  const account = read.requiredAccount('account_identifier', 'Expected the account that it is for.')
  return {
    field,
    externalId: input.external_id ?? null,
    amount: read.amount('amount', 1) ?? 0,
    direction: read.oneOf('direction', ['CREDIT', 'DEBIT']) ?? 'CREDIT',
    account,
    description: input.description ?? null,
    tags: input.tags,
  }
}
