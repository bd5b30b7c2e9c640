/** Payouts for tests, created by the real use case. */
import type { Payout__Output, PayoutInput__Output, PayoutTransactionInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { TestBilling } from './billing.test-helpers.ts'
import { createPayout } from './use-cases.test-helpers.ts'

type Tags = readonly { key: string; value: string }[]
type TransactionGiven = Partial<Omit<PayoutTransactionInput__Output, 'tags'>> & { tags?: Tags }
type Member = { id?: string; external_id?: string }
export type PayoutGiven = Partial<
  Omit<PayoutInput__Output, 'tags' | 'payments' | 'refund_payments' | 'payment_returns' | 'other_transactions'>
> & {
  tags?: Tags
  payments?: readonly Member[]
  refund_payments?: readonly Member[]
  payment_returns?: readonly Member[]
  other_transactions?: readonly TransactionGiven[]
}

/** Without members, completed on 28 January 2026 at noon, by default. */
export const payoutInput = ({
  tags = [],
  payments = [],
  refund_payments = [],
  payment_returns = [],
  other_transactions = [],
  ...given
}: PayoutGiven = {}): PayoutInput__Output => ({
  paid_out_amount: 0,
  completed_at: '2026-01-28T12:00:00Z',
  payments: payments.map(nameOf),
  refund_payments: refund_payments.map(nameOf),
  payment_returns: payment_returns.map(nameOf),
  other_transactions: other_transactions.map(({ tags: own = [], ...one }) => ({
    amount: 0,
    direction: 'CREDIT',
    account_identifier: { type: 'StableName', stable_name: 'OTHER_INCOME' },
    tags: [...own],
    ...one,
  })),
  tags: [...tags],
  ...given,
})

/** Only the names of a document that a payout uses. */
const nameOf = ({ id, external_id }: Member): Member => ({
  ...(id === undefined ? {} : { id }),
  ...(external_id === undefined ? {} : { external_id }),
})

export async function makePayout(
  billing: TestBilling,
  { request }: { request: BusinessWrite },
  given: PayoutGiven = {},
): Promise<Payout__Output> {
  const { data } = await createPayout(billing, request, payoutInput(given))
  return data as Payout__Output
}
