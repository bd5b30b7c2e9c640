import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import {
  AGING_BUCKETS,
  bucketOf,
  type AgingBucket,
  type AgingDetailRow,
  type AgingSide,
  type AgingSummaryRow,
  type DocumentKind,
  type OpenDocument,
} from './aging.ts'

/** What is open on a day. `tagValueIds`: only of documents that carry one of these values. */
export type AgingScope = {
  side: AgingSide
  effectiveDay: Day
  tagValueIds?: readonly string[] | undefined
}

const SIDES: Record<AgingSide, { kinds: readonly DocumentKind[]; owed: string }> = {
  PAYABLE: { kinds: ['BILL', 'VENDOR_CREDIT'], owed: 'o.balance' },
  RECEIVABLE: { kinds: ['INVOICE'], owed: '-o.balance' },
}

/**
 * What is open at the end of the day: $1 business, $2 kinds, $3 day. Items that have not moved since are open as they
 * are now; from the others later moves are subtracted. The two are separate, so that each is summed up where it is
 * read.
 * @param contactId of the only contact, as SQL
 */
function openItems({ side, effectiveDay, tagValueIds }: AgingScope, columns: string, contactId?: string) {
  const filters = [
    ...(contactId === undefined ? [] : [`i.contact_id = ${contactId}`]),
    ...(tagValueIds ? ['i.tag_value_ids && $4::uuid[]'] : []),
  ].map((filter) => ` AND ${filter}`)
  const ofSide = `i.business_id = $1 AND i.kind = ANY ($2::text[])${filters.join('')}`
  return {
    sources: [
      `SELECT ${columns}, i.balance FROM open_items i WHERE ${ofSide} AND i.balance <> 0 AND i.last_day <= $3::date`,
      `SELECT ${columns}, i.balance - coalesce(sum(d.amount), 0)::bigint AS balance
         FROM open_items i
         LEFT JOIN item_days d ON d.business_id = $1 AND d.item_id = i.item_id AND d.day > $3::date
        WHERE ${ofSide} AND i.last_day > $3::date
        GROUP BY i.business_id, i.item_id
       HAVING i.balance <> coalesce(sum(d.amount), 0)`,
    ],
    bind: [SIDES[side].kinds, effectiveDay, ...(tagValueIds ? [[...tagValueIds]] : [])],
  }
}

/** Position in AGING_BUCKETS, worked out once for each document. A credit is never past due. */
const BUCKET = `CASE ${AGING_BUCKETS.map(({ key, until }, position) => {
  if (until === Infinity) return `ELSE ${position}`
  const credit = key === 'current' ? ` OR o.kind = 'VENDOR_CREDIT'` : ''
  return `WHEN o.due_day >= $3::date - ${until}${credit} THEN ${position}`
}).join(' ')} END`

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

/** With the number of the contact's open documents. */
export type CountedSummaryRow = AgingSummaryRow & { documents: number }

/** One row per vendor or customer that has anything open, by name. Reads a single index. */
export async function sumByContact(tx: Tx, businessId: string, scope: AgingScope): Promise<CountedSummaryRow[]> {
  const { sources, bind } = openItems(scope, 'i.contact_id, i.kind, i.due_day')
  const sums = sources.map(
    (source) =>
      `SELECT contact_id, ${BUCKET} AS bucket, count(*) AS documents, sum(${SIDES[scope.side].owed}) AS owed
         FROM (${source}) o GROUP BY 1, 2`,
  )
  const within = (bucket: AgingBucket): string =>
    `coalesce(sum(owed) FILTER (WHERE bucket = ${AGING_BUCKETS.findIndex(({ key }) => key === bucket)}), 0)::text`
  const rows = await tx.rows<SummaryRow>(
    `SELECT s.*, coalesce(c.name, s.contact_id::text) AS name
       FROM (SELECT contact_id, sum(documents)::int AS documents, ${within('current')} AS current,
                    ${within('1_30')} AS days_1_to_30, ${within('31_60')} AS days_31_to_60,
                    ${within('61_90')} AS days_61_to_90, ${within('91_plus')} AS days_91_plus, sum(owed)::text AS total
               FROM (${sums.join(' UNION ALL ')}) a
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

type OpenRow = {
  /** Rank within the contact, from 1. */
  position: number
  kind: DocumentKind
  item_id: string
  name: string | null
  days: number
  owed: string
}
type DetailRow = OpenRow & {
  reference_number: string | null
  external_id: string | null
  document_day: string
  due_day: string
}

/** So many documents are in memory at a time, and as many again in flight. */
const BATCH = 1_000

/** The open documents of these contacts, in their order and batch by batch; of a contact the oldest due first. */
export type ReadDocuments<Document> = (
  tx: Tx,
  businessId: string,
  scope: AgingScope,
  contacts: readonly AgingSummaryRow[],
) => AsyncGenerator<Document[]>

/** @param more columns that not every reader needs: with very many documents each of them takes time */
function readRows<Row extends OpenRow>(
  more: string,
  ...[tx, businessId, scope, contacts]: Parameters<ReadDocuments<Row>>
): AsyncGenerator<Row[]> {
  const columns = 'i.item_id, i.kind, i.external_id, i.reference_number, i.document_day, i.due_day'
  const { sources, bind } = openItems(scope, columns, 'c.contact_id')
  const name = 'coalesce(o.reference_number, o.external_id)'
  return tx.batches<Row>(
    `SELECT c.position::int, o.kind, o.item_id, ${name} AS name, ${DAYS_PAST_DUE} AS days,
            (${SIDES[scope.side].owed})::text AS owed${more}
       FROM unnest($${bind.length + 2}::uuid[]) WITH ORDINALITY AS c(contact_id, position),
            LATERAL (${sources.join(' UNION ALL ')}) o
      ORDER BY c.position, o.due_day, o.document_day, ${name} COLLATE "C", o.item_id`,
    [businessId, ...bind, contacts.map(({ contactId }) => contactId)],
    BATCH,
  )
}

const toOpenDocument = (row: OpenRow, contact: AgingSummaryRow | undefined): OpenDocument => ({
  contactId: contact?.contactId ?? '',
  kind: row.kind,
  documentId: row.item_id,
  name: row.name ?? row.item_id,
  bucket: bucketOf(row.days),
  outstanding: BigInt(row.owed),
})

export const readOpenDocuments: ReadDocuments<OpenDocument> = async function* (tx, businessId, scope, contacts) {
  for await (const rows of readRows('', tx, businessId, scope, contacts))
    yield rows.map((row) => toOpenDocument(row, contacts[row.position - 1]))
}

const DETAILS = ', o.reference_number, o.external_id, o.document_day::text, o.due_day::text'

const toDetail = (row: DetailRow, contact: AgingSummaryRow | undefined): AgingDetailRow => ({
  ...toOpenDocument(row, contact),
  contactName: contact?.contactName ?? '',
  number: row.reference_number,
  externalId: row.external_id,
  documentDay: row.document_day,
  dueDay: row.due_day,
  daysPastDue: row.days,
})

export const readDetails: ReadDocuments<AgingDetailRow> = async function* (tx, businessId, scope, contacts) {
  for await (const rows of readRows<DetailRow>(DETAILS, tx, businessId, scope, contacts))
    yield rows.map((row) => toDetail(row, contacts[row.position - 1]))
}
