/** The service put together; main.ts gives it its configuration and its end. */
import { Database } from '@pacioli/db'
import { Broker, consume, countParked } from '@pacioli/events'
import { isDefect, serve } from '@pacioli/rpc'
import {
  Counter,
  createMetrics,
  newId,
  observeCalls,
  observeParked,
  probe,
  startOpsServer,
  type Logger,
  type ServiceLife,
} from '@pacioli/service'
import type { MasterKey } from '@pacioli/vault'
import { startEventsOut } from './events-out.ts'
import { FEED_CONSUMER } from './event-feed/feed.subscriber.ts'
import { eventsRpc } from './event-feed/events.rpc.ts'
import { CONSUMER, eventsSubscriber } from './intake/events.subscriber.ts'
import { notificationsRpc } from './notifications/notifications.rpc.ts'
import { connectOwners, type OwnerTargets } from './owners.ts'
import { reportsRpc } from './statements/reports.rpc.ts'
import { webhooksRpc } from './webhooks/webhooks.rpc.ts'

export type ReportingOptions = OwnerTargets & {
  databaseUrl: string
  /** As the role that keeps house: it alone sees the parked events of all businesses. */
  relayDatabaseUrl: string
  natsUrl: string
  host: string
  grpcPort: number
  opsPort: number
  /** Signs page cursors; all replicas share it. */
  cursorKey: Buffer
  /** The first wraps what webhooks are signed with, the others unwrap. */
  masterKeys: readonly MasterKey[]
  /** How long the feed keeps events. */
  feedKeepDays: number
  /** Whether webhooks may be http and lead to private networks. */
  webhooksAllowPrivate: boolean
  logger: Logger
}

const now = (): Date => new Date()

/** Starts everything; each part registers how it stops. Returns the ports it got. */
export async function startReporting(
  options: ReportingOptions,
  life: ServiceLife,
): Promise<{ grpcPort: number; opsPort: number }> {
  const { logger, host } = options
  const metrics = createMetrics('reporting')
  const db = new Database({ url: options.databaseUrl, applicationName: 'reporting-svc', poolSize: 10 })
  life.onStop('the database', () => db.close())
  const relay = new Database({ url: options.relayDatabaseUrl, applicationName: 'reporting-svc relay', poolSize: 2 })
  life.onStop('the housekeeping database', () => relay.close())
  observeParked(metrics, () =>
    relay.transact({}, async (tx) => (await countParked(tx, CONSUMER)) + (await countParked(tx, FEED_CONSUMER))),
  )
  const broker = new Broker({ url: options.natsUrl, name: 'reporting-svc', log: logger })
  life.onStop('the broker', () => broker.close())

  const owners = connectOwners(options)
  life.onStop('the clients of the owners', owners.close)

  const taken = new Counter({ name: 'pacioli_events_taken_in_total', help: 'Events taken in', registers: [metrics] })
  const consumer = consume({
    broker,
    log: logger,
    ...eventsSubscriber(db, owners, now),
    onHandled: (count) => taken.inc(count),
  })
  life.onStop('the consumer', () => consumer.stop())

  const webhooks = startEventsOut(
    { ...options, db, relay, broker, owners, metrics, log: logger, clock: now, newId },
    life,
  )

  const rpc = await serve({
    host,
    port: options.grpcPort,
    services: [
      reportsRpc(db, owners.ledger, now),
      notificationsRpc(db, owners.ledger, now),
      eventsRpc(db, owners.ledger),
      webhooksRpc(webhooks),
    ],
    observe: observeCalls(metrics, logger, isDefect),
  })
  life.onStop('gRPC', () => rpc.stop())

  const ops = await startOpsServer({
    host,
    port: options.opsPort,
    metrics,
    // Reports can be read while NATS is away, so it is not asked for.
    ready: async () => [await probe('database', () => db.ping()), { name: 'serving', ok: !life.stopping }],
  })
  life.onStop('the ops server', () => ops.close())
  return { grpcPort: rpc.port, opsPort: ops.port }
}
