/** Locks payments and vendor credits together with the bills that they are allocated to. */
import type { Tx } from '@pacioli/db'
import { RetryDecision } from '@pacioli/postings'
import { liveOf } from '../documents/document.ts'
import { lockBills } from './bill.store.ts'
import type { Bill } from './bill.ts'

type Giver = { id: string; allocations: readonly { documentId: string; deletedAt: Date | null }[] }

type Loading<Document> = (tx: Tx, ids: readonly string[]) => Promise<Document[]>

/** The bills that these are allocated to. */
export const billsOf = (givers: readonly Giver[]): string[] => [
  ...new Set(givers.flatMap(({ allocations }) => liveOf(allocations).map(({ documentId }) => documentId))),
]

/** Bills are locked first, as everywhere. @throws RetryDecision where one was allocated to a further bill meanwhile */
export async function lockWithBills<Document extends Giver>(
  tx: Tx,
  kind: { load: Loading<Document>; lock: Loading<Document> },
  ids: readonly string[],
): Promise<{ givers: Document[]; bills: Bill[] }> {
  const bills = await lockBills(tx, billsOf(await kind.load(tx, ids)))
  const givers = await kind.lock(tx, ids)
  const locked = new Set(bills.map(({ id }) => id))
  if (billsOf(givers).some((id) => !locked.has(id))) throw new RetryDecision()
  return { givers, bills }
}
