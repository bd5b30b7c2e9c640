/** Invoice payments as requests state them, before anything is looked up. Pure. */
import type {
  DedicatedPaymentInput__Output,
  InvoicePaymentAllocationInput__Output,
  InvoicePaymentInput__Output,
} from '@pacioli/protos/billing'
import { paidBy, requireWithinPayment } from '../requests/payments.ts'
import { headOf, partOf } from '../requests/requested-head.ts'
import { readRequest, type RequestReader } from '../requests/request-reader.ts'
import { INVOICE_PAYMENT_METHODS } from './invoice-payment.ts'
import { requestedDedicatedRefunds } from './requested-refund.ts'

/** Fields of a payment other than its destinations. */
export type RequestedPaymentHead = ReturnType<typeof paymentHead>

/** A payment of one invoice, with refunds. */
export type RequestedDedicatedPayment = ReturnType<typeof requestedDedicatedPayment>

export type RequestedInvoiceAllocation = ReturnType<typeof requestedAllocation>
export type RequestedInvoicePayment = ReturnType<typeof requestedInvoicePayment>

type Input = Omit<DedicatedPaymentInput__Output, 'dedicated_refunds'>

/** @param paidAt the default */
function paymentHead(read: RequestReader<Input>, paidAt: Date) {
  const by = paidBy(read, INVOICE_PAYMENT_METHODS)
  const isOfCredit = by.method === 'CREDIT_BALANCE'
  if (isOfCredit && by.clearingAccount)
    read.refuse(
      'payment_clearing_account_identifier',
      'What is paid out of the customer’s credit has no clearing account of its own.',
    )
  const head = {
    ...headOf(read),
    ...by,
    paidAt: read.instant('paid_at') ?? paidAt,
    amount: read.amount('amount', 1) ?? 0,
    fee: read.amount('fee', 0) ?? 0,
  }
  if (isOfCredit && head.fee > 0)
    read.refuse('fee', 'What is paid out of the customer’s credit costs no fee.', head.fee)
  else if (head.fee > head.amount)
    read.refuse('fee', `The payment is ${head.amount}: what the processor keeps of it is no more.`, head.fee)
  return head
}

/** @param paidAt the default */
export const requestedDedicatedPayment = (read: RequestReader<DedicatedPaymentInput__Output>, paidAt: Date) => ({
  ...paymentHead(read, paidAt),
  dedicatedRefunds: requestedDedicatedRefunds(read),
})

const requestedAllocation = (read: RequestReader<InvoicePaymentAllocationInput__Output>) => ({
  ...partOf(read),
  name: { invoice_id: read.input.invoice_id, invoice_external_id: read.input.invoice_external_id },
  amount: read.amount('amount', 1) ?? 0,
})

/** @throws InvalidPayload, OverAllocated; every problem at once */
export function requestedInvoicePayment(input: InvoicePaymentInput__Output, now: Date) {
  const requested = readRequest(input, (read) => {
    const payment = {
      ...paymentHead(read, now),
      customer: { customer_id: input.customer_id, customer_external_id: input.customer_external_id },
      allocations: read.elements('allocations').map(requestedAllocation),
    }
    read.limit('allocations')
    return payment
  })
  requireWithinPayment(requested)
  return requested
}
