/** Wanted allocations with what their names stand for. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import type { Asking, Books } from '@pacioli/postings'
import { loadBills } from '../payables/bill.store.ts'
import type { StoredBill } from '../payables/stored-bill.ts'
import { askForBills } from '../payables/ask-for-bills.ts'
import { billFieldOf } from '../payables/named-bills.ts'
import type { NamedBill } from '../payables/named-bills.store.ts'
import { askTags, tagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { ResolvedAllocation } from './allocate.ts'
import { loadRecognised } from '../payables/payment-allocation.store.ts'
import type { WantedAllocation } from './wanted-payment.ts'

/** Asks for what paying these bills posts, and for the tags that the allocations are to carry. */
export async function askForAllocations(
  tx: Tx,
  asking: Asking,
  businessId: string,
  wanted: readonly WantedAllocation[],
  named: readonly NamedBill[],
): Promise<void> {
  for (const { tags, field } of wanted) askTags(asking, tags, `${field}tags`)
  const bills = await loadBills(
    tx,
    businessId,
    named.map(({ id }) => id),
  )
  await askForBills(tx, asking, businessId, bills, (index) => {
    const one = wanted[index]
    return one ? billFieldOf(one.name, one.field) : ''
  })
}

/**
 * @param named the bill of each, in their order; all of them are held
 * @throws DuplicateTagDimension; AskAgain
 */
export async function resolveAllocations(
  tx: Tx,
  businessId: string,
  books: Books,
  wanted: readonly WantedAllocation[],
  { named, held, making }: { named: readonly NamedBill[]; held: ReadonlyMap<string, StoredBill>; making: Making },
): Promise<ResolvedAllocation[]> {
  const recognised = await loadRecognised(tx, businessId, [...held.keys()])
  const problems = new Problems()
  const resolved = wanted.flatMap((one, index): ResolvedAllocation[] => {
    const bill = held.get(named[index]?.id ?? '')
    const ownTags = collectProblems(problems, () => tagsFrom(one.tags, books, making, `${one.field}tags`))
    if (!bill || !ownTags) return []
    return [{ ...one, bill, before: recognised.get(bill.id) ?? [], ownTags }]
  })
  problems.throwIfAny()
  return resolved
}
