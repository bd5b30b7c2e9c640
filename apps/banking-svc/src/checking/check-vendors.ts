import { fieldsOf, moment } from '@pacioli/fields'
import { findBusiness } from '@pacioli/ledger-facts'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { replayBilling } from '../billing-replay.ts'
import { loadVendors } from '../vendors/vendor.store.ts'
import { VENDOR, vendorFrom } from '../vendors/vendor.ts'
import { violationOf, type ToldVendor } from './told-vendor.ts'

const BATCH = 500
/** How long the event of a change may be on its way. */
const ARRIVES_WITHIN_MS = 60_000
/** All vendors of a very large business. */
const ASK_TIMEOUT_MS = 600_000

/**
 * Which vendors are called here something else than billing calls them.
 * @throws ServiceUnavailable
 */
export async function checkVendors(
  { db, billing, now }: Pick<Banking, 'db' | 'billing' | 'now'>,
  tenant: Tenant,
): Promise<Violation[]> {
  const { businessId } = tenant
  const known = await db.transact(tenant, (tx) => findBusiness(tx, businessId))
  // The first request that asks for it reads it as a whole.
  if (!known?.isSeeded) return []
  const arrivedBefore = new Date(now().getTime() - ARRIVES_WITHIN_MS)
  const violations: Violation[] = []
  let batch: ToldVendor[] = []
  const compare = async (): Promise<void> => {
    const ids = batch.map(({ id }) => id)
    const kept = await db.transact(tenant, (tx) => loadVendors(tx, businessId, ids))
    violations.push(...batch.flatMap((told) => violationOf(told, kept.get(told.id), arrivedBefore) ?? []))
    batch = []
  }
  const asked = { types: [VENDOR], timeoutMs: ASK_TIMEOUT_MS }
  for await (const { data } of replayBilling(billing, tenant, businessId, asked)) {
    batch.push({ ...vendorFrom(data), updatedAt: moment(fieldsOf('data', data), 'updated_at') })
    if (batch.length === BATCH) await compare()
  }
  await compare()
  return violations
}
