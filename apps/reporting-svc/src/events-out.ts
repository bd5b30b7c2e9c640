/** Outgoing events: into the feed, and from there to webhooks. */
import { randomBytes } from 'node:crypto'
import type { Database } from '@pacioli/db'
import { consume, type Broker, type RunningConsumer } from '@pacioli/events'
import { Counter, Gauge, type Logger, type Registry, type ServiceLifecycle } from '@pacioli/service'
import { Vault, type MasterKey } from '@pacioli/vault'
import { EarlyEvents } from './event-feed/early-events.ts'
import { feedSubscriber } from './event-feed/feed.subscriber.ts'
import { startEventsHousekeeping } from './housekeeping.ts'
import type { Owners } from './owners/owners.ts'
import { Deliverer } from './webhooks/deliverer.ts'
import { countPending, WAITING } from './webhooks/due.store.ts'
import { sender } from './webhooks/send.ts'
import { deliveryStager } from './webhooks/stage-deliveries.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

export type EventsOutOptions = {
  db: Database
  /** As the housekeeping role. */
  relay: Database
  broker: Broker
  owners: Owners
  metrics: Registry
  log: Logger
  clock: () => Date
  newId: () => string
  cursorKey: Buffer
  masterKeys: readonly MasterKey[]
  feedKeepDays: number
  webhooksAllowPrivate: boolean
  /** Something has happened in these businesses. */
  onAppended: (businessIds: Iterable<string>) => void
}

/** Each part registers how it stops. Returns what the use cases of webhooks share, and the consumer of the feed. */
export function startEventsOut(
  options: EventsOutOptions,
  life: Pick<ServiceLifecycle, 'onStop'>,
): Webhooks & { feed: RunningConsumer } {
  const { db, relay, broker, metrics, log, clock, newId, webhooksAllowPrivate: allowPrivate } = options
  const vault = new Vault(options.masterKeys)
  const deliveries = new Counter({
    name: 'pacioli_webhook_deliveries_total',
    help: 'Attempts to deliver events to webhooks, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  observeBacklog(metrics, relay)

  const deliverer = new Deliverer({
    ...{ db, relay, vault, log, clock, random: Math.random },
    send: sender({ allowPrivate }),
    onOutcome: (outcome) => deliveries.inc({ outcome }),
  })
  life.onStop('the deliveries of webhooks', () => deliverer.stop())

  const appended = new Counter({
    name: 'pacioli_feed_events_total',
    help: 'Events appended to feeds',
    registers: [metrics],
  })
  const feed = consume({
    broker,
    log,
    ...feedSubscriber({
      db,
      early: new EarlyEvents(),
      clock,
      findReceivers: deliveryStager({ newId, wake: deliverer.wake }),
      onAppended: options.onAppended,
    }),
    onHandled: (count) => appended.inc(count),
  })
  life.onStop('the consumer of the feed', () => feed.stop())

  const housekeeping = startEventsHousekeeping({ relay, log, clock, keepDays: options.feedKeepDays })
  life.onStop('the housekeeping of events', () => housekeeping.stop())
  const { cursorKey, owners } = options
  return {
    db,
    vault,
    ledger: owners.ledger,
    cursorKey,
    allowPrivate,
    clock,
    newId,
    randomBytes,
    wake: deliverer.wake,
    feed,
  }
}

/** Counted on scrape; absent while that fails, so that the other metrics stay readable. */
function observeBacklog(metrics: Registry, relay: Database): void {
  new Gauge({
    name: 'pacioli_webhook_backlog',
    help: 'Deliveries that wait for an attempt',
    registers: [metrics],
    async collect() {
      try {
        const { done, failures } = await relay.inPartsWith(WAITING, (part) => part.transact({}, countPending))
        if (failures.length > 0) throw failures[0]
        this.set(done.reduce((sum, pending) => sum + pending, 0))
      } catch {
        this.remove()
      }
    },
  })
}
