import type { Tx } from '@pacioli/db'
import { businessesOf, keyOf } from '../read-models/newest.ts'
import type { OpenItem } from './open-item.ts'
import { loadItems, loadItemsOf, loadZones, putItems, putZones, type Zones } from './open-item.store.ts'
import { creditMoves, opposite, type EntryMoves, type ItemMove } from './item-moves.ts'
import { lockAging, markCounted, moveItems } from './item-moves.store.ts'

/** What a batch of events changes in aging: one version of each item. `businesses`: those whose time zone may have changed. */
export type AgingChanges = {
  items: readonly OpenItem[]
  entries: readonly EntryMoves[]
  businesses: readonly { businessId: string }[]
}

/** Until the event of the business arrives. */
const UNKNOWN_ZONE = 'UTC'

type ZoneOf = (businessId: string) => string

/**
 * Records items and entries for aging, each version of an item and each entry once: events that come twice, late or in another
 * order end in the same figures. All reads go out together, after the locks; only a change of a time zone reads once more.
 * What it writes travels with the COMMIT.
 */
export async function recordAging(tx: Tx, { items, entries, businesses }: AgingChanges): Promise<void> {
  const moving = new Map(entries.filter(({ moves }) => moves.length > 0).map((one) => [keyOfEntry(one), one]))
  const businessIds = businessesOf([...items, ...moving.values(), ...businesses])
  if (businessIds.length === 0) return
  lockAging(tx, businessIds)
  const [zones, stored, fresh] = await Promise.all([
    loadZones(tx, businessIds),
    loadItems(tx, items),
    markCounted(tx, [...moving.values()]),
  ])
  const known = new Map(zones.map((zone) => [zone.businessId, currentOf(zone)]))
  const zoneOf: ZoneOf = (businessId) => known.get(businessId) ?? UNKNOWN_ZONE
  moveItems(tx, [
    ...(await changeZones(tx, zones, zoneOf)),
    ...recordItems(tx, items, stored, zoneOf),
    ...fresh.flatMap((entry) => moving.get(keyOfEntry(entry))?.moves ?? []),
  ])
}

const keyOfEntry = ({ businessId, entryId: id }: Pick<EntryMoves, 'businessId' | 'entryId'>): string =>
  keyOf({ businessId, id })

const currentOf = ({ ofBusiness, ofItems }: Zones): string => ofBusiness ?? ofItems ?? UNKNOWN_ZONE

/** Stores the items that are newer than the stored ones; returns the moves by new less stored credits. */
function recordItems(
  tx: Tx,
  newest: readonly OpenItem[],
  storedItems: readonly OpenItem[],
  zoneOf: ZoneOf,
): ItemMove[] {
  const stored = new Map(storedItems.map((one) => [keyOf(one), one]))
  const newer = newest.filter((one) => {
    const { version = 0, recorded } = stored.get(keyOf(one)) ?? {}
    return version < one.version || (version === one.version && recorded === null && one.recorded !== null)
  })
  const older = newer.flatMap((one) => stored.get(keyOf(one)) ?? [])
  putItems(tx, newer, zoneOf)
  return movesBy(newer, zoneOf, older, zoneOf)
}

/** New less old credits, each on its day. */
const movesBy = (
  items: readonly OpenItem[],
  zoneOf: ZoneOf,
  before: readonly OpenItem[],
  zoneBefore: ZoneOf,
): ItemMove[] => [
  ...items.flatMap((one) => creditMoves(one, zoneOf(one.businessId))),
  ...opposite(before.flatMap((one) => creditMoves(one, zoneBefore(one.businessId)))),
]

/**
 * Time zones that became known, or changed, which is possible until something is posted: the days of earlier items are
 * computed again. Returns how their credits move.
 */
async function changeZones(tx: Tx, zones: readonly Zones[], zoneOf: ZoneOf): Promise<ItemMove[]> {
  const changed = zones.filter((zone) => zone.ofItems !== currentOf(zone))
  putZones(
    tx,
    changed.map(({ businessId }) => ({ businessId, timeZone: zoneOf(businessId) })),
  )
  const before = new Map(
    changed.flatMap(({ businessId, ofItems }) => (ofItems === null ? [] : [[businessId, ofItems]])),
  )
  if (before.size === 0) return []
  const items = await loadItemsOf(tx, [...before.keys()])
  putItems(tx, items, zoneOf)
  return movesBy(items, zoneOf, items, (businessId) => before.get(businessId) ?? UNKNOWN_ZONE)
}
