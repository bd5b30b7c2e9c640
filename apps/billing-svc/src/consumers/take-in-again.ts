import { readEvent, type CloudEvent, type Delivery } from '@pacioli/events'
import type { Billing, BillingConsumer } from '../billing.ts'
import { ENTRY, mayNameContact } from '../contacts/contact-entry.ts'
import { IMPORTED_PARTY } from '../contacts/imported-contact.ts'
import { eventsSubscriber } from './events.subscriber.ts'

const BATCH = 500
/** A large journal takes a while, and no request waits for it. */
const TIMEOUT_MS = 6 * 3_600_000

type Source = BillingConsumer & Pick<Billing, 'ledger'>

/** The ids of all businesses of the ledger, of those, too, that have not used billing. @throws ServiceUnavailable */
export async function allBusinesses({ ledger }: Pick<Source, 'ledger'>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of ledger.replay.ReplayAggregates({}, { context: {}, timeoutMs: TIMEOUT_MS })) ids.push(id)
  return ids
}

/**
 * Takes in the contacts of imports, and the journal lines that name contacts, from what the ledger has now, as if its events
 * came again: for those that never came. What is here stays. Returns how many of these the ledger has.
 * @throws RetryDecision where a request has created a contact with the same external_id meanwhile; ServiceUnavailable
 */
export async function takeInAgain(billing: Source, businessId: string): Promise<number> {
  const { handle } = eventsSubscriber(billing)
  let taken = 0
  let batch: Delivery[] = []
  const takeIn = async (): Promise<void> => {
    if (batch.length > 0) await handle(businessId, batch)
    taken += batch.length
    batch = []
  }
  const replayed = billing.ledger.replay.ReplayAggregates(
    { business_id: businessId, types: [IMPORTED_PARTY, ENTRY] },
    { context: {}, timeoutMs: TIMEOUT_MS },
  )
  for await (const { type, event } of replayed) {
    if (type === ENTRY && !mayNameContact(Buffer.from(event))) continue
    batch.push({ businessId, subject: '', event: known(event) })
    if (batch.length === BATCH) await takeIn()
  }
  await takeIn()
  return taken
}

function known(event: string): CloudEvent {
  const read = readEvent(event)
  if (read) return read
  throw new TypeError(`Expected a CloudEvents 1.0 event from the ledger, got ${event.slice(0, 200)}`)
}
