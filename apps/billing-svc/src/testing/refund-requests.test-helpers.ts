/** Paid invoices, their refunds and refusals, for tests. */
import type { Invoice__Output, InvoicePayment__Output, RefundAnswer } from '@pacioli/protos/billing'
import type { TestBilling } from './billing.test-helpers.ts'
import { subtotalOf } from '../rounding/quantity.ts'
import { sumOf } from '../rounding/sum.ts'
import {
  dedicatedRefund,
  line,
  makeInvoice,
  type InvoiceGiven,
  type RefundGiven,
  type TestReceivables,
} from './receivable-rules.test-helpers.ts'
import { refundInvoice } from './use-cases.test-helpers.ts'

/** When refunds are completed, by default. */
export const REFUNDED_AT = '2026-01-25T12:00:00.000Z'

export type PaidInvoice = Invoice__Output & { payment: InvoicePayment__Output }

const sumOfTaxes = (taxes: readonly { amount?: number }[]): number => sumOf(taxes.map(({ amount = 0 }) => amount))

const totalOf = ({ line_items, taxes = {}, additional_discount = 0, tips = 0 }: InvoiceGiven): number =>
  sumOf([
    ...(line_items ?? [line(100)]).map(
      ({ unit_price = 0, quantity = '1', discount_amount = 0, sales_taxes }) =>
        subtotalOf(unit_price, quantity) - discount_amount + sumOfTaxes(sales_taxes),
    ),
    ...Object.values(taxes),
    tips,
    -additional_discount,
  ])

/** An invoice that was fully paid by check when it was sent. */
export async function paidInvoice(
  billing: TestBilling,
  of: TestReceivables,
  given: InvoiceGiven = {},
): Promise<PaidInvoice> {
  const owed = await makeInvoice(billing, of, { ...given, payments: [{ amount: totalOf(given) }] })
  const payment = owed.payment_allocations[0]?.payment
  if (owed.outstanding_balance !== 0 || !payment) throw new Error(`${owed.outstanding_balance} were not paid`)
  return { ...owed, payment }
}

/** A refund of one invoice: all that is refundable, without a payment, on 25 January 2026 at noon, by default. */
export const refundOne = (
  billing: TestBilling,
  { request }: Pick<TestReceivables, 'request'>,
  { id }: { id: string },
  given: RefundGiven = {},
): Promise<RefundAnswer> =>
  refundInvoice(billing, request, {
    invoice_id: id,
    refund: dedicatedRefund({ completed_at: REFUNDED_AT, ...given }),
  })

export const tag = (key: string, value: string) => ({ key, value })

/** Every problem with its message; `done` where nothing is refused. */
export const problemsOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => {
      const { problems } = error as { problems?: { error_enum: string; meta: object }[] }
      if (!problems) throw error
      return problems.map(({ error_enum, meta }) => ({ error_enum, ...meta }))
    },
  )

/** The message as JSON, regardless of white space in metadata. */
export const plain = (message: unknown): unknown => JSON.parse(JSON.stringify(message).replaceAll('\\": ', '\\":'))
