/** The allocations that a request gives a payment, to bills or to invoices. Pure. */
import { refused, type Problems } from '@pacioli/errors'
import { sumOf } from '../rounding/sum.ts'

/** As many as a document has line items. */
const MAX_ALLOCATIONS = 1_000

/** Adds a problem where there are too many. */
export function limitAllocations(allocations: readonly unknown[], problems: Problems): void {
  if (allocations.length > MAX_ALLOCATIONS)
    problems.add('InvalidPayload', `At most ${MAX_ALLOCATIONS} are possible; here are ${allocations.length}.`, {
      field: 'allocations',
    })
}

/** @throws OverAllocated where more would be allocated than is paid; amounts in minor units */
export function requireWithinPayment({
  amount,
  allocations,
}: {
  amount: number
  allocations: readonly { amount: number }[]
}): void {
  const allocated = sumOf(allocations.map((one) => one.amount))
  if (allocated > amount)
    throw refused('OverAllocated', `The payment is ${amount}; ${allocated} of it would be allocated.`, {
      field: 'allocations',
      value: allocated,
    })
}
