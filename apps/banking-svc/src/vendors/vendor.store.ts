import type { Tx } from '@pacioli/db'
import type { KnownVendor } from './vendor.ts'

/** Takes vendors as billing tells of them, unless newer versions are here. One of each id, in the order of the ids. */
export async function upsertVendors(tx: Tx, businessId: string, vendors: readonly KnownVendor[]): Promise<void> {
  if (vendors.length === 0) return
  await tx.rows(
    `INSERT INTO vendors AS known (business_id, id, external_id, name, version)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[])
     ON CONFLICT (business_id, id) DO UPDATE
       SET external_id = excluded.external_id, name = excluded.name, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      businessId,
      vendors.map(({ id }) => id),
      vendors.map(({ externalId }) => externalId),
      vendors.map(({ name }) => name),
      vendors.map(({ version }) => version),
    ],
  )
}

type VendorRow = { id: string; external_id: string | null; name: string; version: string }

const toVendor = (row: VendorRow): KnownVendor => ({
  id: row.id,
  externalId: row.external_id,
  name: row.name,
  version: Number(row.version),
})

/** By id; those that nothing has told of yet are absent. */
export async function loadVendors(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, KnownVendor>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<VendorRow>(
    `SELECT id, external_id, name, version FROM vendors WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [businessId, ids],
  )
  return new Map(rows.map((row) => [row.id, toVendor(row)]))
}
