import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { referenceOf, type Delivery } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { businessFrom, type Business } from '../businesses/business.ts'
import { findBusiness } from '../businesses/business.store.ts'
import type { Owners } from '../owners/owners.ts'

/** The business and the kind of aggregate that an event is about, and its state. */
export type StateEvent = {
  businessId: string
  id: string
  aggregate: string
  data: unknown
  /** Where the history of its owner has it. None of what is older than that. */
  place?: { owner: string; position: number }
}

/** An event of a business, as its subject says or as it was asked for. */
export type EventOf = Pick<Delivery, 'businessId' | 'event'>

/** The state in an event. */
export const stateEventOf = ({ businessId, event }: EventOf): StateEvent => ({
  businessId,
  id: event.id,
  aggregate: aggregateOf(event.type),
  data: event.data,
  ...(event.recordposition !== undefined && {
    place: { owner: ownerOf(event.source), position: event.recordposition },
  }),
})

/** Whether the state was too large for its event, which refers to it. */
export const isFetched = ({ event }: EventOf): boolean =>
  referenceOf(event) !== undefined && fetchers.has(aggregateOf(event.type))

/**
 * The state in an event, or, if it was too large for that, from its owner, which answers with the current one.
 * @param business loads the business of the event
 */
export async function fetchStateEvent(
  of: EventOf,
  owners: Owners,
  business: () => Promise<Business>,
): Promise<StateEvent> {
  const state = stateEventOf(of)
  const reference = referenceOf(of.event)
  const fetchState = reference && fetchers.get(state.aggregate)
  return fetchState ? { ...state, data: await fetchState(owners, await business(), reference.aggregate_id) } : state
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

/** `/pacioli/<service>` */
const ownerOf = (source: string): string => source.slice(source.lastIndexOf('/') + 1)

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
