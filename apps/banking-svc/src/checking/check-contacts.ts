import { fieldsOf, moment } from '@pacioli/fields'
import { findBusiness } from '@pacioli/ledger-facts'
import type { Finding } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { replayBilling } from '../billing-replay.ts'
import { loadParties } from '../contacts/contact.store.ts'
import { PARTY_KINDS, partyFrom, type KnownParty } from '../contacts/contact.ts'
import { findingOf, type ToldParty } from './billing-contact.ts'

const BATCH = 500
/** How long the event of a change may be on its way. */
const ARRIVES_WITHIN_MS = 60_000
/** All vendors and customers of a very large business. */
const ASK_TIMEOUT_MS = 600_000

/**
 * Which vendors and customers are called here something else than billing calls them.
 * @throws ServiceUnavailable
 */
export async function checkParties(
  { db, billing, now }: Pick<Banking, 'db' | 'billing' | 'now'>,
  tenant: Tenant,
): Promise<Finding[]> {
  const { businessId } = tenant
  const known = await db.transact(tenant, (tx) => findBusiness(tx, businessId))
  // The first request that asks for it reads it as a whole.
  if (!known?.isSeeded) return []
  const arrivedBefore = new Date(now().getTime() - ARRIVES_WITHIN_MS)
  const findings: Finding[] = []
  let batch: ToldParty[] = []
  const compare = async (): Promise<void> => {
    const kept = await keptOf({ db }, tenant, batch)
    findings.push(...batch.flatMap((told) => findingOf(told, kept.get(told.id), arrivedBefore) ?? []))
    batch = []
  }
  const asked = { types: PARTY_KINDS, timeoutMs: ASK_TIMEOUT_MS }
  for await (const { aggregate, data } of replayBilling(billing, tenant, businessId, asked)) {
    const party = partyFrom(aggregate, data)
    if (!party) continue
    batch.push({ ...party, updatedAt: moment(fieldsOf('data', data), 'updated_at') })
    if (batch.length === BATCH) await compare()
  }
  await compare()
  return findings
}

/** What is kept of each of these, by id. */
const keptOf = (
  { db }: Pick<Banking, 'db'>,
  tenant: Tenant,
  told: readonly ToldParty[],
): Promise<ReadonlyMap<string, KnownParty>> =>
  db.transact(tenant, async (tx) => {
    const kept = new Map<string, KnownParty>()
    for (const kind of PARTY_KINDS) {
      const ids = told.filter((one) => one.kind === kind).map(({ id }) => id)
      for (const [id, party] of await loadParties(tx, tenant.businessId, kind, ids)) kept.set(id, party)
    }
    return kept
  })
