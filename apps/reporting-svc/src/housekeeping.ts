/** Hourly removal of old events of the feed, the log of deliveries, and expired secrets. */
import type { Database } from '@pacioli/db'
import { everyHour, inBatches, type Log } from '@pacioli/events'
import { purgeSomeEvents } from './event-feed/purge.store.ts'
import { purgeExpiredSecrets, purgeSomeDeliveries } from './webhooks/purge.store.ts'

export type EventsHousekeepingOptions = {
  /** Connected as the housekeeping role. */
  relay: Database
  log: Log
  clock: () => Date
  /** How long events are kept, and the log of their deliveries. */
  keepDays: number
}

const DAY_MS = 86_400_000
const BATCH = 5_000

export function startEventsHousekeeping(options: EventsHousekeepingOptions): { stop: () => Promise<void> } {
  const { log } = options
  return everyHour(async (stopped) => {
    try {
      const gone = await purgeEvents(options, stopped)
      if (gone.events + gone.deliveries + gone.secrets > 0) log.info(gone, 'Removed old events, deliveries and secrets')
    } catch (error) {
      log.warn({ err: error }, 'Old events and deliveries could not be removed; trying again in an hour')
    }
  })
}

/** Removes what is too old in batches, so that locks are short; returns the numbers. */
export async function purgeEvents(
  { relay, clock, keepDays }: Pick<EventsHousekeepingOptions, 'relay' | 'clock' | 'keepDays'>,
  stopped?: () => boolean,
): Promise<{ events: number; deliveries: number; secrets: number }> {
  const now = clock()
  const before = new Date(now.getTime() - keepDays * DAY_MS)
  const gone = { events: 0, deliveries: 0, secrets: 0 }
  gone.secrets = await relay.transact({}, (tx) => purgeExpiredSecrets(tx, now))
  await relay.inEachPart(async (part) => {
    const all = (purgeSome: typeof purgeSomeEvents): Promise<number> =>
      inBatches(BATCH, (size) => part.transact({}, (tx) => purgeSome(tx, before, size)), stopped)
    // Deliveries first: an event must exist as long as it may be sent.
    gone.deliveries += await all(purgeSomeDeliveries)
    gone.events += await all(purgeSomeEvents)
  })
  return gone
}
