import type { Day } from '@pacioli/calendar'
import { PARTY_ACCOUNTS } from '@pacioli/chart'
import type { Tx } from '@pacioli/db'
import { NO_PARTY, type ControlAccount } from '../statements/control-account.ts'
import { NOBODY, UNAPPLIED } from './aging-report.ts'
import {
  AGING_BUCKETS,
  bucketOf,
  type AgingBucket,
  type AgingDetailRow,
  type AgingSide,
  type AgingSummaryRow,
  type DocumentKind,
  type ItemKind,
  type AgingItem,
} from './aging.ts'

/** What is open on a day. `tagValueIds`: only of what carries one of these values. */
export type AgingScope = {
  side: AgingSide
  effectiveDay: Day
  tagValueIds?: readonly string[] | undefined
}

/** `owed` is what is owed, of credits less debits. */
export const SIDES: Record<AgingSide, { kinds: readonly DocumentKind[]; owed: string }> = {
  PAYABLE: { kinds: ['BILL', 'VENDOR_CREDIT'], owed: 'o.balance' },
  RECEIVABLE: { kinds: ['INVOICE'], owed: '-o.balance' },
}

const SIGNED = `CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE -l.amount END`

/** The lines on a control account up to the day, of one contact or of all, in the accrual books. */
const controlLines = (control: ControlAccount, { tagValueIds }: AgingScope, contactId?: string): string =>
  `l.business_id = $1 AND l.control = '${control}' AND l.basis <> 'CASH' AND l.day <= $3::date
   ${contactId === undefined ? '' : `AND l.party_id = ${contactId}`}
   ${tagValueIds ? 'AND l.tag_value_ids && $4::uuid[]' : ''}`

/**
 * What stands of entries whose lines no document owns, per contact: an entry and its reversal are one, and what is on one side
 * consumes the oldest on the other.
 */
const journalItems = (control: ControlAccount, scope: AgingScope, columns: string, contactId?: string): string =>
  `SELECT ${columns}, i.balance
     FROM (SELECT party_id AS contact_id, 'JOURNAL' AS kind, item_id, reference_number, NULL AS external_id,
                  day AS document_day, day AS due_day,
                  (sign(balance) * least(abs(balance), greatest(0, so_far - against)))::bigint AS balance
             FROM (SELECT *, sum(abs(balance)) OVER (PARTITION BY party_id, balance > 0 ORDER BY entry_at, item_id) AS so_far,
                          coalesce(CASE WHEN balance > 0 THEN -sum(balance) FILTER (WHERE balance < 0) OVER (PARTITION BY party_id)
                                        ELSE sum(balance) FILTER (WHERE balance > 0) OVER (PARTITION BY party_id) END, 0) AS against
                     FROM (SELECT l.party_id, coalesce(e.reversal_of_id, l.entry_id) AS item_id,
                                  max(e.reference_number) AS reference_number, sum(${SIGNED}) AS balance,
                                  coalesce(min(l.day) FILTER (WHERE e.reversal_of_id IS NULL), min(l.day)) AS day,
                                  coalesce(min(l.entry_at) FILTER (WHERE e.reversal_of_id IS NULL), min(l.entry_at)) AS entry_at
                             FROM entry_lines l JOIN entries e ON e.business_id = $1 AND e.entry_id = l.entry_id
                            WHERE ${controlLines(control, scope, contactId)} AND l.document_id IS NULL
                            GROUP BY 1, 2 HAVING sum(${SIGNED}) <> 0) one) ordered) i
    WHERE i.balance <> 0`

/** The customer credit or the prepayments of each contact. */
const unappliedItems = (control: ControlAccount, scope: AgingScope, columns: string, contactId?: string): string =>
  `SELECT ${columns}, i.balance
     FROM (SELECT l.party_id AS contact_id, 'UNAPPLIED' AS kind, l.party_id AS item_id, NULL AS reference_number,
                  NULL AS external_id, NULL::date AS document_day, NULL::date AS due_day, sum(${SIGNED})::bigint AS balance
             FROM entry_lines l WHERE ${controlLines(control, scope, contactId)}
            GROUP BY l.party_id HAVING sum(${SIGNED}) <> 0) i`

/**
 * What is open at the end of the day: $1 business, $2 kinds, $3 day. Documents that have not moved since are open as they
 * are now; from the others later moves are subtracted. The two are separate, so that each is summed up where it is
 * read. Then what no document owns.
 * @param contactId of the only contact, as SQL
 */
