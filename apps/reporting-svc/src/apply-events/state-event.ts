import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { referenceOf, type CloudEvent, type Delivery } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { businessFrom, type Business } from '../businesses/business.ts'
import { findBusiness } from '../businesses/business.store.ts'
import type { Owners } from '../owners/owners.ts'

/** What an event says: what kind of aggregate it is about, and the aggregate's state. */
export type StateEvent = { id: string; aggregate: string; data: unknown }

/**
 * What an event says. A state that was too large to travel with its event is asked of its owner, which answers as of
 * now: `business` says whose it is.
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

/** The kinds of aggregates whose state may be too large, and who knows it. */
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
 * Whose the events are, for asking the owners of what they tell of: a business that is known, or that one of them tells of,
 * for else that one would wait with the others of its batch.
 */
export async function businessOf(db: Database, businessId: string, deliveries: readonly Delivery[]): Promise<Business> {
  const known = await db.transact({ businessId }, (tx) => findBusiness(tx, businessId))
  if (known) return known
  for (const { event } of deliveries) {
    if (aggregateOf(event.type) !== 'business') continue
    const told = businessFrom(fieldsOf('data', event.data))
    if (told.id === businessId) return told
  }
  throw refused('ServiceUnavailable', 'The business of the event is not known here yet.')
}
