/** What is open, page by page. */
import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { BUCKET, nameOf, only, openItems, SIDES, type AgingScope } from './aging.store.ts'
import { AGING_BUCKETS, type AgingBucket, type DocumentKind } from './aging.ts'

/** Where a page of what is open ended: when it is due, whose it is, what it is. */
export type OpenPlace = readonly [dueDay: string, contactId: string, kind: string, itemId: string]

type OpenPageRow = {
  contact_id: string
  contact_name: string | null
  kind: DocumentKind | 'JOURNAL'
  item_id: string
  name: string | null
  document_day: Day | null
  due_day: Day | null
  reference_number: string | null
  owed: string
}

/** Something open, with whose it is. */
export type OpenItemListed = {
  contactId: string
  contactName: string | null
  kind: DocumentKind | 'JOURNAL'
  id: string
  name: string
  reference: string | null
  documentDay: Day | null
  dueDay: Day | null
  outstanding: bigint
}

/**
 * The next of what is open, but for what is unapplied, by when it is due. Each page reads what is open anew, as an aging does.
 * @param only those of one vendor or customer, or past due as of one bucket
 */
export async function loadOpenPage(
  tx: Tx,
  businessId: string,
  scope: AgingScope,
  { contactId, bucket }: { contactId: string | undefined; bucket: AgingBucket | undefined },
  after: OpenPlace | undefined,
  limit: number,
): Promise<{ rows: OpenItemListed[]; placeOf: (item: OpenItemListed) => OpenPlace; hasMore: boolean }> {
  const columns = 'i.contact_id, i.item_id, i.kind, i.external_id, i.reference_number, i.document_day, i.due_day'
  const { sources, bind } = openItems(scope, columns, contactId === undefined ? undefined : only(scope))
  const given = [businessId, ...bind, ...(contactId === undefined ? [] : [contactId])]
  const next = given.length + 1
  const place = (at: number, type: string): string => `$${next + 1 + at}::${type}`
  const rows = await tx.rows<OpenPageRow>(
    `SELECT page.contact_id, page.kind, page.item_id, page.name, page.document_day::text, page.due_day::text, page.reference_number, page.owed,
            c.name AS contact_name
       FROM (SELECT o.contact_id, o.kind, o.item_id, coalesce(o.reference_number, o.external_id) AS name, o.document_day, o.due_day,
                    o.reference_number, (${SIDES[scope.side].owed})::text AS owed
               FROM (${sources.join(' UNION ALL ')}) o
              WHERE o.kind <> 'UNAPPLIED' AND ($${next}::int IS NULL OR ${BUCKET} = $${next}::int)
                AND (${place(1, 'uuid')} IS NULL OR (coalesce(o.due_day, 'infinity'), o.contact_id, o.kind COLLATE "C", o.item_id)
                     > (${place(0, 'date')}, ${place(1, 'uuid')}, ${place(2, 'text')}, ${place(3, 'uuid')}))
              ORDER BY coalesce(o.due_day, 'infinity'), o.contact_id, o.kind COLLATE "C", o.item_id
              LIMIT ${place(4, 'int')}) page
       LEFT JOIN contacts c ON c.business_id = $1 AND c.contact_id = page.contact_id
      ORDER BY coalesce(page.due_day, 'infinity'), page.contact_id, page.kind COLLATE "C", page.item_id`,
    [
      ...given,
      bucket === undefined ? null : AGING_BUCKETS.findIndex(({ key }) => key === bucket),
      ...(after ?? [null, null, null, null]),
      limit + 1,
    ],
  )
  return {
    hasMore: rows.length > limit,
    placeOf: ({ dueDay, contactId: of, kind, id }) => [dueDay ?? 'infinity', of, kind, id],
    rows: rows.slice(0, limit).map((row) => ({
      contactId: row.contact_id,
      contactName: row.contact_name,
      kind: row.kind,
      id: row.item_id,
      name: row.name ?? nameOf(row, scope.side),
      documentDay: row.document_day,
      dueDay: row.due_day,
      reference: row.reference_number,
      outstanding: BigInt(row.owed),
    })),
  }
}
