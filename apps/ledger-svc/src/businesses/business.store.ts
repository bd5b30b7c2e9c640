import type { CanonicalRequest } from '@pacioli/fields'
import { allOf, keyset, violates, type Tx } from '@pacioli/db'
import { asked as askedColumn, boolean, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Page } from '@pacioli/paging'
import type { Tenant } from '@pacioli/rpc'
import type { ReportingBasis } from '../books/books.ts'
import type { Business } from './business.ts'

const businesses = table('businesses', ['id', 'clientId'], {
  id: uuid,
  clientId: uuid,
  ledgerId: uuid.once,
  externalId: text.orNull,
  legalName: text,
  entityType: text.orNull,
  usState: text.orNull,
  country: text.orNull,
  currency: text,
  timeZone: text,
  activationAt: timestamp,
  isActivationGiven: boolean.orNull.named('activation_given'),
  /** Kept by `post_entry_v1` and `post_entries_v2`; `post_together_v1` leaves first entries to them. */
  firstEntryAt: timestamp.orNull.once,
  industry: text.orNull,
  naicsCode: text.orNull,
  tin: text.orNull,
  phoneNumber: text.orNull,
  defaultReportingBasis: text.as<ReportingBasis>().orNull,
  bookkeepingEnrolled: boolean,
  archivedAt: timestamp.orNull,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
  asked: askedColumn,
})

/** @param asked the canonical request, where an external_id can repeat it */
export async function insertBusiness(tx: Tx, business: Business, asked: CanonicalRequest | undefined): Promise<void> {
  await keepExternalId(tx, business)
  await businesses.insert(tx, {}, [{ ...business, asked }])
}

/** Whether a write failed because another business of the client has the external_id. */
export const isExternalIdTaken = (error: unknown): boolean =>
  violates(error, 'business_external_ids_of_client') || violates(error, 'businesses_external_id')

/** What is unique for a client lies with the client, which in a cluster is on another node than the business. */
async function keepExternalId(tx: Tx, { clientId, id, externalId }: Business): Promise<void> {
  if (externalId === null) return
  tx.reachOut()
  await tx.rows('INSERT INTO business_external_ids (client_id, external_id, business_id) VALUES ($1, $2, $3)', [
    clientId,
    externalId,
    id,
  ])
}

/** Gives the external_id to the business instead of the one that it had. */
export async function changeExternalId(tx: Tx, business: Business, before: string | null): Promise<void> {
  if (business.externalId === before) return
  tx.reachOut()
  if (before !== null)
    await tx.rows('DELETE FROM business_external_ids WHERE client_id = $1 AND external_id = $2', [
      business.clientId,
      before,
    ])
  await keepExternalId(tx, business)
}

/** Writes the business and raises the epoch of its books: what was decided under the old facts is decided again. */
export async function updateBusiness(tx: Tx, business: Business): Promise<void> {
  const archivedEpoch =
    'CASE WHEN n.archived_at IS NULL THEN NULL ELSE coalesce(t.archived_epoch, t.books_epoch + 1) END'
  const set = `books_epoch = t.books_epoch + 1, archived_epoch = ${archivedEpoch}`
  await businesses.update(tx, {}, [business], { set })
}

/** The transaction's business. */
export const loadBusiness = (tx: Tx, tenant: Tenant): Promise<Business> =>
  businesses.one(tx, 't.id = $1 AND t.client_id = $2', [tenant.businessId, tenant.clientId])

/** The same where it may be lost. */
export const findBusiness = (tx: Tx, tenant: Tenant): Promise<Business | undefined> =>
  businesses.row(tx, 't.id = $1 AND t.client_id = $2', [tenant.businessId, tenant.clientId])

export async function loadBusinessByExternalId(
  tx: Tx,
  clientId: string,
  externalId: string,
): Promise<Business | undefined> {
  const found = await tx.row<{ id: string }>(
    'SELECT business_id AS id FROM business_external_ids WHERE client_id = $1 AND external_id = $2',
    [clientId, externalId],
  )
  return found && businesses.row(tx, 't.id = $1 AND t.client_id = $2', [found.id, clientId])
}

/** The canonical request that created the business; null if that was before requests were stored. */
export async function loadCanonicalRequestOfBusiness(
  tx: Tx,
  clientId: string,
  id: string,
): Promise<CanonicalRequest | null> {
  const sql = 'SELECT asked FROM businesses WHERE id = $1 AND client_id = $2'
  return (await tx.row<{ asked: CanonicalRequest | null }>(sql, [id, clientId]))?.asked ?? null
}

const facts = businesses.only(
  'timeZone',
  'defaultReportingBasis',
  'activationAt',
  'isActivationGiven',
  'firstEntryAt',
  'createdAt',
)
export type BusinessFacts = RowOf<typeof facts>

/** What reads of the books need to know of the transaction's business. */
export const loadBusinessFacts = (tx: Tx, tenant: Tenant): Promise<BusinessFacts> =>
  facts.one(tx, 't.id = $1 AND t.client_id = $2', [tenant.businessId, tenant.clientId])

/** Whether anything was ever posted (the journal has counters then), or another service keeps accounts of it. */
export async function hasActivity(tx: Tx, businessId: string): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM businesses WHERE id = $1 AND kept_elsewhere)
         OR EXISTS (SELECT FROM account_balances WHERE business_id = $1) AS found`,
    [businessId],
  )
  return row?.found ?? false
}

/** From now on currency and time zone stay as they are. */
export async function markKeptElsewhere(tx: Tx, businessId: string): Promise<void> {
  await tx.rows('UPDATE businesses SET kept_elsewhere = true WHERE id = $1 AND NOT kept_elsewhere', [businessId])
}

export type BusinessFilter = { clientId: string; externalId?: string | undefined; includeArchived: boolean }

const matching = ({ clientId, externalId, includeArchived }: BusinessFilter) =>
  allOf(
    ['client_id = $', clientId],
    ['external_id = $', externalId],
    includeArchived ? undefined : 'archived_at IS NULL',
  )

const BY_CREATION = [
  ['t.created_at', 'timestamptz'],
  ['t.id', 'uuid'],
] as const

export async function loadBusinessPage(
  tx: Tx,
  filter: BusinessFilter,
  page: Page,
): Promise<{ businesses: Business[]; last: [string, string] | undefined }> {
  const { where, bind } = matching(filter)
  const { beyond, orderBy } = keyset(page, BY_CREATION, bind)
  const rows = await businesses.rows(tx, `${where} AND ${beyond} ORDER BY ${orderBy} LIMIT ${page.limit + 1}`, bind)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { businesses: shown, last: last && [last.createdAt.toISOString(), last.id] }
}

export async function countBusinesses(tx: Tx, filter: BusinessFilter): Promise<number> {
  const { where, bind } = matching(filter)
  return tx.count(`SELECT count(*) FROM businesses WHERE ${where}`, bind)
}

/** Businesses of every client in the order of their ids, for the role that replays: one, or a page of them. */
export const loadAllBusinesses = (tx: Tx, afterId: string, limit: number, only?: string): Promise<Business[]> =>
  businesses.rows(
    tx,
    `($1::text = '' OR t.id > nullif($1, '')::uuid) AND ($3::uuid IS NULL OR t.id = $3) ORDER BY t.id LIMIT $2`,
    [afterId, limit, only ?? null],
  )