export function openItems(scope: AgingScope, columns: string, contactId?: string) {
  const { side, effectiveDay, tagValueIds } = scope
  const { kinds } = SIDES[side]
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
        GROUP BY i.business_id, i.item_id, ${columns}, i.balance
       HAVING i.balance <> coalesce(sum(d.amount), 0)`,
      ...PARTY_ACCOUNTS.filter((party) => party.side === side).flatMap(({ account, unapplied }) => [
        journalItems(account, scope, columns, contactId),
        unappliedItems(unapplied, scope, columns, contactId),
      ]),
    ],
    bind: [kinds, effectiveDay, ...(tagValueIds ? [[...tagValueIds]] : [])],
  }
}

/** The parameter after those of the scope. */
export const only = ({ tagValueIds }: AgingScope): string => `$${tagValueIds ? 5 : 4}::uuid`

/** Of what is unapplied. */
const NO_BUCKET = -1

/** Position in AGING_BUCKETS, worked out once for each item. A credit is never past due. */
export const BUCKET = `CASE WHEN o.kind = 'UNAPPLIED' THEN ${NO_BUCKET} ${AGING_BUCKETS.map(
  ({ key, until }, position) => {
    if (until === Infinity) return `ELSE ${position}`
    const credit = key === 'current' ? ` OR o.kind = 'VENDOR_CREDIT'` : ''
    return `WHEN o.due_day >= $3::date - ${until}${credit} THEN ${position}`
  },
).join(' ')} END`

/** A credit is never past due. */
const DAYS_PAST_DUE = `CASE o.kind WHEN 'VENDOR_CREDIT' THEN least(0, $3::date - o.due_day) ELSE $3::date - o.due_day END`

type SummaryRow = {
  contact_id: string
  name: string
  items: number
  held: number
  current: string
  days_1_to_30: string
  days_31_to_60: string
  days_61_to_90: string
  days_91_plus: string
  total: string
  unapplied: string
}

/** With the number of the contact's open items, and in which of the sources they are, as bits. */
export type CountedSummaryRow = AgingSummaryRow & { items: number; held: number }

/**
 * One row per vendor or customer that has anything open, by name.
 * @param contactId of the only one
 */
export async function sumByContact(
  tx: Tx,
  businessId: string,
  scope: AgingScope,
  contactId?: string,
): Promise<CountedSummaryRow[]> {
  const columns = 'i.contact_id, i.kind, i.due_day'
  const { sources, bind } = openItems(scope, columns, contactId === undefined ? undefined : only(scope))
  const sums = sources.map(
    (source, nth) =>
      `SELECT contact_id, ${BUCKET} AS bucket, ${1 << nth} AS held, count(*) AS items, sum(${SIDES[scope.side].owed}) AS owed
         FROM (${source}) o GROUP BY 1, 2`,
  )
  const within = (bucket: AgingBucket): string =>
    `coalesce(sum(owed) FILTER (WHERE bucket = ${AGING_BUCKETS.findIndex(({ key }) => key === bucket)}), 0)::text`
  // Its columns by name: a statement that asks for all of them is parsed and planned each time.
  const rows = await tx.rows<SummaryRow>(
    `SELECT s.contact_id, s.items, s.held, s.current, s.days_1_to_30, s.days_31_to_60, s.days_61_to_90, s.days_91_plus,
            s.total, s.unapplied,
            CASE s.contact_id WHEN '${NO_PARTY}' THEN '${NOBODY[scope.side].name}' ELSE coalesce(c.name, s.contact_id::text) END AS name
       FROM (SELECT contact_id, sum(items)::int AS items, bit_or(held) AS held, ${within('current')} AS current,
                    ${within('1_30')} AS days_1_to_30, ${within('31_60')} AS days_31_to_60,
                    ${within('61_90')} AS days_61_to_90, ${within('91_plus')} AS days_91_plus,
                    coalesce(sum(owed) FILTER (WHERE bucket <> ${NO_BUCKET}), 0)::text AS total,
                    coalesce(-sum(owed) FILTER (WHERE bucket = ${NO_BUCKET}), 0)::text AS unapplied
               FROM (${sums.join(' UNION ALL ')}) a
              GROUP BY contact_id) s
       LEFT JOIN contacts c ON c.business_id = $1 AND c.contact_id = s.contact_id
      ORDER BY s.contact_id = '${NO_PARTY}', coalesce(c.name, s.contact_id::text) COLLATE "C", s.contact_id`,
    [businessId, ...bind, ...(contactId === undefined ? [] : [contactId])],
  )
  return rows.map((row) => ({
    contactId: row.contact_id,
    contactName: row.name,
    items: row.items,
    held: row.held,
    current: BigInt(row.current),
    days1To30: BigInt(row.days_1_to_30),
    days31To60: BigInt(row.days_31_to_60),
    days61To90: BigInt(row.days_61_to_90),
    days91Plus: BigInt(row.days_91_plus),
    total: BigInt(row.total),
    unapplied: BigInt(row.unapplied),
  }))
}

type OpenRow = {
  /** Rank within the contact, from 1. */
  position: number
  kind: ItemKind
  item_id: string
  name: string | null
  days: number | null
  owed: string
}
type DetailRow = OpenRow & {
  reference_number: string | null
  external_id: string | null
  document_day: string | null
  due_day: string | null
}

/** The source that is always read: it names all parameters. */
const FIRST = 1

/** So many items are in memory at a time, and as many again in flight. */
const BATCH = 1_000

/** What is open of these contacts, in their order and batch by batch; of a contact the oldest due first, last what is unapplied. */
export type ReadItems<Item> = (
  tx: Tx,
  businessId: string,
  scope: AgingScope,
  contacts: readonly CountedSummaryRow[],
) => AsyncGenerator<Item[]>

/**
 * Sources that hold nothing of any contact are left out: to plan them takes longer than to read the others. OFFSET 0 keeps the
 * lookup by contact a lookup: without statistics the planner would rather go through all that is open for each of them.
 * @param more columns that not every reader needs: with very many items each of them takes time
 */
function readRows<Row extends OpenRow>(
  more: string,
  ...[tx, businessId, scope, contacts]: Parameters<ReadItems<Row>>
): AsyncGenerator<Row[]> {
  const columns = 'i.item_id, i.kind, i.external_id, i.reference_number, i.document_day, i.due_day'
  const { sources, bind } = openItems(scope, columns, 'c.contact_id')
  const held = contacts.reduce((bits, contact) => bits | contact.held, FIRST)
  const holding = sources.filter((_source, nth) => (held & (1 << nth)) !== 0)
  const name = 'coalesce(o.reference_number, o.external_id)'
  return tx.batches<Row>(
    `SELECT c.position::int, o.kind, o.item_id, ${name} AS name, ${DAYS_PAST_DUE} AS days,
            (${SIDES[scope.side].owed})::text AS owed${more}
       FROM unnest($${bind.length + 2}::uuid[]) WITH ORDINALITY AS c(contact_id, position),
            LATERAL (${holding.join(' UNION ALL ')} OFFSET 0) o
      ORDER BY c.position, o.due_day, o.document_day, ${name} COLLATE "C", o.item_id`,
    [businessId, ...bind, contacts.map(({ contactId }) => contactId)],
    BATCH,
  )
}

const toAgingItem = (row: OpenRow, side: AgingSide, contact: AgingSummaryRow | undefined): AgingItem => ({
  contactId: contact?.contactId ?? '',
  kind: row.kind,
  id: row.item_id,
  name: row.name ?? nameOf(row, side),
  bucket: row.days === null ? undefined : bucketOf(row.days),
  ...(row.kind === 'UNAPPLIED'
    ? { outstanding: 0n, unapplied: -BigInt(row.owed) }
    : { outstanding: BigInt(row.owed), unapplied: 0n }),
})

export const nameOf = ({ kind, item_id }: Pick<OpenRow, 'kind' | 'item_id'>, side: AgingSide): string =>
  kind === 'JOURNAL' ? 'Journal entry' : kind === 'UNAPPLIED' ? UNAPPLIED[side] : item_id

export const readAgingItems: ReadItems<AgingItem> = async function* (tx, businessId, scope, contacts) {
  for await (const rows of readRows('', tx, businessId, scope, contacts))
    yield rows.map((row) => toAgingItem(row, scope.side, contacts[row.position - 1]))
}

const DETAILS = ', o.reference_number, o.external_id, o.document_day::text, o.due_day::text'

const toDetail = (row: DetailRow, side: AgingSide, contact: AgingSummaryRow | undefined): AgingDetailRow => ({
  ...toAgingItem(row, side, contact),
  contactName: contact?.contactName ?? '',
  number: row.reference_number,
  externalId: row.external_id,
  documentDay: row.document_day,
  dueDay: row.due_day,
  daysPastDue: row.days,
})

export const readDetails: ReadItems<AgingDetailRow> = async function* (tx, businessId, scope, contacts) {
  for await (const rows of readRows<DetailRow>(DETAILS, tx, businessId, scope, contacts))
    yield rows.map((row) => toDetail(row, scope.side, contacts[row.position - 1]))
}
