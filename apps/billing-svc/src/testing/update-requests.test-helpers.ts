/** Updates of refunds, for tests. */
import type {
  RefundAllocation__Output,
  RefundAnswer,
  RefundPayment__Output,
  UpdateRefundRequest__Output,
} from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import { refundAllocation, refundPayment, type TestReceivables } from './receivable-rules.test-helpers.ts'
import { tag } from './refund-requests.test-helpers.ts'
import { updateRefund } from './use-cases.test-helpers.ts'

export type UpdateGiven = Partial<Omit<UpdateRefundRequest__Output, 'allocations' | 'payments' | 'tags'>> & {
  allocations?: readonly Parameters<typeof refundAllocation>[0][]
  payments?: readonly Parameters<typeof refundPayment>[0][]
  tags?: readonly { key: string; value: string }[]
}

/** The id of a refund, as requests name it. */
export const updateOf = (
  billing: TestBilling,
  { request }: Pick<TestReceivables, 'request'>,
  { id }: { id: string },
  { allocations, payments, tags, ...given }: UpdateGiven = {},
): Promise<RefundAnswer> =>
  updateRefund(billing, request, {
    refund_id: id,
    cleared: [],
    ...(allocations ? { allocations: { items: allocations.map(refundAllocation) } } : {}),
    ...(payments ? { payments: { items: payments.map(refundPayment) } } : {}),
    ...(tags ? { tags: { items: [...tags] } } : {}),
    ...given,
  })

export const inputTags = (tags: readonly { key: string; value: string }[]) =>
  tags.map(({ key, value }) => tag(key, value))
const account = (one: { id: string } | null | undefined) => (one ? { type: 'AccountId', id: one.id } : undefined)
/** As a caller repeats what it has read. */
const spelled = (metadata: string | undefined) =>
  metadata === undefined ? undefined : JSON.stringify(JSON.parse(metadata))

/** The allocation as a request that leaves it unchanged. */
export const asAllocation = (one: RefundAllocation__Output): Parameters<typeof refundAllocation>[0] => ({
  id: one.id,
  external_id: one.external_id,
  total_amount: one.total_amount,
  line_items: one.line_items.map(({ ledger_account, prepayment_account, transaction_tags, metadata, ...item }) => ({
    ...item,
    account_identifier: account(ledger_account),
    prepayment_account_identifier: account(prepayment_account),
    metadata: spelled(metadata),
    tags: inputTags(transaction_tags).toReversed(),
  })),
  invoice_id: one.invoice_id,
  invoice_line_item_id: one.invoice_line_item_id,
  invoice_payment_id: one.invoice_payment_id,
  customer_id: one.customer_id,
  tags: inputTags(one.transaction_tags).toReversed(),
  memo: one.memo,
  metadata: spelled(one.metadata),
  reference_number: one.reference_number,
})

export const asPayment = (one: RefundPayment__Output): Parameters<typeof refundPayment>[0] => ({
  id: one.id,
  external_id: one.external_id,
  refunded_amount: one.refunded_amount,
  completed_at: one.completed_at,
  method: one.method,
  refund_processing_fee: one.fee,
  processor: one.processor,
  payment_clearing_account_identifier:
    one.method === 'STORE_CREDIT' ? undefined : account(one.payment_clearing_account),
  refunded_payment_fees: one.refunded_payment_fees.map(({ account: from, fee_amount, description }) => ({
    account: account(from) ?? null,
    fee_amount,
    description,
  })),
  tags: inputTags(one.transaction_tags).toReversed(),
  memo: one.memo,
  metadata: spelled(one.metadata),
  reference_number: one.reference_number,
})
