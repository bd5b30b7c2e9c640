import type { Tx } from '@pacioli/db'
import { insertTags, loadTags, replaceTags, type Tagged } from '../documents/applied-tag.store.ts'
import type { Vendor } from './vendor.ts'

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
  v.id, v.business_id, v.external_id, v.individual_name, v.company_name, v.email, v.mobile_phone, v.office_phone,
  v.address_string, v.memo, v.metadata::text AS metadata, v.reference_number, v.archived_at, v.version, v.created_at,
  v.updated_at`

const toVendor = (row: Row, tags: Vendor['tags']): Vendor => ({
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
async function complete(tx: Tx, businessId: string, rows: readonly Row[]): Promise<Vendor[]> {
  const tags = await loadTags(
    tx,
    businessId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toVendor(row, tags.get(row.id) ?? []))
}

/** By id, in the order asked; unknown ones are left out. Who asks has made sure that these are UUIDs. */
export async function loadVendors(tx: Tx, businessId: string, ids: readonly string[]): Promise<Vendor[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
      CROSS JOIN LATERAL (SELECT * FROM vendors n WHERE n.business_id = $1 AND n.id = asked.id OFFSET 0) v
      ORDER BY asked.place`,
    [businessId, [...new Set(ids)]],
  )
  return complete(tx, businessId, rows)
}

/** By external id; unknown ones are left out. */
export async function loadVendorsByExternalId(
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Vendor[]> {
  if (externalIds.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::text[]) AS asked(external_id)
      CROSS JOIN LATERAL (SELECT * FROM vendors n
                           WHERE n.business_id = $1 AND n.external_id = asked.external_id OFFSET 0) v`,
    [businessId, [...new Set(externalIds)]],
  )
  return complete(tx, businessId, rows)
}

export const findVendor = async (tx: Tx, businessId: string, id: string): Promise<Vendor | undefined> =>
  (await loadVendors(tx, businessId, [id]))[0]

export const findVendorByExternalId = async (tx: Tx, businessId: string, externalId: string) =>
  (await loadVendorsByExternalId(tx, businessId, [externalId]))[0]

/** Held until the transaction ends, always in the order of their ids, by who changes them. */
export async function lockVendors(tx: Tx, businessId: string, ids: readonly string[]): Promise<Vendor[]> {
  await hold(tx, businessId, ids, 'NO KEY UPDATE')
  // Read again: a statement that waited for a lock sees the row as it became, but not the tags that belong to it.
  return loadVendors(tx, businessId, ids)
}

/** Held by who makes documents of theirs: nobody archives a vendor meanwhile, and others can hold it, too. */
export async function holdVendors(tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, Vendor>> {
  await hold(tx, businessId, ids, 'SHARE')
  return new Map((await loadVendors(tx, businessId, ids)).map((vendor) => [vendor.id, vendor]))
}

async function hold(tx: Tx, businessId: string, ids: readonly string[], lock: 'NO KEY UPDATE' | 'SHARE') {
  if (ids.length === 0) return
  await tx.rows(`SELECT FROM vendors WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR ${lock}`, [
    businessId,
    [...new Set(ids)],
  ])
}

const taggedOf = ({ id, tags }: Vendor): Tagged => ({ type: 'VENDOR', id, tags })

/** False where another request has made one with its external_id meanwhile. */
export async function insertVendor(tx: Tx, vendor: Vendor): Promise<boolean> {
  const inserted = await tx.rows(
    `INSERT INTO vendors (business_id, id, external_id, individual_name, company_name, email, mobile_phone, office_phone,
                          address_string, memo, metadata, reference_number, archived_at, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15, $16)
     ON CONFLICT (business_id, external_id) WHERE external_id IS NOT NULL DO NOTHING RETURNING 1`,
    [
      vendor.businessId,
      vendor.id,
      vendor.externalId,
      vendor.individualName,
      vendor.companyName,
      vendor.email,
      vendor.mobilePhone,
      vendor.officePhone,
      vendor.addressString,
      vendor.memo,
      vendor.metadata,
      vendor.referenceNumber,
      vendor.archivedAt,
      vendor.version,
      vendor.createdAt,
      vendor.updatedAt,
    ],
  )
  if (inserted.length === 0) return false
  await insertTags(tx, vendor.businessId, [taggedOf(vendor)])
  return true
}

/**
 * Writes vendors that are held, as they are now; their tags are replaced. An external_id that is taken violates
 * `vendors_external_id`.
 */
export async function updateVendors(tx: Tx, businessId: string, vendors: readonly Vendor[]): Promise<void> {
  if (vendors.length === 0) return
  await tx.rows(
    `UPDATE vendors v
        SET external_id = n.external_id, individual_name = n.individual_name, company_name = n.company_name,
            email = n.email, mobile_phone = n.mobile_phone, office_phone = n.office_phone,
            address_string = n.address_string, memo = n.memo, metadata = n.metadata,
            reference_number = n.reference_number, archived_at = n.archived_at, version = n.version,
            updated_at = n.updated_at
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                   $10::text[], $11::jsonb[], $12::text[], $13::timestamptz[], $14::bigint[], $15::timestamptz[])
              AS n(id, external_id, individual_name, company_name, email, mobile_phone, office_phone, address_string,
                   memo, metadata, reference_number, archived_at, version, updated_at)
      WHERE v.business_id = $1 AND v.id = n.id`,
    [
      businessId,
      vendors.map((vendor) => vendor.id),
      vendors.map((vendor) => vendor.externalId),
      vendors.map((vendor) => vendor.individualName),
      vendors.map((vendor) => vendor.companyName),
      vendors.map((vendor) => vendor.email),
      vendors.map((vendor) => vendor.mobilePhone),
      vendors.map((vendor) => vendor.officePhone),
      vendors.map((vendor) => vendor.addressString),
      vendors.map((vendor) => vendor.memo),
      vendors.map((vendor) => vendor.metadata),
      vendors.map((vendor) => vendor.referenceNumber),
      vendors.map((vendor) => vendor.archivedAt?.toISOString() ?? null),
      vendors.map((vendor) => vendor.version),
      vendors.map((vendor) => vendor.updatedAt.toISOString()),
    ],
  )
  await replaceTags(tx, businessId, vendors.map(taggedOf))
}
