/** Vendors and customers, each kind in a table of its own. */
import type { Tx } from '@pacioli/db'
import { boolean, table, text, timestamp, writeLater } from '@pacioli/db/table'
import type { CanonicalRequest } from '@pacioli/fields'
import { DOCUMENT_COLUMNS, KEY, loadHeads, lockRows, withTags } from '../documents/document.store.ts'
import { insertTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import type { Contact, ContactKind, ContactNames } from './contact.ts'

const COLUMNS = {
  ...DOCUMENT_COLUMNS,
  individualName: text.orNull,
  companyName: text.orNull,
  email: text.orNull,
  mobilePhone: text.orNull,
  officePhone: text.orNull,
  addressString: text.orNull,
  archivedAt: timestamp.orNull,
  createdAt: timestamp.once,
  isInline: boolean.optional.once.writeOnly.named('made_on_the_way'),
}
const TABLES = {
  vendors: table('vendors', KEY, COLUMNS),
  customers: table('customers', KEY, COLUMNS),
}

type Stored = Pick<ContactKind, 'table' | 'type'>

/** By id, in the order given; unknown ones are left out. The caller has made sure that these are UUIDs. */
export async function loadContacts(tx: Tx, { table: name }: Stored, ids: readonly string[]): Promise<Contact[]> {
  return [...(await loadHeads(tx, TABLES[name], ids)).values()]
}

/** What names these, in no order; unknown ones are left out. The caller has made sure that these are UUIDs. */
export const loadContactNames = async (
  tx: Tx,
  { table: name }: Stored,
  ids: readonly string[],
): Promise<(ContactNames & { id: string })[]> =>
  ids.length === 0
    ? []
    : tx.rows(
        `SELECT id, company_name AS "companyName", individual_name AS "individualName", external_id AS "externalId"
           FROM ${name} WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
        [tx.businessId, [...new Set(ids)]],
      )

/** The same, locked until the transaction ends. Locked and returned in ascending order of id, which avoids deadlocks. */
export async function lockContacts(
  tx: Tx,
  kind: Stored,
  ids: readonly string[],
  strength: 'NO KEY UPDATE' | 'SHARE' = 'NO KEY UPDATE',
): Promise<Contact[]> {
  return [...(await withTags(tx, ids, lockRows(tx, TABLES[kind.table], ids, strength))).values()]
}

/** Share-locked to create documents of theirs: none can be archived meanwhile. */
export async function lockContactsShared(tx: Tx, kind: Stored, ids: readonly string[]): Promise<Map<string, Contact>> {
  const contacts = await lockContacts(tx, kind, ids, 'SHARE')
  return new Map(contacts.map((contact) => [contact.id, contact]))
}

const taggedOf = ({ type }: Stored, contacts: readonly Contact[]): Tagged[] =>
  contacts.map(({ id, tags }) => ({ type, id, tags }))

/**
 * Those whose external_id is free; the others are left out. Waits for concurrent requests that create them, in the order of
 * the external ids, so that no deadlock arises.
 */
export async function insertContacts(tx: Tx, kind: Stored, contacts: readonly Contact[]): Promise<Contact[]> {
  const rows = await TABLES[kind.table].insert(
    tx,
    { businessId: tx.businessId },
    contacts.map((contact) => ({ ...contact, isInline: contact.isInline ?? false })),
    {
      orderBy: 'n.external_id COLLATE "C"',
      onConflict: '(business_id, external_id) WHERE external_id IS NOT NULL DO NOTHING',
      returning: ['id'],
    },
  )
  const ids = new Set(rows.map(({ id }) => id))
  const inserted = contacts.filter(({ id }) => ids.has(id))
  insertTags(tx, taggedOf(kind, inserted))
  return inserted
}

/** How a contact came to be: its canonical request, and whether a document named it before it existed. */
export const findMaking = (
  tx: Tx,
  { table: name }: Stored,
  externalId: string,
): Promise<{ id: string; asked: CanonicalRequest | null; isInline: boolean } | undefined> =>
  tx.row(`SELECT id, asked, made_on_the_way AS "isInline" FROM ${name} WHERE business_id = $1 AND external_id = $2`, [
    tx.businessId,
    externalId,
  ])

/** Marks an inline contact as created by this request. The caller holds its lock. */
export const markAsked = (tx: Tx, { table: name }: Stored, contact: Pick<Contact, 'id' | 'asked'>): void =>
  writeLater(tx, [
    TABLES[name].updating({ businessId: tx.businessId }, [{ ...contact, isInline: false }], {
      columns: ['asked', 'isInline'],
    }),
  ])

/**
 * Writes contacts that are locked, as they are now; their tags are replaced. An external_id of another contact violates
 * `vendors_external_id` or `customers_external_id`.
 */
export function updateContacts(tx: Tx, kind: Stored, contacts: readonly Contact[]): void {
  writeLater(tx, [TABLES[kind.table].updating({ businessId: tx.businessId }, contacts)])
  replaceTags(tx, taggedOf(kind, contacts))
}
