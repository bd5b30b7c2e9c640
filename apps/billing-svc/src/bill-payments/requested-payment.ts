/** Bill payments as requests state them, before anything is looked up. Pure. */
import { Problems, collectProblems } from '@pacioli/errors'
import type { AccountIdentifier } from '@pacioli/postings'
import type { BillPaymentInput__Output, PaymentAllocationInput__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import type { VendorReference } from '../contacts/contact.ts'
import { amountFrom } from '../line-items/requested-lines.ts'
import type { RequestedAllocation } from '../payables/bill-recipients.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { methodFrom } from '../payables/bill.ts'
import { toIdentifier } from '../posting/named-accounts.ts'
import { instantFrom } from '../requests/instants.ts'
import { limitAllocations, requireWithinPayment } from '../requests/payment-allocations.ts'
import { headFrom, remarksFrom, type Remarks } from '../requests/remarks.ts'

export type RequestedPaymentAllocation = RequestedAllocation & Remarks & { tags: readonly TagKeyValue__Output[] }

export type RequestedPayment = Pick<
  BillPayment,
  'externalId' | 'asked' | 'paidAt' | 'method' | 'amount' | 'processor'
> &
  Remarks & {
    vendor: VendorReference
    clearingAccount: AccountIdentifier | undefined
    allocations: readonly RequestedPaymentAllocation[]
    tags: readonly TagKeyValue__Output[]
  }

/** Every problem is added to `problems`. */
export const requestedAllocation = (
  input: PaymentAllocationInput__Output,
  field: string,
  problems: Problems,
): RequestedPaymentAllocation => ({
  field,
  name: { bill_id: input.bill_id, bill_external_id: input.bill_external_id },
  amount: amountFrom(input.amount, `${field}amount`, problems, 1),
  tags: input.tags,
  ...remarksFrom(input),
})

/** @throws InvalidPayload, OverAllocated; every problem at once */
export function requestedPayment(input: BillPaymentInput__Output, now: Date): RequestedPayment {
  const { payment_clearing_account_identifier: clearing, amount } = input
  const problems = new Problems()
  const requested = {
    ...headFrom(input),
    vendor: { vendor_id: input.vendor_id, vendor_external_id: input.vendor_external_id },
    paidAt: collectProblems(problems, () => instantFrom(input.paid_at, 'paid_at', now)) ?? now,
    method: collectProblems(problems, () => methodFrom(input.method)) ?? 'OTHER',
    amount: amountFrom(amount, 'amount', problems, 1),
    processor: input.processor ?? null,
    clearingAccount: clearing ? toIdentifier(clearing) : undefined,
    allocations: input.allocations.map((one, index) => requestedAllocation(one, `allocations.${index}.`, problems)),
    tags: input.tags,
  }
  limitAllocations(input.allocations, problems)
  problems.throwIfAny()
  requireWithinPayment(requested)
  return requested
}
