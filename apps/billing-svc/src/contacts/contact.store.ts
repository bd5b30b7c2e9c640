/** Vendors and customers, each kind in a table of its own. */
import type { CanonicalRequest } from '@pacioli/fields'
import { askedColumn, type Tx } from '@pacioli/db'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import type { Contact, ContactKind } from './contact.ts'

type Kept = Pick<ContactKind, 'table' | 'type'>

type Row = {
  id: string
  business_id: string
  external_id: string | null
  individual_name: string | null
  company_name: string | null
  email: string | null
  mobile_phone: string | null
  office_phone: string | null
  address_string: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  archived_at: Date | null
  version: string
  created_at: Date
  updated_at: Date
}

const SELECTED = `
  c.id, c.business_id, c.external_id, c.individual_name, c.company_name, c.email, c.mobile_phone, c.office_phone,
  c.address_string, c.memo, c.metadata::text AS metadata, c.reference_number, c.archived_at, c.version, c.created_at,
  c.updated_at`

const toContact = (row: Row, tags: Contact['tags']): Contact => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  individualName: row.individual_name,
  companyName: row.company_name,
  email: row.email,
  mobilePhone: row.mobile_phone,
  officePhone: row.office_phone,
  addressString: row.address_string,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  archivedAt: row.archived_at,
  tags,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Rows with their tags, in the order of the rows. */
async function complete(tx: Tx, businessId: string, rows: readonly Row[]): Promise<Contact[]> {
  const tags = await loadTags(
    tx,
    businessId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toContact(row, tags.get(row.id) ?? []))
}

/** By id, in the order asked; unknown ones are left out. Who asks has made sure that these are UUIDs. */
export async function loadContacts(
  tx: Tx,
  { table }: Kept,
  businessId: string,
  ids: readonly string[],
): Promise<Contact[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
      CROSS JOIN LATERAL (SELECT * FROM ${table} n WHERE n.business_id = $1 AND n.id = asked.id OFFSET 0) c
      ORDER BY asked.place`,
    [businessId, [...new Set(ids)]],
  )
  return complete(tx, businessId, rows)
}

/** By external id; unknown ones are left out. */
export async function loadContactsByExternalId(
  tx: Tx,
  { table }: Kept,
  businessId: string,
  externalIds: readonly string[],
): Promise<Contact[]> {
  if (externalIds.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::text[]) AS asked(external_id)
      CROSS JOIN LATERAL (SELECT * FROM ${table} n
                           WHERE n.business_id = $1 AND n.external_id = asked.external_id OFFSET 0) c`,
    [businessId, [...new Set(externalIds)]],
  )
  return complete(tx, businessId, rows)
}

/** Held until the transaction ends, always in the order of their ids, by who changes them. */
export async function lockContacts(tx: Tx, kept: Kept, businessId: string, ids: readonly string[]): Promise<Contact[]> {
  await hold(tx, kept, businessId, ids, 'NO KEY UPDATE')
  // Read again: a statement that waited for a lock sees the row as it became, but not the tags that belong to it.
  return loadContacts(tx, kept, businessId, ids)
}

