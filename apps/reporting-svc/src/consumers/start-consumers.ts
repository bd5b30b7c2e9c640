/** Starts the consumers that apply events to the read models of each model, and the build of missing ones. */
import { Database } from '@pacioli/db'
import { consume, type Broker, type RunningConsumer } from '@pacioli/events'
import { Counter, type Logger, type Registry, type ServiceLifecycle } from '@pacioli/service'
import type { Source } from '../rebuild/rebuild-business.ts'
import { keepCurrent } from '../rebuild/keep-current.ts'
import type { Owners } from '../owners/owners.ts'
import { CONSUMER, consumerOf, FIRST_MODEL, numbersOf, type ServedModels } from '../read-models/models.ts'
import { editionsSubscriber, eventsSubscriber } from './events.subscriber.ts'

export type ConsumersOptions = {
  databaseUrl: string
  /** Connections of the consumer alone, by its durable name. */
  connect: (durable: string) => Database
  /** As the housekeeping role. */
  relay: Database
  models: ServedModels
  broker: Broker
  owners: Owners
  /** Where missing read models are built from. */
  source: Source
  metrics: Registry
  log: Logger
  clock: () => Date
  newId: () => string
}

type SubscribersOptions = Pick<ConsumersOptions, 'connect' | 'owners' | 'clock' | 'models'>

/** The subscribers that apply events to read models, oldest model first. */
export const subscribersOf = ({
  connect,
  owners,
  clock,
  models,
}: SubscribersOptions): ReturnType<typeof eventsSubscriber>[] => [
  ...(models.oldest <= FIRST_MODEL ? [eventsSubscriber(connect(CONSUMER), owners, clock, models.newest)] : []),
  ...numbersOf(models).map((model) => editionsSubscriber(connect(consumerOf(model)), owners, clock, model)),
]

/** A batch of a large business takes longer than any request may. */
const BATCH_TIMEOUT_MS = 600_000

/** Each part registers how it stops. Returns the consumers by name. */
export function startConsumers(
  options: ConsumersOptions,
  life: Pick<ServiceLifecycle, 'onStop'>,
): Record<string, RunningConsumer> {
  const { models, broker, source, metrics, log, clock, newId } = options
  const applied = new Counter({
    name: 'pacioli_events_taken_in_total',
    help: 'Events applied to read models',
    registers: [metrics],
  })
  const consumers: Record<string, RunningConsumer> = {}
  for (const subscriber of subscribersOf(options)) {
    // Each event is counted once, by the model that has all businesses.
    const onHandled = Object.keys(consumers).length === 0 ? { onHandled: (count: number) => applied.inc(count) } : {}
    const consumer = consume({ broker, log, ...subscriber, ...onHandled })
    life.onStop(`the consumer ${subscriber.durable}`, () => consumer.stop())
    consumers[subscriber.durable] = consumer
  }

  const rebuildDb = new Database({
    url: options.databaseUrl,
    applicationName: 'reporting-svc rebuild',
    poolSize: 1,
    statementTimeoutMs: BATCH_TIMEOUT_MS,
  })
  life.onStop('the rebuilding database', () => rebuildDb.close())
  const model = models.newest
  const follow = consumers[consumerOf(model)]?.follow
  const rebuilding = keepCurrent({
    relay: options.relay,
    db: rebuildDb,
    source,
    log,
    model,
    clock,
    newId,
    ...(follow && { follow }),
  })
  life.onStop('the rebuilding', () => rebuilding.stop())
  return consumers
}
