import type { Tx } from '@pacioli/db'
import { newestItems, type OpenItem } from './open-item.ts'
import { loadItems, loadZones, putItems, putZone } from './open-item.store.ts'
import { creditMoves, opposite, type EntryMoves } from './item-moves.ts'
import { lockAging, moveItems } from './item-moves.store.ts'
import { recordEntryMoves } from './record-entry-moves.ts'

/** What a batch of events says of aging. `changesBusiness`: the business's zone may be another one than before. */
export type AgingChanges = {
  items: readonly OpenItem[]
  entries: readonly EntryMoves[]
  changesBusiness: boolean
}

/** Until the business itself is told of. */
const UNKNOWN_ZONE = 'UTC'

/**
 * Takes items and entries into what aging is made of, each version of an item and each entry once: whatever comes
 * twice, late or in another order ends in the same figures.
 */
export async function recordAging(
  tx: Tx,
  businessId: string,
  { items, entries, changesBusiness }: AgingChanges,
): Promise<void> {
  const moving = entries.filter(({ moves }) => moves.length > 0)
  if (items.length === 0 && moving.length === 0 && !changesBusiness) return
  await lockAging(tx, businessId)
  const zone = await reconcileZone(tx, businessId)
  await recordItems(tx, businessId, items, zone)
  await recordEntryMoves(tx, businessId, moving)
}

/** Takes the items that are newer than what was told of them before. What they have of credits moves by new less old. */
async function recordItems(tx: Tx, businessId: string, incoming: readonly OpenItem[], zone: string): Promise<void> {
  if (incoming.length === 0) return
  const newest = newestItems(incoming)
  const ids = newest.map(({ id }) => id)
  const kept = new Map((await loadItems(tx, businessId, ids)).map((one) => [one.id, one]))
  const newer = newest.filter(({ id, version }) => (kept.get(id)?.version ?? 0) < version)
  const older = newer.flatMap(({ id }) => kept.get(id) ?? [])
  await putItems(tx, businessId, newer, zone)
  await moveItems(tx, businessId, [
    ...newer.flatMap((one) => creditMoves(one, zone)),
    ...opposite(older.flatMap((one) => creditMoves(one, zone))),
  ])
}

/**
 * The zone of the business. Where items came before it was known, or before it was changed, which is possible until
 * something is posted, their days are moved to it.
 */
async function reconcileZone(tx: Tx, businessId: string): Promise<string> {
  const { ofBusiness, ofItems } = await loadZones(tx, businessId)
  const zone = ofBusiness ?? ofItems ?? UNKNOWN_ZONE
  if (zone === ofItems) return zone
  await putZone(tx, businessId, zone)
  if (ofItems === null) return zone
  const items = await loadItems(tx, businessId)
  await putItems(tx, businessId, items, zone)
  await moveItems(tx, businessId, [
    ...items.flatMap((one) => creditMoves(one, zone)),
    ...opposite(items.flatMap((one) => creditMoves(one, ofItems))),
  ])
  return zone
}
