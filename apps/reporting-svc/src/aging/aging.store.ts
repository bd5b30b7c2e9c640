import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { bucketOf, type AgingDetailRow, type AgingSide, type AgingSummaryRow, type DocumentKind } from './aging.ts'

/** What is open on a day. `tagValueIds`: only of documents that carry one of these values. */
export type AgingScope = {
  side: AgingSide
  effectiveDay: Day
  tagValueIds?: readonly string[] | undefined
  /** At most so many documents; all of them unless given. */
  limit?: number
}

const SIDES: Record<AgingSide, { kinds: readonly DocumentKind[]; owed: string }> = {
  PAYABLE: { kinds: ['BILL', 'VENDOR_CREDIT'], owed: 'o.balance' },
  RECEIVABLE: { kinds: ['INVOICE'], owed: '-o.balance' },
}

const COLUMNS = `i.item_id, i.kind, i.contact_id, i.external_id, i.reference_number, i.document_day, i.due_day`

/**
 * What is open at the end of the day: $1 business, $2 kinds, $3 day. What has not moved since is as it is now; of the
 * others the days until then are summed up.
 */
function openItems({ side, effectiveDay, tagValueIds }: AgingScope, contactIds?: readonly string[]) {
  const filters = [
    ...(tagValueIds ? ['i.tag_value_ids && $4::uuid[]'] : []),
    ...(contactIds ? [`i.contact_id = ANY ($${tagValueIds ? 5 : 4}::uuid[])`] : []),
  ].map((filter) => ` AND ${filter}`)
  const ofSide = `i.business_id = $1 AND i.kind = ANY ($2::text[])${filters.join('')}`
  return {
    sql: `SELECT ${COLUMNS}, i.balance FROM open_items i WHERE ${ofSide} AND i.balance <> 0 AND i.last_day <= $3::date
           UNION ALL
          SELECT ${COLUMNS}, sum(d.amount)::bigint AS balance
            FROM open_items i JOIN item_days d ON d.business_id = $1 AND d.item_id = i.item_id AND d.day <= $3::date
           WHERE ${ofSide} AND i.last_day > $3::date
           GROUP BY i.business_id, i.item_id
          HAVING sum(d.amount) <> 0`,
    bind: [
      SIDES[side].kinds,
      effectiveDay,
      ...(tagValueIds ? [[...tagValueIds]] : []),
      ...(contactIds ? [[...contactIds]] : []),
    ],
  }
}

/** A credit is never past due. */
const DAYS_PAST_DUE = `CASE o.kind WHEN 'VENDOR_CREDIT' THEN least(0, $3::date - o.due_day) ELSE $3::date - o.due_day END`

type SummaryRow = {
  contact_id: string
  name: string
  documents: number
  current: string
  days_1_to_30: string
  days_31_to_60: string
  days_61_to_90: string
  days_91_plus: string
  total: string
}

/** With how many documents of the contact are open. */
export type CountedSummaryRow = AgingSummaryRow & { documents: number }

/** One row per vendor or customer that has anything open, by name. */
export async function sumByContact(tx: Tx, businessId: string, scope: AgingScope): Promise<CountedSummaryRow[]> {
  const { sql, bind } = openItems(scope)
  const within = (condition: string): string => `coalesce(sum(owed) FILTER (WHERE ${condition}), 0)::text`
  const rows = await tx.rows<SummaryRow>(
    `SELECT s.*, coalesce(c.name, s.contact_id::text) AS name
       FROM (SELECT contact_id, count(*)::int AS documents, ${within('days <= 0')} AS current,
                    ${within('days BETWEEN 1 AND 30')} AS days_1_to_30, ${within('days BETWEEN 31 AND 60')} AS days_31_to_60,
                    ${within('days BETWEEN 61 AND 90')} AS days_61_to_90, ${within('days > 90')} AS days_91_plus,
                    sum(owed)::text AS total
               FROM (SELECT o.contact_id, ${SIDES[scope.side].owed} AS owed, ${DAYS_PAST_DUE} AS days FROM (${sql}) o) a
              GROUP BY contact_id) s
       LEFT JOIN contacts c ON c.business_id = $1 AND c.contact_id = s.contact_id
      ORDER BY coalesce(c.name, s.contact_id::text) COLLATE "C", s.contact_id`,
    [businessId, ...bind],
  )
  return rows.map((row) => ({
    contactId: row.contact_id,
    contactName: row.name,
    documents: row.documents,
    current: BigInt(row.current),
    days1To30: BigInt(row.days_1_to_30),
    days31To60: BigInt(row.days_31_to_60),
    days61To90: BigInt(row.days_61_to_90),
    days91Plus: BigInt(row.days_91_plus),
    total: BigInt(row.total),
  }))
}

type DetailRow = {
  contact_id: string
  name: string
  kind: DocumentKind
  item_id: string
  reference_number: string | null
  external_id: string | null
  document_day: string
  due_day: string
  days: number
  owed: string
}

/** One row per open document, of these contacts or of all: by name of the contact, the oldest due first. */
export async function loadOpenDocuments(
  tx: Tx,
  businessId: string,
  scope: AgingScope,
  contactIds?: readonly string[],
): Promise<AgingDetailRow[]> {
  const { sql, bind } = openItems(scope, contactIds)
  const rows = await tx.rows<DetailRow>(
    `SELECT o.contact_id, coalesce(c.name, o.contact_id::text) AS name, o.kind, o.item_id, o.reference_number,
            o.external_id, o.document_day::text, o.due_day::text, ${DAYS_PAST_DUE} AS days,
            (${SIDES[scope.side].owed})::text AS owed
       FROM (${sql}) o
       LEFT JOIN contacts c ON c.business_id = $1 AND c.contact_id = o.contact_id
      ORDER BY coalesce(c.name, o.contact_id::text) COLLATE "C", o.contact_id, o.due_day, o.document_day,
               coalesce(o.reference_number, o.external_id) COLLATE "C", o.item_id${scope.limit === undefined ? '' : ` LIMIT ${scope.limit}`}`,
    [businessId, ...bind],
  )
  return rows.map((row) => ({
    contactId: row.contact_id,
    contactName: row.name,
    kind: row.kind,
    documentId: row.item_id,
    number: row.reference_number,
    externalId: row.external_id,
    documentDay: row.document_day,
    dueDay: row.due_day,
    daysPastDue: row.days,
    bucket: bucketOf(row.days),
    outstanding: BigInt(row.owed),
  }))
}
