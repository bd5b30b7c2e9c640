/** What a request wants a payment to be, before anything was looked up. Pure. */
import type { CanonicalRequest } from '@pacioli/fields'
import { askedIfNamed } from '../requests/asked.ts'
import { Problems, collectProblems, refused } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type { BillPaymentInput__Output, PaymentAllocationInput__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { PaymentMethod } from '../payables/bill.ts'
import { methodFrom } from '../bills/wanted-bill.ts'
import { momentFrom } from '../requests/moments.ts'
import type { BillName } from '../payables/named-bills.ts'
import { sumOf } from '../rounding/sum.ts'
import type { NamedVendor } from '../contacts/named-vendors.ts'
import { amountFrom } from '../line-items/wanted-lines.ts'
import { toIdentifier } from '../posting/named-accounts.ts'

export type WantedAllocation = {
  /** Where the request has it: `allocations.3.`; empty where it is the request itself. */
  field: string
  name: BillName
  amount: number
  tags: readonly TagKeyValue__Output[]
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
}

export type WantedPayment = {
  externalId: string | null
  asked: CanonicalRequest | undefined
  vendor: NamedVendor
  paidAt: Date
  method: PaymentMethod
  amount: number
  processor: string | null
  clearingAccount: AccountIdentifier | undefined
  allocations: readonly WantedAllocation[]
  tags: readonly TagKeyValue__Output[]
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
}

/** As many as a document has line items. */
const MAX_ALLOCATIONS = 1_000

/** Every problem is added to `problems`. */
export const wantedAllocation = (
  input: PaymentAllocationInput__Output,
  field: string,
  problems: Problems,
): WantedAllocation => ({
  field,
  name: { bill_id: input.bill_id, bill_external_id: input.bill_external_id },
  amount: amountFrom(input.amount, `${field}amount`, problems, 1),
  tags: input.tags,
  memo: input.memo ?? null,
  metadata: input.metadata ?? null,
  referenceNumber: input.reference_number ?? null,
})

/** @throws InvalidPayload, OverAllocated; every problem at once */
export function wantedPayment(input: BillPaymentInput__Output, now: Date): WantedPayment {
  const { payment_clearing_account_identifier: clearing } = input
  const problems = new Problems()
  const wanted = {
    externalId: input.external_id ?? null,
    asked: askedIfNamed(input),
    vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
    paidAt: collectProblems(problems, () => momentFrom(input.paid_at, 'paid_at', now)) ?? now,
    method: collectProblems(problems, () => methodFrom(input.method)) ?? 'OTHER',
    amount: amountFrom(input.amount, 'amount', problems, 1),
    processor: input.processor ?? null,
    clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    allocations: input.allocations.map((one, index) => wantedAllocation(one, `allocations.${index}.`, problems)),
    tags: input.tags,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
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
function requireWithin({ amount, allocations }: WantedPayment): void {
  const allocated = sumOf(allocations.map((one) => one.amount))
  if (allocated > amount)
    throw refused('OverAllocated', `The payment is ${amount}; ${allocated} of it would be allocated.`, {
      field: 'allocations',
      value: allocated,
    })
}
