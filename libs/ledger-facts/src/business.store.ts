import type { Tx } from '@pacioli/db'
import { ifNewer, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Tenant } from '@pacioli/rpc'
import type { KnownBusiness } from './business.ts'

const businesses = table('businesses', ['id'], {
  id: uuid.named('business_id'),
  clientId: uuid,
  timeZone: text,
  currency: text,
  activationAt: timestamp,
  archivedAt: timestamp.orNull,
  version: safeInteger,
  seededAt: timestamp.orNull.readOnly,
})

/** The business if it is known here, of any client; `isSeeded` once its chart and tags are here too. */
export async function findBusiness(tx: Tx): Promise<{ business: KnownBusiness; isSeeded: boolean } | undefined> {
  const row = await businesses.row(tx, 't.business_id = $1', [tx.businessId])
  if (!row) return undefined
  const { seededAt, ...business } = row
  return { business, isSeeded: seededAt !== null }
}

/** Those of these businesses that are known here, by id: for a transaction of several. */
export async function findBusinesses(tx: Tx, ids: readonly string[]): Promise<Map<string, KnownBusiness>> {
  const rows = await businesses.rows(tx, 't.business_id = ANY ($1::uuid[])', [ids])
  return new Map(rows.map(({ seededAt: _, ...business }) => [business.id, business]))
}

/** Stores the ledger's version of businesses, unless a newer one is here. In the order of their ids. */
export async function upsertBusinesses(tx: Tx, changed: readonly KnownBusiness[]): Promise<void> {
  await businesses.upsert(tx, {}, changed, ifNewer)
}

/** All of its facts were read from the ledger: from here on its events are enough. */
export async function markSeeded(tx: Tx, now: Date): Promise<void> {
  await tx.rows('UPDATE businesses SET seeded_at = coalesce(seeded_at, $2) WHERE business_id = $1', [
    tx.businessId,
    now,
  ])
}

/** All tenants, in the order of their business ids; for the housekeeping role. */
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
