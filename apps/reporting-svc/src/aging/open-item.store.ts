import { dayOf } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import type { OpenItem, CreditAllocation } from './open-item.ts'
import type { DocumentKind } from './aging.ts'

type ItemRow = {
  item_id: string
  kind: DocumentKind
  contact_id: string
  external_id: string | null
  reference_number: string | null
  document_at: Date
  due_at: Date | null
  tag_value_ids: string[]
  credit_ids: string[]
  credit_amounts: string[]
  credit_ats: Date[]
  version: string
  event_id: string
}

const toItem = (row: ItemRow): OpenItem => ({
  id: row.item_id,
  kind: row.kind,
  contactId: row.contact_id,
  externalId: row.external_id,
  referenceNumber: row.reference_number,
  documentAt: row.document_at,
  dueAt: row.due_at,
  tagValueIds: row.tag_value_ids,
  credits: row.credit_ids.map((creditId, index): CreditAllocation => ({
    creditId,
    amount: Number(row.credit_amounts[index]),
    at: row.credit_ats[index] as Date,
  })),
  version: Number(row.version),
  eventId: row.event_id,
})

/** The items as they were last told of: those with these ids, or all. */
export async function loadItems(tx: Tx, businessId: string, ids?: readonly string[]): Promise<OpenItem[]> {
  const rows = await tx.rows<ItemRow>(
    `SELECT item_id, kind, contact_id, external_id, reference_number, document_at, due_at, tag_value_ids, credit_ids,
            credit_amounts, credit_ats, version, event_id
       FROM open_items
      WHERE business_id = $1 AND kind IS NOT NULL${ids ? ' AND item_id = ANY ($2::uuid[])' : ''}`,
    ids ? [businessId, [...ids]] : [businessId],
  )
  return rows.map(toItem)
}

/** An array of arrays cannot be unnested row by row: each travels as a literal of its own. */
const literal = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

/** Puts the items in the place of what was told of them before, with their days in the zone. */
export async function putItems(tx: Tx, businessId: string, items: readonly OpenItem[], zone: string): Promise<void> {
  if (items.length === 0) return
  const column = <Value>(of: (item: OpenItem) => Value): Value[] => items.map(of)
  await tx.rows(
    `INSERT INTO open_items
            (business_id, item_id, kind, contact_id, external_id, reference_number, document_at, due_at, document_day,
             due_day, version, event_id, tag_value_ids, credit_ids, credit_amounts, credit_ats)
     SELECT $1, d.item_id, d.kind, d.contact_id, d.external_id, d.reference_number, d.document_at, d.due_at,
            d.document_day, d.due_day, d.version, d.event_id, d.tag_value_ids::uuid[], d.credit_ids::uuid[],
            d.credit_amounts::bigint[], d.credit_ats::timestamptz[]
       FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[],
                   $9::date[], $10::date[], $11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[])
         AS d(item_id, kind, contact_id, external_id, reference_number, document_at, due_at, document_day, due_day, version,
              event_id, tag_value_ids, credit_ids, credit_amounts, credit_ats)
     ON CONFLICT (business_id, item_id) DO UPDATE
       SET kind = excluded.kind, contact_id = excluded.contact_id, external_id = excluded.external_id,
           reference_number = excluded.reference_number, document_at = excluded.document_at, due_at = excluded.due_at,
           document_day = excluded.document_day, due_day = excluded.due_day, version = excluded.version,
           event_id = excluded.event_id, tag_value_ids = excluded.tag_value_ids, credit_ids = excluded.credit_ids,
           credit_amounts = excluded.credit_amounts, credit_ats = excluded.credit_ats`,
    [
      businessId,
      column(({ id }) => id),
      column(({ kind }) => kind),
      column(({ contactId }) => contactId),
      column(({ externalId }) => externalId),
      column(({ referenceNumber }) => referenceNumber),
      column(({ documentAt }) => documentAt.toISOString()),
      column(({ dueAt }) => dueAt?.toISOString() ?? null),
      column(({ documentAt }) => dayOf(documentAt, zone)),
      column(({ documentAt, dueAt }) => dayOf(dueAt ?? documentAt, zone)),
      column(({ version }) => version),
      column(({ eventId }) => eventId),
      column(({ tagValueIds }) => literal(tagValueIds)),
      column(({ credits }) => literal(credits.map(({ creditId }) => creditId))),
      column(({ credits }) => literal(credits.map(({ amount }) => amount))),
      column(({ credits }) => literal(credits.map(({ at }) => at.toISOString()))),
    ],
  )
}

/** The zone that the days of the business are in, as far as it is known; and the one that those of its items are in. */
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