/** Held by who makes documents of theirs: nobody archives one meanwhile, and others can hold it, too. */
export async function holdContacts(
  tx: Tx,
  kept: Kept,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, Contact>> {
  await hold(tx, kept, businessId, ids, 'SHARE')
  return new Map((await loadContacts(tx, kept, businessId, ids)).map((contact) => [contact.id, contact]))
}

async function hold(
  tx: Tx,
  { table }: Kept,
  businessId: string,
  ids: readonly string[],
  lock: 'NO KEY UPDATE' | 'SHARE',
): Promise<void> {
  if (ids.length === 0) return
  await tx.rows(`SELECT FROM ${table} WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR ${lock}`, [
    businessId,
    [...new Set(ids)],
  ])
}

const taggedOf = ({ type }: Kept, { id, tags }: Contact): Tagged => ({ type, id, tags })

/** What is written of each, as arrays for `unnest`; the tenant and the time they were made come besides. */
const columnsOf = (contacts: readonly Contact[]): unknown[][] => [
  contacts.map((contact) => contact.id),
  contacts.map((contact) => contact.externalId),
  contacts.map((contact) => contact.individualName),
  contacts.map((contact) => contact.companyName),
  contacts.map((contact) => contact.email),
  contacts.map((contact) => contact.mobilePhone),
  contacts.map((contact) => contact.officePhone),
  contacts.map((contact) => contact.addressString),
  contacts.map((contact) => contact.memo),
  contacts.map((contact) => contact.metadata),
  contacts.map((contact) => contact.referenceNumber),
  contacts.map((contact) => contact.archivedAt?.toISOString() ?? null),
  contacts.map((contact) => contact.version),
  contacts.map((contact) => contact.updatedAt.toISOString()),
]

const UNNESTED = `
  unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
         $11::jsonb[], $12::text[], $13::timestamptz[], $14::bigint[], $15::timestamptz[]`
const NAMED = `
  id, external_id, individual_name, company_name, email, mobile_phone, office_phone, address_string, memo, metadata,
  reference_number, archived_at, version, updated_at`

/**
 * Those whose external_id is free; the others are left out, also where another request makes them at this moment: it is
 * waited for. All do so in the order of the external ids, so that nobody waits in a circle.
 */
export async function insertContacts(
  tx: Tx,
  kept: Kept,
  businessId: string,
  contacts: readonly Contact[],
): Promise<Contact[]> {
  if (contacts.length === 0) return []
  const rows = await tx.rows<{ id: string }>(
    `INSERT INTO ${kept.table} (business_id, created_at, asked, made_on_the_way, ${NAMED})
     SELECT $1, n.created_at, n.asked, n.made_on_the_way, ${NAMED}
       FROM ${UNNESTED}, $16::timestamptz[], $17::jsonb[], $18::boolean[])
              AS n(${NAMED}, created_at, asked, made_on_the_way)
      ORDER BY n.external_id COLLATE "C"
     ON CONFLICT (business_id, external_id) WHERE external_id IS NOT NULL DO NOTHING RETURNING id`,
    [
      businessId,
      ...columnsOf(contacts),
      contacts.map((contact) => contact.createdAt.toISOString()),
      askedColumn(contacts),
      contacts.map((contact) => contact.isOnTheWay ?? false),
    ],
  )
  const ids = new Set(rows.map(({ id }) => id))
  const inserted = contacts.filter(({ id }) => ids.has(id))
  await insertTags(
    tx,
    businessId,
    inserted.map((contact) => taggedOf(kept, contact)),
  )
  return inserted
}

/** How a contact came to be: what it was asked for by, and whether a document named it before anybody had made it. */
export async function findMaking(
  tx: Tx,
  kept: Kept,
  businessId: string,
  whose: { id: string } | { externalId: string },
): Promise<{ asked: CanonicalRequest | null; isOnTheWay: boolean } | undefined> {
  const [column, value] = 'id' in whose ? ['id', whose.id] : ['external_id', whose.externalId]
  const row = await tx.row<{ asked: CanonicalRequest | null; made_on_the_way: boolean }>(
    `SELECT asked, made_on_the_way FROM ${kept.table} WHERE business_id = $1 AND ${column} = $2`,
    [businessId, value],
  )
  return row && { asked: row.asked, isOnTheWay: row.made_on_the_way }
}

/** From now on a contact that was made on the way is as if it had been asked for like this. Who calls holds it. */
export async function markAsked(
  tx: Tx,
  kept: Kept,
  businessId: string,
  contact: Pick<Contact, 'id' | 'asked'>,
): Promise<void> {
  await tx.rows(
    `UPDATE ${kept.table} SET asked = $3::jsonb, made_on_the_way = false WHERE business_id = $1 AND id = $2`,
    [businessId, contact.id, ...askedColumn([contact])],
  )
}

/**
 * Writes contacts that are held, as they are now; their tags are replaced. An external_id that is taken violates
 * `vendors_external_id` or `customers_external_id`.
 */
export async function updateContacts(
  tx: Tx,
  kept: Kept,
  businessId: string,
  contacts: readonly Contact[],
): Promise<void> {
  if (contacts.length === 0) return
  await tx.rows(
    `UPDATE ${kept.table} c
        SET external_id = n.external_id, individual_name = n.individual_name, company_name = n.company_name,
            email = n.email, mobile_phone = n.mobile_phone, office_phone = n.office_phone,
            address_string = n.address_string, memo = n.memo, metadata = n.metadata,
            reference_number = n.reference_number, archived_at = n.archived_at, version = n.version,
            updated_at = n.updated_at
       FROM ${UNNESTED}) AS n(${NAMED})
      WHERE c.business_id = $1 AND c.id = n.id`,
    [businessId, ...columnsOf(contacts)],
  )
  await replaceTags(
    tx,
    businessId,
    contacts.map((contact) => taggedOf(kept, contact)),
  )
}
