import { fieldsOf, moment } from '@pacioli/fields'
import { findBusiness } from '@pacioli/ledger-facts'
import type { Finding } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { replayBilling } from '../billing-replay.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import { CONTACT_KINDS, contactFrom, type KnownContact } from '../contacts/contact.ts'
import { findingOf, type BillingContact } from './billing-contact.ts'

const BATCH = 500
/** How long an event may take to arrive. */
const ARRIVES_WITHIN_MS = 60_000
/** All vendors and customers of a very large business. */
const ASK_TIMEOUT_MS = 600_000

/**
 * Vendors and customers whose copies differ from billing's.
 * @throws ServiceUnavailable
 */
export async function checkContacts(
  { db, billing, now }: Pick<Banking, 'db' | 'billing' | 'now'>,
  tenant: Tenant,
): Promise<Finding[]> {
  const { businessId } = tenant
  const known = await db.transact(tenant, (tx) => findBusiness(tx))
  // Its first use reads all of it.
  if (!known?.isSeeded) return []
  const arrivedBefore = new Date(now().getTime() - ARRIVES_WITHIN_MS)
  const findings: Finding[] = []
  let batch: BillingContact[] = []
  const compare = async (): Promise<void> => {
    const stored = await storedOf({ db }, tenant, batch)
    findings.push(...batch.flatMap((current) => findingOf(current, stored.get(current.id), arrivedBefore) ?? []))
    batch = []
  }
  const asked = { types: CONTACT_KINDS, timeoutMs: ASK_TIMEOUT_MS }
  for await (const { aggregate, data } of replayBilling(billing, tenant, businessId, asked)) {
    const contact = contactFrom(aggregate, data)
    if (!contact) continue
    batch.push({ ...contact, updatedAt: moment(fieldsOf('data', data), 'updated_at') })
    if (batch.length === BATCH) await compare()
  }
  await compare()
  return findings
}

/** The copies of these, by id. */
const storedOf = (
  { db }: Pick<Banking, 'db'>,
  tenant: Tenant,
  current: readonly BillingContact[],
): Promise<ReadonlyMap<string, KnownContact>> =>
  db.transact(tenant, async (tx) => {
    const stored = new Map<string, KnownContact>()
    for (const kind of CONTACT_KINDS) {
      const ids = current.filter((one) => one.kind === kind).map(({ id }) => id)
      for (const [id, contact] of await loadContacts(tx, kind, ids)) stored.set(id, contact)
    }
    return stored
  })
