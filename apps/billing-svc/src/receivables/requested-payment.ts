/** Invoice payments as requests state them, before anything is looked up. Pure. */
import { collectProblems, Problems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  DedicatedPaymentInput__Output,
  InvoicePaymentAllocationInput__Output,
  InvoicePaymentInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { CustomerReference } from '../contacts/contact.ts'
import { instantFrom } from '../requests/instants.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { oneOf } from '../requests/one-of.ts'
import { limitAllocations, requireWithinPayment } from '../requests/payment-allocations.ts'
import { headFrom, remarksFrom, type Remarks } from '../requests/remarks.ts'
import { amountFrom } from '../line-items/requested-lines.ts'
import { requestedDedicatedRefunds, type RequestedDedicatedRefund } from './requested-refund.ts'
import { INVOICE_PAYMENT_METHODS, type InvoicePayment, type InvoicePaymentMethod } from './invoice-payment.ts'

/** Fields of a payment other than its destinations. */
export type RequestedPaymentHead = Pick<
  InvoicePayment,
  'externalId' | 'asked' | 'paidAt' | 'processor' | 'amount' | 'fee'
> &
  Remarks & {
    /** Its place in the request: with a trailing dot, or empty for the request itself. */
    field: string
    method: InvoicePaymentMethod
    clearingAccount: AccountIdentifier | undefined
    tags: readonly TagKeyValue__Output[]
  }

/** A payment of one invoice, with refunds. */
export type RequestedDedicatedPayment = RequestedPaymentHead & { dedicatedRefunds: readonly RequestedDedicatedRefund[] }

export type InvoiceName = { invoice_id?: string | undefined; invoice_external_id?: string | undefined }

export type RequestedInvoiceAllocation = {
  field: string
  name: InvoiceName
  amount: number
  tags: readonly TagKeyValue__Output[]
} & Remarks

export type RequestedInvoicePayment = RequestedPaymentHead & {
  customer: CustomerReference
  allocations: readonly RequestedInvoiceAllocation[]
}

type Input = Omit<DedicatedPaymentInput__Output, 'dedicated_refunds'>

function headOf(input: Input, field: string, paidAt: Date, problems: Problems): RequestedPaymentHead {
  const { payment_clearing_account_identifier: clearing } = input
  const method =
    collectProblems(problems, () => oneOf(INVOICE_PAYMENT_METHODS, input.method, `${field}method`)) ?? 'OTHER'
  if (method === 'CREDIT_BALANCE' && clearing)
    problems.add('InvalidPayload', 'What is paid out of the customer’s credit has no clearing account of its own.', {
      field: `${field}payment_clearing_account_identifier`,
    })
  const head = {
    field,
    ...headFrom(input),
    paidAt: collectProblems(problems, () => instantFrom(input.paid_at, `${field}paid_at`, paidAt)) ?? paidAt,
    method,
    processor: input.processor ?? null,
    amount: amountFrom(input.amount, `${field}amount`, problems, 1),
    fee: amountFrom(input.fee ?? 0, `${field}fee`, problems, 0),
    clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    tags: input.tags,
  }
  if (method === 'CREDIT_BALANCE' && head.fee > 0)
    problems.add('InvalidPayload', 'What is paid out of the customer’s credit costs no fee.', {
      field: `${field}fee`,
      value: head.fee,
    })
  else if (head.fee > head.amount)
    problems.add('InvalidPayload', `The payment is ${head.amount}: what the processor keeps of it is no more.`, {
      field: `${field}fee`,
      value: head.fee,
    })
  return head
}

/** Every problem is added to `problems`. @param paidAt the default */
export function requestedDedicatedPayment(
  input: DedicatedPaymentInput__Output,
  field: string,
  paidAt: Date,
  problems: Problems,
): RequestedDedicatedPayment {
  return {
    ...headOf(input, field, paidAt, problems),
    dedicatedRefunds: requestedDedicatedRefunds(input.dedicated_refunds, `${field}dedicated_refunds`, problems),
  }
}

const requestedAllocation = (
  input: InvoicePaymentAllocationInput__Output,
  field: string,
  problems: Problems,
): RequestedInvoiceAllocation => ({
  field,
  name: { invoice_id: input.invoice_id, invoice_external_id: input.invoice_external_id },
  amount: amountFrom(input.amount, `${field}amount`, problems, 1),
  tags: input.tags,
  ...remarksFrom(input),
})

/** @throws InvalidPayload, OverAllocated; every problem at once */
export function requestedInvoicePayment(input: InvoicePaymentInput__Output, now: Date): RequestedInvoicePayment {
  const problems = new Problems()
  const requested = {
    ...headOf(input, '', now, problems),
    customer: { customer_id: input.customer_id, customer_external_id: input.customer_external_id },
    allocations: input.allocations.map((one, index) => requestedAllocation(one, `allocations.${index}.`, problems)),
  }
  limitAllocations(input.allocations, problems)
  problems.throwIfAny()
  requireWithinPayment(requested)
  return requested
}
