/** Invoice payments as requests want them, before anything was looked up. Pure. */
import { askedIfNamed } from '../requests/asked.ts'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type {
  DedicatedPaymentInput__Output,
  InvoicePaymentAllocationInput__Output,
  InvoicePaymentInput__Output,
} from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { NamedCustomer } from '../contacts/named-customers.ts'
import { momentFrom } from '../requests/moments.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { oneOf } from '../requests/one-of.ts'
import { sumOf } from '../rounding/sum.ts'
import { amountFrom } from '../line-items/wanted-lines.ts'
import { wantedDedicatedRefunds, type WantedDedicatedRefund } from './wanted-refund.ts'
import { INVOICE_PAYMENT_METHODS, type InvoicePayment, type InvoicePaymentMethod } from './invoice-payment.ts'

type Head = Pick<
  InvoicePayment,
  'externalId' | 'asked' | 'paidAt' | 'processor' | 'amount' | 'fee' | 'memo' | 'metadata' | 'referenceNumber'
> & {
  /** Where the request has it: with a dot at its end, or empty for the request itself. */
  field: string
  method: InvoicePaymentMethod
  clearingAccount: AccountIdentifier | undefined
  tags: readonly TagKeyValue__Output[]
}

/** What a payment says besides where it goes. */
export type WantedPaymentHead = Head

/** A payment of one invoice, with its refunds. */
export type WantedDedicatedPayment = Head & { dedicatedRefunds: readonly WantedDedicatedRefund[] }

export type InvoiceName = { invoice_id?: string | undefined; invoice_external_id?: string | undefined }

export type WantedInvoiceAllocation = {
  field: string
  name: InvoiceName
  amount: number
  tags: readonly TagKeyValue__Output[]
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
}

export type WantedInvoicePayment = Head & {
  customer: NamedCustomer
  allocations: readonly WantedInvoiceAllocation[]
}

/** As many as a document has line items. */
const MAX_ALLOCATIONS = 1_000

type Input = Omit<DedicatedPaymentInput__Output, 'dedicated_refunds'>

function headOf(input: Input, field: string, paidAt: Date, problems: Problems): Head {
  const { payment_clearing_account_identifier: clearing } = input
  const method =
    collectProblems(problems, () => oneOf(INVOICE_PAYMENT_METHODS, input.method, `${field}method`)) ?? 'OTHER'
  if (method === 'CREDIT_BALANCE' && clearing)
    problems.add('InvalidPayload', 'What is paid out of the customer’s credit has no clearing account of its own.', {
      field: `${field}payment_clearing_account_identifier`,
    })
  const head = {
    field,
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    paidAt: collectProblems(problems, () => momentFrom(input.paid_at, `${field}paid_at`, paidAt)) ?? paidAt,
    method,
    processor: input.processor ?? null,
    amount: amountFrom(input.amount, `${field}amount`, problems, 1),
    fee: amountFrom(input.fee ?? 0, `${field}fee`, problems, 0),
    clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    tags: input.tags,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
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

/** Every problem is added to `problems`. @param paidAt where the request names none */
export function wantedDedicatedPayment(
  input: DedicatedPaymentInput__Output,
  field: string,
  paidAt: Date,
  problems: Problems,
): WantedDedicatedPayment {
  return {
    ...headOf(input, field, paidAt, problems),
    dedicatedRefunds: wantedDedicatedRefunds(input.dedicated_refunds, `${field}dedicated_refunds`, problems),
  }
}

const wantedAllocation = (
  input: InvoicePaymentAllocationInput__Output,
  field: string,
  problems: Problems,
): WantedInvoiceAllocation => ({
  field,
  name: { invoice_id: input.invoice_id, invoice_external_id: input.invoice_external_id },
  amount: amountFrom(input.amount, `${field}amount`, problems, 1),
  tags: input.tags,
  memo: input.memo ?? null,
  metadata: input.metadata ?? null,
  referenceNumber: input.reference_number ?? null,
})

/** @throws InvalidPayload, OverAllocated; every problem at once */
export function wantedInvoicePayment(input: InvoicePaymentInput__Output, now: Date): WantedInvoicePayment {
  const problems = new Problems()
  const wanted = {
    ...headOf(input, '', now, problems),
    customer: { customer_id: input.customer_id, customer_external_id: input.customer_external_id },
    allocations: input.allocations.map((one, index) => wantedAllocation(one, `allocations.${index}.`, problems)),
  }
  if (input.allocations.length > MAX_ALLOCATIONS)
    problems.add('InvalidPayload', `At most ${MAX_ALLOCATIONS} are possible; here are ${input.allocations.length}.`, {
      field: 'allocations',
    })
  problems.throwIfAny()
  requireWithin(wanted)
  return wanted
}

/** @throws OverAllocated */
function requireWithin({ amount, allocations }: WantedInvoicePayment): void {
  const allocated = sumOf(allocations.map((one) => one.amount))
  if (allocated > amount)
    throw refused('OverAllocated', `The payment is ${amount}; ${allocated} of it would be allocated.`, {
      field: 'allocations',
      value: allocated,
    })
}
