/** Payouts as requests state them, before anything is looked up. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  PayoutInput__Output,
  PayoutMemberInput__Output,
  PayoutTransactionInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { instantFrom } from '../requests/instants.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { oneOf } from '../requests/one-of.ts'
import { headFrom, type Remarks } from '../requests/remarks.ts'
import { amountFrom } from '../line-items/requested-lines.ts'
import type { Payout, PayoutTransaction } from '../receivables/payout.ts'

/** `field` is its place in the request, with a trailing dot. At least one of both names is present. */
export type RequestedMember = { field: string; id: string | null; externalId: string | null }

export type RequestedTransaction = Pick<PayoutTransaction, 'externalId' | 'amount' | 'direction' | 'description'> & {
  field: string
  account: AccountIdentifier
  tags: readonly TagKeyValue__Output[]
}

export type RequestedPayout = Remarks &
  Pick<Payout, 'externalId' | 'asked' | 'processor' | 'paidOutAmount' | 'fee' | 'completedAt'> & {
    payments: readonly RequestedMember[]
    refundPayments: readonly RequestedMember[]
    otherTransactions: readonly RequestedTransaction[]
    tags: readonly TagKeyValue__Output[]
  }

/** The most payments and refund payments together: a payout is shown with all of them. */
const MAX_MEMBERS = 10_000
const MAX_TRANSACTIONS = 1_000

/** @throws InvalidPayload; every problem at once */
export function requestedPayout(input: PayoutInput__Output, now: Date): RequestedPayout {
  const problems = new Problems()
  refuseTooMany(input, problems)
  const requested = {
    ...headFrom(input),
    processor: input.processor ?? null,
    paidOutAmount: amountFrom(input.paid_out_amount, 'paid_out_amount', problems),
    fee: amountFrom(input.fee ?? 0, 'fee', problems, 0),
    completedAt: collectProblems(problems, () => instantFrom(input.completed_at, 'completed_at', now)) ?? now,
    payments: input.payments.map((one, index) => requestedMember(one, `payments.${index}.`, problems)),
    refundPayments: input.refund_payments.map((one, index) =>
      requestedMember(one, `refund_payments.${index}.`, problems),
    ),
    otherTransactions: input.other_transactions.map((one, index) =>
      requestedTransaction(one, `other_transactions.${index}.`, problems),
    ),
    tags: input.tags,
  }
  problems.throwIfAny()
  return requested
}

function refuseTooMany(
  { payments, refund_payments, other_transactions }: PayoutInput__Output,
  problems: Problems,
): void {
  const members = payments.length + refund_payments.length
  if (members > MAX_MEMBERS)
    problems.add(
      'InvalidPayload',
      `A payout has at most ${MAX_MEMBERS} payments and refund payments; here are ${members}.`,
      { field: 'payments' },
    )
  if (other_transactions.length > MAX_TRANSACTIONS)
    problems.add(
      'InvalidPayload',
      `A payout has at most ${MAX_TRANSACTIONS} other transactions; here are ${other_transactions.length}.`,
      { field: 'other_transactions' },
    )
}

function requestedMember(
  { id, external_id }: PayoutMemberInput__Output,
  field: string,
  problems: Problems,
): RequestedMember {
  if (id === undefined && external_id === undefined)
    problems.add('InvalidPayload', 'Expected which one, by id or by external_id.', { field: `${field}id` })
  return { field, id: id?.toLowerCase() ?? null, externalId: external_id ?? null }
}

function requestedTransaction(
  input: PayoutTransactionInput__Output,
  field: string,
  problems: Problems,
): RequestedTransaction {
  const { account_identifier } = input
  if (!account_identifier)
    problems.add('InvalidPayload', 'Expected the account that it is for.', { field: `${field}account_identifier` })
  return {
    field,
    externalId: input.external_id ?? null,
    amount: amountFrom(input.amount, `${field}amount`, problems, 1),
    direction:
      collectProblems(problems, () => oneOf(['CREDIT', 'DEBIT'], input.direction, `${field}direction`)) ?? 'CREDIT',
    account: toIdentifier(account_identifier ?? { type: '' }),
    description: input.description ?? null,
    tags: input.tags,
  }
}
