import { dayOf } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { date, listOf, safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import type { OpenItem } from './open-item.ts'
import type { DocumentKind } from './aging.ts'

const openItems = table('open_items', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
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
  tagValueIds: listOf(uuid),
  creditIds: listOf(uuid),
  creditAmounts: listOf(safeInteger),
  creditAts: listOf(timestamp),
})

/** The items as last reported: those with these ids, or all. */
export async function loadItems(tx: Tx, businessId: string, ids?: readonly string[]): Promise<OpenItem[]> {
  const rows = await openItems.rows(
    tx,
    `t.business_id = $1 AND t.kind IS NOT NULL${ids ? ' AND t.item_id = ANY ($2::uuid[])' : ''}`,
    ids ? [businessId, [...ids]] : [businessId],
  )
  return rows.map(({ creditIds, creditAmounts, creditAts, ...row }) => ({
    ...row,
    credits: creditIds.map((creditId, index) => ({
      creditId,
      amount: creditAmounts[index] as number,
      at: creditAts[index] as Date,
    })),
  }))
}

/** Replaces the items, with their days in the zone. */
export function putItems(tx: Tx, businessId: string, items: readonly OpenItem[], zone: string): void {
  const rows = items.map(({ credits, ...item }) => ({
    ...item,
    documentDay: dayOf(item.documentAt, zone),
    dueDay: dayOf(item.dueAt ?? item.documentAt, zone),
    creditIds: credits.map(({ creditId }) => creditId),
    creditAmounts: credits.map(({ amount }) => amount),
    creditAts: credits.map(({ at }) => at),
  }))
  writeLater(tx, [openItems.upserting({ businessId }, rows)])
}

/** The zone of the business's days, as far as it is known; and the zone of its items' days. */
export async function loadZones(
  tx: Tx,
  businessId: string,
): Promise<{ ofBusiness: string | null; ofItems: string | null }> {
  const row = await tx.row<{ of_business: string | null; of_items: string | null }>(
    `SELECT (SELECT time_zone FROM businesses WHERE business_id = $1) AS of_business,
            (SELECT time_zone FROM aging_zones WHERE business_id = $1) AS of_items`,
    [businessId],
  )
  return { ofBusiness: row?.of_business ?? null, ofItems: row?.of_items ?? null }
}

export async function putZone(tx: Tx, businessId: string, zone: string): Promise<void> {
  await tx.rows(
    `INSERT INTO aging_zones (business_id, time_zone) VALUES ($1, $2)
     ON CONFLICT (business_id) DO UPDATE SET time_zone = excluded.time_zone`,
    [businessId, zone],
  )
}
