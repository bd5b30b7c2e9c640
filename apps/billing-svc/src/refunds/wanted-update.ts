/** What a request wants to be others of a refund (endpoint 9). Pure. */
import { collectProblems, Problems, refused } from '@pacioli/errors'
import type { UpdateRefundRequest__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { momentFrom } from '../requests/moments.ts'
import {
  wantedAllocations,
  wantedPayments,
  type WantedAllocationOfRefund,
  type WantedRefundPayment,
} from '../receivables/wanted-refund.ts'

/** Undefined is what stays, null what is removed. */
export type WantedUpdate = {
  externalId: string | null | undefined
  completedAt: Date | null | undefined
  allocations: readonly WantedAllocationOfRefund[] | undefined
  payments: readonly WantedRefundPayment[] | undefined
  tags: readonly TagKeyValue__Output[] | undefined
  memo: string | null | undefined
  metadata: string | null | undefined
  referenceNumber: string | null | undefined
}

/** Words alone are posted by nobody. */
export const mayPost = ({ completedAt, allocations, payments, tags }: WantedUpdate): boolean =>
  [completedAt, allocations, payments, tags].some((one) => one !== undefined)

const CLEARABLE = ['external_id', 'completed_at', 'memo', 'metadata', 'reference_number']

/** @throws InvalidPayload; every problem at once */
export function wantedUpdate(input: UpdateRefundRequest__Output): WantedUpdate {
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
  const wanted = {
    externalId: text('external_id'),
    completedAt: cleared.has('completed_at')
      ? null
      : input.completed_at === undefined
        ? undefined
        : (collectProblems(problems, () => momentFrom(input.completed_at, 'completed_at', null)) ?? null),
    allocations: input.allocations ? wantedAllocations(input.allocations.items, problems) : undefined,
    payments: input.payments ? wantedPayments(input.payments.items, problems) : undefined,
    tags: input.tags?.items,
    memo: text('memo'),
    metadata: text('metadata'),
    referenceNumber: text('reference_number'),
  }
  problems.throwIfAny()
  return wanted
}
