/** Applies the closings of client and business to the books, after one of them or the zone has changed. */
import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { closedPeriodInEffect, closedPeriodOf, type Closing } from './accounting-configuration.ts'
import { loadSettings } from './accounting-configuration.store.ts'
import { loadTimeZones, setClosedThrough, setClosedThroughByZone } from './closed-period.store.ts'

/** Closes the books of one business by its settings and its client's; the caller must have locked the books exclusively. */
export async function closeBooks(tx: Tx, tenant: Tenant, timeZone: string): Promise<void> {
  const found = await loadSettings(tx, tenant)
  const { own, client } = { own: found.own.settings, client: found.client.settings }
  const closed = closedPeriodInEffect(own, client, timeZone)
  await setClosedThrough(
    tx,
    tenant.businessId,
    closedPeriodOf(own.closing, timeZone)?.through ?? null,
    closed?.through ?? null,
  )
}

/** Closes the books of all businesses of a client; the caller must have locked the client exclusively. */
export async function closeBooksOfClient(tx: Tx, clientId: string, closing: Closing | null): Promise<void> {
  const zones = await loadTimeZones(tx, clientId)
  await setClosedThroughByZone(
    tx,
    clientId,
    zones.map((timeZone) => ({ timeZone, through: closedPeriodOf(closing, timeZone)?.through ?? null })),
  )
}
