/** What a request changes of a refund. Pure. */
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { UpdateRefundRequest__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { instantFrom } from '../requests/instants.ts'
import {
  requestedAllocations,
  requestedPayments,
  type RequestedRefundAllocation,
  type RequestedRefundPayment,
} from '../receivables/requested-refund.ts'

/** Undefined leaves a field as it is; null removes it. */
export type RequestedUpdate = {
  externalId: string | null | undefined
  completedAt: Date | null | undefined
  allocations: readonly RequestedRefundAllocation[] | undefined
  payments: readonly RequestedRefundPayment[] | undefined
  tags: readonly TagKeyValue__Output[] | undefined
  memo: string | null | undefined
  metadata: string | null | undefined
  referenceNumber: string | null | undefined
}

/** Whether the journal may change: remarks alone post nothing. */
export const mayPost = ({ completedAt, allocations, payments, tags }: RequestedUpdate): boolean =>
  [completedAt, allocations, payments, tags].some((one) => one !== undefined)

const CLEARABLE = ['external_id', 'completed_at', 'memo', 'metadata', 'reference_number']

/** @throws InvalidPayload; every problem at once */
export function requestedUpdate(input: UpdateRefundRequest__Output): RequestedUpdate {
  const problems = new Problems()
  const cleared = new Set(input.cleared)
  for (const field of cleared)
    if (!CLEARABLE.includes(field))
      collectProblems(problems, () => {
        throw refused('InvalidPayload', 'This is always there: it can be another one, and not be taken away.', {
          field,
          value: null,
        })
      })
  const text = (field: 'external_id' | 'memo' | 'metadata' | 'reference_number') =>
    cleared.has(field) ? null : input[field]
  const requested = {
    externalId: text('external_id'),
    completedAt: cleared.has('completed_at')
      ? null
      : input.completed_at === undefined
        ? undefined
        : (collectProblems(problems, () => instantFrom(input.completed_at, 'completed_at', null)) ?? null),
    allocations: input.allocations ? requestedAllocations(input.allocations.items, problems) : undefined,
    payments: input.payments ? requestedPayments(input.payments.items, problems) : undefined,
    tags: input.tags?.items,
    memo: text('memo'),
    metadata: text('metadata'),
    referenceNumber: text('reference_number'),
  }
  problems.throwIfAny()
  return requested
}
