import type { Tx } from '@pacioli/db'
import { table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
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
  | 'VENDOR_REFUND'
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

const appliedTags = table('applied_tags', ['businessId', 'entityId', 'dimensionId'], {
  businessId: uuid.writeOnly,
  entityType: text.as<TaggedType>().writeOnly,
  entityId: uuid,
  id: uuid,
  dimensionId: uuid,
  definitionId: uuid,
  createdAt: timestamp,
})

/**
 * The tags of all of these, whatever they are, in the order of their creation; those without any are left out.
 * @param parts tables of what belongs to them, whose tags come along, each with the column that says to which
 */
export async function loadTags(
  tx: Tx,
  entityIds: readonly string[],
  parts: readonly (readonly [table: string, column: string])[] = [],
): Promise<Map<string, DocumentTag[]>> {
  if (entityIds.length === 0) return new Map()
  const ofParts = parts.map(
    ([table, column]) =>
      `UNION ALL SELECT k.id FROM unnest($2::uuid[]) AS d(id)
        CROSS JOIN LATERAL (SELECT id FROM ${table} WHERE business_id = $1 AND ${column} = d.id OFFSET 0) k`,
  )
  const rows = await appliedTags.query(
    tx,
    // OFFSET 0 keeps this a lookup for each of them, whatever the statistics say of a business.
    `SELECT ${appliedTags.columns('t')}
       FROM (SELECT DISTINCT id FROM (SELECT id FROM unnest($2::uuid[]) AS n(id) ${ofParts.join(' ')}) AS n) e
      CROSS JOIN LATERAL (SELECT * FROM applied_tags a WHERE a.business_id = $1 AND a.entity_id = e.id OFFSET 0) t
      ORDER BY t.entity_id, t.id`,
    [tx.businessId, entityIds],
  )
  const tags = new Map<string, DocumentTag[]>()
  for (const { entityId, ...tag } of rows) tags.set(entityId, [...(tags.get(entityId) ?? []), tag])
  return tags
}

/** Inserts tags of what has none of these dimensions yet; what stays of them is there already. */
export function insertTags(tx: Tx, tagged: readonly Tagged[]): void {
  const rows = tagged.flatMap(({ type, id, tags }) => tags.map((tag) => ({ entityType: type, entityId: id, ...tag })))
  const onConflict = '(business_id, entity_id, dimension_id) DO NOTHING'
  writeLater(tx, [appliedTags.inserting({ businessId: tx.businessId }, rows, { onConflict })])
}

/** Each of these carries what it says and nothing else. The caller holds the lock of the contact or document. */
export function replaceTags(tx: Tx, tagged: readonly Tagged[]): void {
  if (tagged.length === 0) return
  const kept = tagged.flatMap(({ tags }) => tags.map(({ id }) => id))
  tx.send(
    `DELETE FROM applied_tags a
      USING unnest($2::uuid[]) AS e(id)
      WHERE a.business_id = $1 AND a.entity_id = e.id AND NOT a.id = ANY ($3::uuid[])`,
    [tx.businessId, tagged.map(({ id }) => id), kept],
  )
  insertTags(tx, tagged)
}

/** Takes all tags off what is deleted, such as line items that are replaced. */
export function deleteTags(tx: Tx, entityIds: readonly string[]): void {
  if (entityIds.length === 0) return
  tx.send(
    `DELETE FROM applied_tags a USING unnest($2::uuid[]) AS e(id) WHERE a.business_id = $1 AND a.entity_id = e.id`,
    [tx.businessId, entityIds],
  )
}
