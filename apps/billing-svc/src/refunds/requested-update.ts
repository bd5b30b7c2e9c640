/** What a request changes of a refund. Pure. */
import type { UpdateRefundRequest__Output } from '@pacioli/protos/billing'
import { requestedAllocations, requestedPayments } from '../receivables/requested-refund.ts'
import { UpdateReader } from '../requests/updates.ts'

/** Undefined leaves a field as it is; null removes it. */
export type RequestedUpdate = ReturnType<typeof requestedUpdate>

/** Whether the journal may change: remarks alone post nothing. */
export const mayPost = ({ completedAt, allocations, payments, tags }: RequestedUpdate): boolean =>
  [completedAt, allocations, payments, tags].some((one) => one !== undefined)

/** @throws InvalidPayload; every problem at once */
export function requestedUpdate(input: UpdateRefundRequest__Output) {
  const read = new UpdateReader(input, ['completed_at'])
  const requested = {
    ...read.head(),
    completedAt: read.unlessCleared('completed_at', () => read.instant('completed_at')),
    allocations: input.allocations ? requestedAllocations(read) : undefined,
    payments: input.payments ? requestedPayments(read) : undefined,
  }
  read.problems.throwIfAny()
  return requested
}
