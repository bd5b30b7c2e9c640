import type { Tx } from '@pacioli/db'
import type { DocumentTag } from './tags.ts'

/** What carries tags. Ids are unique among all of these. */
export type TaggedType =
  | 'VENDOR'
  | 'BILL'
  | 'BILL_LINE_ITEM'
  | 'BILL_PAYMENT'
  | 'BILL_PAYMENT_ALLOCATION'
  | 'VENDOR_CREDIT'
  | 'VENDOR_CREDIT_LINE_ITEM'
  | 'CUSTOMER'
  | 'INVOICE'
  | 'INVOICE_LINE_ITEM'
  | 'INVOICE_PAYMENT'
  | 'INVOICE_PAYMENT_ALLOCATION'
  | 'INVOICE_WRITE_OFF'
  | 'REFUND'
  | 'REFUND_ALLOCATION'
  | 'REFUND_LINE_ITEM'
  | 'REFUND_PAYMENT'
  | 'PAYOUT'
  | 'PAYOUT_TRANSACTION'

/** Something with the tags that it carries, one of each dimension. */
export type Tagged = { type: TaggedType; id: string; tags: readonly DocumentTag[] }

type Row = { entity_id: string; id: string; dimension_id: string; definition_id: string; created_at: Date }

/** The tags of all of these, whatever they are, in the order they were made; those without any are left out. */
export async function loadTags(
  tx: Tx,
  businessId: string,
  entityIds: readonly string[],
): Promise<Map<string, DocumentTag[]>> {
  if (entityIds.length === 0) return new Map()
  const rows = await tx.rows<Row>(
    // OFFSET 0 keeps this a lookup for each of them, whatever the statistics say of a business.
    `SELECT t.entity_id, t.id, t.dimension_id, t.definition_id, t.created_at
       FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS n(id)) e
      CROSS JOIN LATERAL (SELECT * FROM applied_tags a WHERE a.business_id = $1 AND a.entity_id = e.id OFFSET 0) t
      ORDER BY t.entity_id, t.id`,
    [businessId, entityIds],
  )
  const tags = new Map<string, DocumentTag[]>()
  for (const { entity_id, id, dimension_id, definition_id, created_at } of rows) {
    const tag = { id, dimensionId: dimension_id, definitionId: definition_id, createdAt: created_at }
    tags.set(entity_id, [...(tags.get(entity_id) ?? []), tag])
  }
  return tags
}

/** Writes down tags of what has none of these dimensions yet. */
export async function insertTags(tx: Tx, businessId: string, tagged: readonly Tagged[]): Promise<void> {
  const rows = tagged.flatMap(({ type, id, tags }) => tags.map((tag) => ({ type, entityId: id, ...tag })))
  if (rows.length === 0) return
  await tx.rows(
    `INSERT INTO applied_tags (business_id, entity_type, entity_id, id, dimension_id, definition_id, created_at)
     SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::timestamptz[])
     -- what is kept is here already
     ON CONFLICT (business_id, entity_id, dimension_id) DO NOTHING`,
    [
      businessId,
      rows.map((row) => row.type),
      rows.map((row) => row.entityId),
      rows.map((row) => row.id),
      rows.map((row) => row.dimensionId),
      rows.map((row) => row.definitionId),
      rows.map((row) => row.createdAt.toISOString()),
    ],
  )
}

/** Each of these carries what it says and nothing else. Who calls holds the vendor or the document that it is or is of. */
export async function replaceTags(tx: Tx, businessId: string, tagged: readonly Tagged[]): Promise<void> {
  if (tagged.length === 0) return
  await tx.rows(
    `DELETE FROM applied_tags a
      USING unnest($2::uuid[]) AS e(id)
      WHERE a.business_id = $1 AND a.entity_id = e.id AND NOT a.id = ANY ($3::uuid[])`,
    [businessId, tagged.map(({ id }) => id), tagged.flatMap(({ tags }) => tags.map(({ id }) => id))],
  )
  await insertTags(tx, businessId, tagged)
}

/** Takes all tags off what goes, such as line items that are replaced. */
export async function deleteTags(tx: Tx, businessId: string, entityIds: readonly string[]): Promise<void> {
  if (entityIds.length === 0) return
  await tx.rows(
    `DELETE FROM applied_tags a USING unnest($2::uuid[]) AS e(id) WHERE a.business_id = $1 AND a.entity_id = e.id`,
    [businessId, entityIds],
  )
}
