import type { CanonicalRequest } from '@pacioli/fields'
import { askedColumn, type Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import type { Tenant } from '@pacioli/rpc'
import type { ReportingBasis } from '../books/books.ts'
import type { Business } from './business.ts'

type BusinessRow = {
  id: string
  client_id: string
  ledger_id: string
  external_id: string | null
  legal_name: string
  entity_type: string | null
  us_state: string | null
  country: string | null
  currency: string
  time_zone: string
  activation_at: Date
  industry: string | null
  naics_code: string | null
  tin: string | null
  phone_number: string | null
  default_reporting_basis: ReportingBasis | null
  bookkeeping_enrolled: boolean
  archived_at: Date | null
  version: string
  created_at: Date
  updated_at: Date
}

const columns = `id, client_id, ledger_id, external_id, legal_name, entity_type, us_state, country, currency, time_zone,
  activation_at, industry, naics_code, tin, phone_number, default_reporting_basis, bookkeeping_enrolled, archived_at,
  version, created_at, updated_at`

const toBusiness = (row: BusinessRow): Business => ({
  id: row.id,
  clientId: row.client_id,
  ledgerId: row.ledger_id,
  externalId: row.external_id,
  legalName: row.legal_name,
  entityType: row.entity_type,
  usState: row.us_state,
  country: row.country,
  currency: row.currency,
  timeZone: row.time_zone,
  activationAt: row.activation_at,
  industry: row.industry,
  naicsCode: row.naics_code,
  tin: row.tin,
  phoneNumber: row.phone_number,
  defaultReportingBasis: row.default_reporting_basis,
  bookkeepingEnrolled: row.bookkeeping_enrolled,
  archivedAt: row.archived_at,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const detailsOf = (business: Business): unknown[] => [
  business.externalId,
  business.legalName,
  business.entityType,
  business.usState,
  business.country,
  business.currency,
  business.timeZone,
  business.activationAt,
  business.industry,
  business.naicsCode,
  business.tin,
  business.phoneNumber,
  business.defaultReportingBasis,
  business.bookkeepingEnrolled,
]

/** @param asked what a request asked for, where it can ask again by an external_id */
export async function insertBusiness(tx: Tx, business: Business, asked: CanonicalRequest | undefined): Promise<void> {
  await tx.rows(
    `INSERT INTO businesses (id, client_id, ledger_id, created_at, updated_at, external_id, legal_name, entity_type, us_state,
       country, currency, time_zone, activation_at, industry, naics_code, tin, phone_number, default_reporting_basis,
       bookkeeping_enrolled, asked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20::jsonb)`,
    [
      business.id,
      business.clientId,
      business.ledgerId,
      business.createdAt,
      business.updatedAt,
      ...detailsOf(business),
      ...askedColumn([{ asked }]),
    ],
  )
}

/** Writes the business as it is now and moves the epoch of its books: what was decided under the old facts is decided again. */
export async function updateBusiness(tx: Tx, business: Business): Promise<void> {
  await tx.rows(
    `UPDATE businesses SET archived_at = $3, version = $4, updated_at = $5, external_id = $6, legal_name = $7,
       entity_type = $8, us_state = $9, country = $10, currency = $11, time_zone = $12, activation_at = $13,
       industry = $14, naics_code = $15, tin = $16, phone_number = $17, default_reporting_basis = $18,
       bookkeeping_enrolled = $19, books_epoch = books_epoch + 1,
       archived_epoch = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(archived_epoch, books_epoch + 1) END
     WHERE id = $1 AND client_id = $2`,
    [business.id, business.clientId, business.archivedAt, business.version, business.updatedAt, ...detailsOf(business)],
  )
}

/** The transaction's business. */
export async function loadBusiness(tx: Tx, tenant: Tenant): Promise<Business> {
  const row = await tx.one<BusinessRow>(`SELECT ${columns} FROM businesses WHERE id = $1 AND client_id = $2`, [
    tenant.businessId,
    tenant.clientId,
  ])
  return toBusiness(row)
}

export async function loadBusinessByExternalId(
  tx: Tx,
  clientId: string,
  externalId: string,
): Promise<Business | undefined> {
  const row = await tx.row<BusinessRow>(`SELECT ${columns} FROM businesses WHERE client_id = $1 AND external_id = $2`, [
    clientId,
    externalId,
  ])
  return row && toBusiness(row)
}

/** What was asked for when the business was made, null where that was before it was kept. */
export async function loadAskedOfBusiness(tx: Tx, clientId: string, id: string): Promise<CanonicalRequest | null> {
  const sql = 'SELECT asked FROM businesses WHERE id = $1 AND client_id = $2'
  return (await tx.row<{ asked: CanonicalRequest | null }>(sql, [id, clientId]))?.asked ?? null
}

export type BusinessFacts = Pick<Business, 'timeZone' | 'defaultReportingBasis' | 'activationAt'>

/** What reads of a business's books need to know of the transaction's business. */
export async function loadBusinessFacts(tx: Tx, tenant: Tenant): Promise<BusinessFacts> {
  const row = await tx.one<Pick<BusinessRow, 'time_zone' | 'default_reporting_basis' | 'activation_at'>>(
    'SELECT time_zone, default_reporting_basis, activation_at FROM businesses WHERE id = $1 AND client_id = $2',
    [tenant.businessId, tenant.clientId],
  )
  return {
    timeZone: row.time_zone,
    defaultReportingBasis: row.default_reporting_basis,
    activationAt: row.activation_at,
  }
}

/** Whether anything was ever posted, for then the journal has counters, or another service keeps accounts of it. */
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

const matching = (filter: BusinessFilter): { where: string; bind: unknown[] } => {
  const where = ['client_id = $1']
  const bind: unknown[] = [filter.clientId]
  if (filter.externalId !== undefined) where.push(`external_id = $${bind.push(filter.externalId)}`)
  if (!filter.includeArchived) where.push('archived_at IS NULL')
  return { where: where.join(' AND '), bind }
}

export async function loadBusinessPage(
  tx: Tx,
  filter: BusinessFilter,
  page: Page,
): Promise<{ businesses: Business[]; last: [string, string] | undefined }> {
  const { where, bind } = matching(filter)
  const [later, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const after = page.after
    ? ` AND (created_at, id) ${later} ($${bind.push(page.after[0])}::timestamptz, $${bind.push(page.after[1])}::uuid)`
    : ''
  const rows = await tx.rows<BusinessRow>(
    `SELECT ${columns} FROM businesses WHERE ${where}${after} ORDER BY created_at ${order}, id ${order} LIMIT ${page.limit + 1}`,
    bind,
  )
  const businesses = rows.slice(0, page.limit).map(toBusiness)
  const last = rows.length > page.limit ? businesses.at(-1) : undefined
  return { businesses, last: last && [last.createdAt.toISOString(), last.id] }
}

export async function countBusinesses(tx: Tx, filter: BusinessFilter): Promise<number> {
  const { where, bind } = matching(filter)
  const row = await tx.row<{ count: string }>(`SELECT count(*) AS count FROM businesses WHERE ${where}`, bind)
  return Number(row?.count ?? 0)
}

/** Businesses of every client in the order of their ids, for the role that replays: one, or a page of them. */
export async function loadAllBusinesses(tx: Tx, afterId: string, limit: number, only?: string): Promise<Business[]> {
  const rows = await tx.rows<BusinessRow>(
    `SELECT ${columns} FROM businesses
      WHERE ($1::text = '' OR id > nullif($1, '')::uuid) AND ($3::uuid IS NULL OR id = $3) ORDER BY id LIMIT $2`,
    [afterId, limit, only ?? null],
  )
  return rows.map(toBusiness)
}
