/** Requested allocations of a payment with their names resolved. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import type { LedgerPrefetch } from '@pacioli/postings'
import type { ResolvedAllocation } from '../payables/allocate-to-bills.ts'
import { prefetchBills } from '../payables/prefetch-bills.ts'
import { loadBills, type NamedBill } from '../payables/bill.store.ts'
import type { Bill } from '../payables/bill.ts'
import { billFieldOf } from '../payables/named-bills.ts'
import { tagsOf, type ResolvingFacts } from '../posting/resolve-names.ts'
import type { Recognised } from '../recognition/recognition.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import type { RequestedPaymentAllocation } from './requested-payment.ts'

/** The accounts and tags that paying these bills posts to, and the tags of the allocations. */
export async function prefetchAllocations(
  tx: Tx,
  asking: LedgerPrefetch,
  requested: readonly RequestedPaymentAllocation[],
  named: readonly NamedBill[],
): Promise<void> {
  for (const { tags, field } of requested) prefetchTags(asking, tags, `${field}tags`)
  const billIds = named.map(({ id }) => id)
  await prefetchBills(tx, asking, await loadBills(tx, billIds), (index) => {
    const one = requested[index]
    return one ? billFieldOf(one.name, one.field) : ''
  })
}

/**
 * @param bills locked, in the order of the allocations
 * @param recognised what live allocations have recognised of each
 * @throws DuplicateTagDimension; RetryDecision
 */
export function resolveAllocations(
  requested: readonly RequestedPaymentAllocation[],
  bills: readonly Bill[],
  recognised: ReadonlyMap<string, readonly Recognised[]>,
  facts: ResolvingFacts,
): ResolvedAllocation[] {
  const problems = new Problems()
  const resolved = requested.flatMap((one, index): ResolvedAllocation[] => {
    const bill = bills[index]
    const ownTags = tagsOf(one, facts, problems)
    return bill ? [{ ...one, bill, before: recognised.get(bill.id) ?? [], ownTags }] : []
  })
  problems.throwIfAny()
  return resolved
}
