import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import type { KnownBusiness } from './business.ts'

type BusinessRow = {
  business_id: string
  client_id: string
  time_zone: string
  currency: string
  activation_at: Date
  archived_at: Date | null
  version: string
  seeded_at: Date | null
}

/** The business as far as it is known here, whosever it is; `isSeeded` once its chart and tags are here too. */
export async function findBusiness(
  tx: Tx,
  businessId: string,
): Promise<{ business: KnownBusiness; isSeeded: boolean } | undefined> {
  const row = await tx.row<BusinessRow>(
    `SELECT business_id, client_id, time_zone, currency, activation_at, archived_at, version, seeded_at
       FROM businesses WHERE business_id = $1`,
    [businessId],
  )
  return (
    row && {
      business: {
        id: row.business_id,
        clientId: row.client_id,
        timeZone: row.time_zone,
        currency: row.currency,
        activationAt: row.activation_at,
        archivedAt: row.archived_at,
        version: Number(row.version),
      },
      isSeeded: row.seeded_at !== null,
    }
  )
}

/** Takes the business as the ledger has it, unless a newer version is here. */
export async function upsertBusiness(tx: Tx, business: KnownBusiness): Promise<void> {
  await tx.rows(
    `INSERT INTO businesses AS known
            (business_id, client_id, time_zone, currency, activation_at, archived_at, version)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (business_id) DO UPDATE
       SET client_id = excluded.client_id, time_zone = excluded.time_zone, currency = excluded.currency,
           activation_at = excluded.activation_at, archived_at = excluded.archived_at, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      business.id,
      business.clientId,
      business.timeZone,
      business.currency,
      business.activationAt,
      business.archivedAt,
      business.version,
    ],
  )
}

/** All of its facts were read from the ledger: from here on its events are enough. */
export async function markSeeded(tx: Tx, businessId: string, now: Date): Promise<void> {
  await tx.rows('UPDATE businesses SET seeded_at = coalesce(seeded_at, $2) WHERE business_id = $1', [businessId, now])
}

/** All tenants, in the order of their businesses' ids; for the role that keeps house. */
export async function loadAllTenants(
  tx: Tx,
  page: { after: string | undefined; limit: number; only: string | undefined },
): Promise<Tenant[]> {
  const rows = await tx.rows<{ client_id: string; business_id: string }>(
    `SELECT client_id, business_id FROM businesses
      WHERE ($1::uuid IS NULL OR business_id > $1) AND ($3::uuid IS NULL OR business_id = $3)
      ORDER BY business_id LIMIT $2`,
    [page.after ?? null, page.limit, page.only ?? null],
  )
  return rows.map((row) => ({ clientId: row.client_id, businessId: row.business_id }))
}
