import type { Tx } from '@pacioli/db'
import { newestItems, type OpenItem } from './open-item.ts'
import { loadItems, loadZones, putItems, putZone } from './open-item.store.ts'
import { creditMoves, opposite, type EntryMoves } from './item-moves.ts'
import { lockAging, markCounted, moveItems } from './item-moves.store.ts'

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
 * order end in the same figures. All reads go out together, after the lock; only a change of the time zone reads once more.
 * What it writes travels with the COMMIT.
 */
export async function recordAging(
  tx: Tx,
  businessId: string,
  { items, entries, changesBusiness }: AgingChanges,
): Promise<void> {
  const moving = new Map(entries.filter(({ moves }) => moves.length > 0).map((one) => [one.entryId, one]))
  if (items.length === 0 && moving.size === 0 && !changesBusiness) return
  const newest = newestItems(items)
  lockAging(tx, businessId)
  const [zones, stored, fresh] = await Promise.all([
    loadZones(tx, businessId),
    newest.length > 0 ? loadItems(tx, businessId, idsOf(newest)) : [],
    markCounted(tx, businessId, [...moving.keys()]),
  ])
  const zone = zones.ofBusiness ?? zones.ofItems ?? UNKNOWN_ZONE
  if (zone !== zones.ofItems) await changeZone(tx, businessId, zones.ofItems, zone)
  recordItems(tx, businessId, newest, stored, zone)
  moveItems(
    tx,
    businessId,
    [...fresh].flatMap((entryId) => moving.get(entryId)?.moves ?? []),
  )
}

const idsOf = (items: readonly OpenItem[]): string[] => items.map(({ id }) => id)

/** Stores the items that are newer than the stored ones, and moves balances by new less stored credits. */
function recordItems(
  tx: Tx,
  businessId: string,
  newest: readonly OpenItem[],
  storedItems: readonly OpenItem[],
  zone: string,
): void {
  const stored = new Map(storedItems.map((one) => [one.id, one]))
  const newer = newest.filter(({ id, version }) => (stored.get(id)?.version ?? 0) < version)
  const older = newer.flatMap(({ id }) => stored.get(id) ?? [])
  putItems(tx, businessId, newer, zone)
  moveItems(tx, businessId, [
    ...newer.flatMap((one) => creditMoves(one, zone)),
    ...opposite(older.flatMap((one) => creditMoves(one, zone))),
  ])
}

/**
 * The business's time zone became known, or changed, which is possible until something is posted: the days of earlier items
 * are computed again.
 */
async function changeZone(tx: Tx, businessId: string, before: string | null, zone: string): Promise<void> {
  await putZone(tx, businessId, zone)
  if (before === null) return
  const items = await loadItems(tx, businessId)
  putItems(tx, businessId, items, zone)
  moveItems(tx, businessId, [
    ...items.flatMap((one) => creditMoves(one, zone)),
    ...opposite(items.flatMap((one) => creditMoves(one, before))),
  ])
}
