import type { Tx } from '@pacioli/db'
import type { EntryMoves } from './item-moves.ts'
import { markCounted, moveItems } from './item-moves.store.ts'

/** Applies the moves of each entry once: later versions of an entry have the same lines. */
export async function recordEntryMoves(tx: Tx, businessId: string, incoming: readonly EntryMoves[]): Promise<void> {
  const entries = new Map(incoming.filter(({ moves }) => moves.length > 0).map((one) => [one.entryId, one]))
  const fresh = await markCounted(tx, businessId, [...entries.keys()])
  await moveItems(
    tx,
    businessId,
    [...fresh].flatMap((entryId) => entries.get(entryId)?.moves ?? []),
  )
}
