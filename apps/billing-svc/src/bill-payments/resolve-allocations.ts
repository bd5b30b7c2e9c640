/** Requested allocations of a payment with their names resolved. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import type { LedgerPrefetch, Books } from '@pacioli/postings'
import type { ResolvedAllocation } from '../payables/allocate-to-bills.ts'
import { prefetchBills } from '../payables/prefetch-bills.ts'
import { loadBills, type NamedBill } from '../payables/bill.store.ts'
import type { Bill } from '../payables/bill.ts'
import { billFieldOf } from '../payables/named-bills.ts'
import type { Recognised } from '../recognition/recognition.ts'
import { prefetchTags, tagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { RequestedPaymentAllocation } from './requested-payment.ts'

/** The accounts and tags that paying these bills posts to, and the tags of the allocations. */
export async function prefetchAllocations(
  tx: Tx,
  asking: LedgerPrefetch,
  requested: readonly RequestedPaymentAllocation[],
  named: readonly NamedBill[],
): Promise<void> {
  for (const { tags, field } of requested) prefetchTags(asking, tags, `${field}tags`)
  const bills = await loadBills(
    tx,
    named.map(({ id }) => id),
  )
  await prefetchBills(tx, asking, bills, (index) => {
    const one = requested[index]
    return one ? billFieldOf(one.name, one.field) : ''
  })
}

/** Locked bills in the order of the allocations, and what was recognised of each. */
export type LockedBills = { bills: readonly Bill[]; recognised: ReadonlyMap<string, readonly Recognised[]> }

/** @throws DuplicateTagDimension; RetryDecision */
export function resolveAllocations(
  books: Books,
  requested: readonly RequestedPaymentAllocation[],
  { bills, recognised }: LockedBills,
  making: Making,
): ResolvedAllocation[] {
  const problems = new Problems()
  const resolved = requested.flatMap((one, index): ResolvedAllocation[] => {
    const bill = bills[index]
    const ownTags = collectProblems(problems, () => tagsFrom(one.tags, books, making, `${one.field}tags`))
    return bill && ownTags ? [{ ...one, bill, before: recognised.get(bill.id) ?? [], ownTags }] : []
  })
  problems.throwIfAny()
  return resolved
}
