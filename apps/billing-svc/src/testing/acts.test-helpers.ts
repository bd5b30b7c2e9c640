/** Changes of existing receivables, by the real use cases. */
import type {
  Invoice__Output,
  InvoiceLineItemInput__Output,
  Payout__Output,
  PayoutInput__Output,
  Refund__Output,
  ReturnInvoicePaymentRequest__Output,
  UpdateInvoiceRequest__Output,
  UpdateRefundRequest__Output,
  WriteOff__Output,
  WriteOffInvoiceRequest__Output,
} from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import {
  dedicatedRefund,
  refundInput,
  taxInputs,
  type RefundGiven,
  type RefundOfManyGiven,
  type TestReceivables,
} from './receivable-rules.test-helpers.ts'
import {
  createPayout,
  createRefund,
  refundInvoice,
  returnInvoicePayment,
  undoWriteOff,
  updateInvoice,
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

export type InvoiceChange = Partial<Omit<UpdateInvoiceRequest__Output, 'line_items' | 'tags'>> & {
  line_items?: readonly InvoiceLineItemInput__Output[]
  taxes?: Record<string, number>
  tags?: readonly { key: string; value: string }[]
}

export async function changeInvoice(
  billing: TestBilling,
  { request }: Of,
  { id: invoice_id }: Named,
  { line_items, taxes, tags, ...given }: InvoiceChange,
): Promise<Invoice__Output> {
  const { data } = await updateInvoice(billing, request, {
    invoice_id,
    cleared: [],
    ...(line_items && { line_items: { items: [...line_items] } }),
    ...(taxes && { additional_sales_taxes: { items: taxInputs(taxes) } }),
    ...(tags && { tags: { items: [...tags] } }),
    ...given,
  })
  return data as Invoice__Output
}

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

/** It bounced on 28 January 2026 at noon, by default. */
export const returned = (
  billing: TestBilling,
  { request }: Of,
  { id: payment_id }: Named,
  given: Partial<ReturnInvoicePaymentRequest__Output> = {},
) => returnInvoicePayment(billing, request, { payment_id, returned_at: '2026-01-28T12:00:00Z', ...given })

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
    payment_returns: [],
    other_transactions: [],
    tags: [],
    ...given,
  })
  return data as Payout__Output
}
