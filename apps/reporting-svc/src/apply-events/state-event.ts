import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { referenceOf, type CloudEvent, type Delivery } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { businessFrom, type Business } from '../businesses/business.ts'
import { findBusiness } from '../businesses/business.store.ts'
import type { Owners } from '../owners/owners.ts'

/** The kind of aggregate that an event is about, and its state. */
export type StateEvent = { id: string; aggregate: string; data: unknown }

/**
 * The state in an event. One that was too large for its event is fetched from its owner, which answers with the current one.
 * @param business loads the business of the event
 */
export async function stateEventOf(
  event: CloudEvent,
  owners: Owners,
  business: () => Promise<Business>,
): Promise<StateEvent> {
  const aggregate = aggregateOf(event.type)
  const reference = referenceOf(event)
  const fetchState = reference && fetchers.get(aggregate)
  const data = fetchState ? await fetchState(owners, await business(), reference.aggregate_id) : event.data
  return { id: event.id, aggregate, data }
}

type FetchState = (owners: Owners, business: Business, id: string) => Promise<Fields>

/** Fetches a state that may be too large for its event, by kind of aggregate. */
const fetchers = new Map<string, FetchState>([
  ['entry', ({ ledger }, business, id) => ledger.entryState(business, id)],
  ['bank_transaction', ({ banking }, business, id) => banking.transactionState(business, id)],
  ...['bill', 'vendor_credit', 'invoice'].map((aggregate): [string, FetchState] => [
    aggregate,
    ({ billing }, business, id) => billing.documentState(business, aggregate, id),
  ]),
])

/** `pacioli.<aggregate>.<event>.v1` */
export const aggregateOf = (type: string): string => type.split('.')[1] ?? ''

/**
 * The business of these deliveries, for fetches from the owners: a known one, or the one that a delivery of the batch creates.
 * Without the latter that delivery would wait with the rest of its batch.
 * @throws ServiceUnavailable while the business is not known here
 */
export async function businessOf(db: Database, businessId: string, deliveries: readonly Delivery[]): Promise<Business> {
  const known = await db.transact({ businessId }, (tx) => findBusiness(tx, businessId))
  if (known) return known
  for (const { event } of deliveries) {
    if (aggregateOf(event.type) !== 'business') continue
    const business = businessFrom(fieldsOf('data', event.data))
    if (business.id === businessId) return business
  }
  throw refused('ServiceUnavailable', 'The business of the event is not known here yet.')
}
