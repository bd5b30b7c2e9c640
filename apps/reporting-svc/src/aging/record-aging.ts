import type { Tx } from '@pacioli/db'
import { newestItems, type OpenItem } from './open-item.ts'
import { loadItems, loadZones, putItems, putZone } from './open-item.store.ts'
import { creditMoves, opposite, type EntryMoves } from './item-moves.ts'
import { lockAging, moveItems } from './item-moves.store.ts'
import { recordEntryMoves } from './record-entry-moves.ts'

/** What a batch of events changes in aging. `changesBusiness`: the time zone of the business may have changed. */
export type AgingChanges = {
  items: readonly OpenItem[]
  entries: readonly EntryMoves[]
  changesBusiness: boolean
}

/** Until the event of the business arrives. */
const UNKNOWN_ZONE = 'UTC'

/**
 * Records items and entries for aging, each version of an item and each entry once: events that come twice, late or in another
 * order end in the same figures.
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

/** Stores the items that are newer than the stored ones, and moves balances by new less stored credits. */
async function recordItems(tx: Tx, businessId: string, incoming: readonly OpenItem[], zone: string): Promise<void> {
  if (incoming.length === 0) return
  const newest = newestItems(incoming)
  const ids = newest.map(({ id }) => id)
  const stored = new Map((await loadItems(tx, businessId, ids)).map((one) => [one.id, one]))
  const newer = newest.filter(({ id, version }) => (stored.get(id)?.version ?? 0) < version)
  const older = newer.flatMap(({ id }) => stored.get(id) ?? [])
  await putItems(tx, businessId, newer, zone)
  await moveItems(tx, businessId, [
    ...newer.flatMap((one) => creditMoves(one, zone)),
    ...opposite(older.flatMap((one) => creditMoves(one, zone))),
  ])
}

/**
 * The zone of the business. Items that came before it was known or changed, which is possible until something is posted, get
 * their days in the new one.
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
