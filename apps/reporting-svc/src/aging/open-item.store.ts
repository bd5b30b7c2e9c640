import { dayOf } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { date, listOf, safeInteger, table, text, timestamp, uuid, writeLater, type RowOf } from '@pacioli/db/table'
import type { OpenItem } from './open-item.ts'
import type { DocumentKind } from './aging.ts'

const openItems = table('open_items', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid.named('item_id'),
  kind: text.as<DocumentKind>(),
  contactId: uuid,
  externalId: text.orNull,
  referenceNumber: text.orNull,
  documentAt: timestamp,
  dueAt: timestamp.orNull,
  documentDay: date.writeOnly,
  dueDay: date.writeOnly,
  version: safeInteger,
  eventId: text,
  recorded: safeInteger.orNull,
  tagValueIds: listOf(uuid),
  creditIds: listOf(uuid),
  creditAmounts: listOf(safeInteger),
  creditAts: listOf(timestamp),
})

/** These items as last reported. */
export async function loadItems(tx: Tx, items: readonly Pick<OpenItem, 'businessId' | 'id'>[]): Promise<OpenItem[]> {
  if (items.length === 0) return []
  const where = `(t.business_id, t.item_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND t.kind IS NOT NULL`
  const bind = [items.map(({ businessId }) => businessId), items.map(({ id }) => id)]
  return reported(await openItems.rows(tx, where, bind))
}

/** All items of these businesses as last reported. */
export const loadItemsOf = async (tx: Tx, businessIds: readonly string[]): Promise<OpenItem[]> =>
  reported(await openItems.rows(tx, 't.business_id = ANY ($1::uuid[]) AND t.kind IS NOT NULL', [[...businessIds]]))

const reported = (rows: readonly RowOf<typeof openItems>[]): OpenItem[] =>
  rows.map(({ creditIds, creditAmounts, creditAts, ...row }) => ({
    ...row,
    credits: creditIds.map((creditId, index) => ({
      creditId,
      amount: creditAmounts[index] as number,
      at: creditAts[index] as Date,
    })),
  }))

/** Replaces the items, with their days in the zones of their businesses. */
export function putItems(tx: Tx, items: readonly OpenItem[], zoneOf: (businessId: string) => string): void {
  writeLater(tx, [openItems.upserting({}, rowsOf(items, zoneOf))])
}

/** The same rows as JSON. */
export const itemsAsJson = (items: readonly OpenItem[], zoneOf: (businessId: string) => string): string =>
  openItems.asJson(rowsOf(items, zoneOf))

/** Items that have changed since a position, as they are, and the zone of their days. */
export async function loadItemsSince(
  tx: Tx,
  businessId: string,
  position: number,
): Promise<{ items: OpenItem[]; zone: string | null }> {
  const [rows, zones] = await Promise.all([
    openItems.rows(tx, 't.business_id = $1 AND t.recorded > $2 AND t.kind IS NOT NULL', [businessId, position]),
    tx.row<{ zone: string }>('SELECT time_zone AS zone FROM aging_zones WHERE business_id = $1', [businessId]),
  ])
  return { items: reported(rows), zone: zones?.zone ?? null }
}

function rowsOf(items: readonly OpenItem[], zoneOf: (businessId: string) => string) {
  return items.map(({ credits, ...item }) => ({
    ...item,
    documentDay: dayOf(item.documentAt, zoneOf(item.businessId)),
    dueDay: dayOf(item.dueAt ?? item.documentAt, zoneOf(item.businessId)),
    creditIds: credits.map(({ creditId }) => creditId),
    creditAmounts: credits.map(({ amount }) => amount),
    creditAts: credits.map(({ at }) => at),
  }))
}

/** The zone of a business's days, as far as it is known; and the zone of its items' days. */
export type Zones = { businessId: string; ofBusiness: string | null; ofItems: string | null }

export const loadZones = (tx: Tx, businessIds: readonly string[]): Promise<Zones[]> =>
  tx.rows<Zones>(
    `SELECT asked.id AS "businessId",
            (SELECT time_zone FROM businesses WHERE business_id = asked.id) AS "ofBusiness",
            (SELECT time_zone FROM aging_zones WHERE business_id = asked.id) AS "ofItems"
       FROM unnest($1::uuid[]) AS asked (id)`,
    [[...businessIds]],
  )

const agingZones = table('aging_zones', ['businessId'], { businessId: uuid, timeZone: text })

export function putZones(tx: Tx, zones: readonly { businessId: string; timeZone: string }[]): void {
  writeLater(tx, [agingZones.upserting({}, zones)])
}
