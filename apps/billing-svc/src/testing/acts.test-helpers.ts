/** Changes of existing receivables, by the real use cases. */
import type {
  Payout__Output,
  PayoutInput__Output,
  Refund__Output,
  UpdateRefundRequest__Output,
  WriteOff__Output,
  WriteOffInvoiceRequest__Output,
} from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import {
  dedicatedRefund,
  refundInput,
  type RefundGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from './receivable-rules.test-helpers.ts'
import {
  createPayout,
  createRefund,
  refundInvoice,
  undoWriteOff,
  updateRefund,
  voidInvoice,
  writeOffInvoice,
} from './use-cases.test-helpers.ts'

type Named = { id: string }
type Of = Pick<TestReceivables, 'request'>

/** The id of an invoice, as requests name it. */
export async function refundOf(
  billing: TestBilling,
  { request }: Of,
  { id: invoice_id }: Named,
  given: RefundGiven = {},
): Promise<Refund__Output> {
  const { data } = await refundInvoice(billing, request, { invoice_id, refund: dedicatedRefund(given) })
  return data as Refund__Output
}

/** Of anything. */
export async function makeRefund(
  billing: TestBilling,
  { request }: Of,
  given: RefundOfManyGiven,
): Promise<Refund__Output> {
  const { data } = await createRefund(billing, request, refundInput(given))
  return data as Refund__Output
}

export const changeRefund = (
  billing: TestBilling,
  { request }: Of,
  { id: refund_id }: Named,
  given: Partial<UpdateRefundRequest__Output>,
) => updateRefund(billing, request, { refund_id, cleared: [], ...given })

/** All that is outstanding, on 22 January 2026 at noon, by default. */
export async function writeOff(
  billing: TestBilling,
  { request }: Of,
  { id: invoice_id }: Named,
  given: Partial<WriteOffInvoiceRequest__Output> = {},
): Promise<WriteOff__Output> {
  const { data } = await writeOffInvoice(billing, request, {
    invoice_id,
    write_off_at: '2026-01-22T12:00:00Z',
    tags: [],
    ...given,
  })
  return data as WriteOff__Output
}

export const undo = (billing: TestBilling, { request }: Of, { id: invoice_id }: Named, { id: write_off_id }: Named) =>
  undoWriteOff(billing, request, { invoice_id, write_off_id })

/** Its payments become credit by default. */
export const voided = (
  billing: TestBilling,
  { request }: Of,
  { id: invoice_id }: Named,
  { move_payments_to_credit = true } = {},
) => voidInvoice(billing, request, { invoice_id, move_payments_to_credit })

/** Without members, on 28 January 2026 at noon, by default. */
export async function makePayout(
  billing: TestBilling,
  { request }: Of,
  given: Partial<PayoutInput__Output>,
): Promise<Payout__Output> {
  const { data } = await createPayout(billing, request, {
    paid_out_amount: 0,
    completed_at: '2026-01-28T12:00:00Z',
    payments: [],
    refund_payments: [],
    other_transactions: [],
    tags: [],
    ...given,
  })
  return data as Payout__Output
}
