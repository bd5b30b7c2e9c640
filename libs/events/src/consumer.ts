import { AckPolicy, DeliverPolicy, nanos, NatsError, type Consumer, type ConsumerMessages } from 'nats'
import type { Broker, Log } from './connect.ts'
import type { Consumption } from './delivery.ts'
import { Intake } from './intake.ts'
import { followPublished, readLag, type Lag } from './lag.ts'
import { settle } from './pending.ts'
import { ensureStream, hasNoListener, isStreamMissing, STREAM, type StreamOptions } from './stream.ts'
import { WakeUp } from './wake-up.ts'

export type ConsumeOptions = Consumption & {
  broker: Broker
  log: Log
  /** The consumer's name on the server; all replicas of a service share it, and its events. */
  durable: string
  /**
   * One subject with wildcards; nats-server 2.9 knows no lists. Without it all events, which the server does not compare one
   * by one then, as it does even with the subject of the whole stream. The handler skips events it does not need.
   */
  filterSubject?: string | undefined
  stream?: StreamOptions
  /** Events requested at a time. */
  batchSize?: number
}

export type RunningConsumer = {
  /** How far it is behind the stream. Rejects while NATS is unavailable. */
  lag: () => Promise<Lag>
  /**
   * Marks what is published by now, and returns a function that checks whether it was delivered. Both reject while NATS
   * is unavailable.
   */
  follow: () => Promise<() => Promise<boolean>>
  /** Finishes the work under way, then ends. Unacknowledged events are delivered again. */
  stop: () => Promise<void>
}

/** A pull ends by then in any case, so none is awaited for ever. */
const PULL_MS = 5_000
/**
 * The events of a killed reader are delivered again after that; a slow one reports in time that it is still working.
 * The previous version sets 5 seconds, which those reports meet, too; and its feed waits 15 seconds for missing events,
 * which has to cover this and a delay of 5.
 */
const ACK_WAIT_MS = 6_000
const MAX_PAUSE_MS = 5_000
/** A reader that ends takes no more, and leaves its last pull when nothing has arrived for a moment. */
const QUIET_MS = 100
/** What arrives later is for other readers. */
const LATER_MS = 500

/** Processes the events of a durable consumer, through restarts of NATS and the loss of its store. */
export function consume(options: ConsumeOptions): RunningConsumer {
  const running = new PullLoop(options)
  const { broker, durable } = options
  return {
    lag: () => readLag(broker, durable),
    follow: () => followPublished(broker, durable),
    stop: () => running.stop(),
  }
}

class PullLoop {
  readonly #options: ConsumeOptions
  readonly #intake: Intake
  readonly #trouble = new WakeUp()
  readonly #running: Promise<void>
  #pull: ConsumerMessages | undefined
  readonly #stopping = Promise.withResolvers<void>()
  #arrivedAt = 0
  #stopped = false
  #troubled = false

  constructor(options: ConsumeOptions) {
    this.#options = options
    this.#intake = new Intake(options, options.log, options.durable, options.batchSize ?? 500)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopping.resolve()
    this.#trouble.wake()
    await this.#endPull()
    await this.#intake.stop()
    await this.#running
  }

  async #run(): Promise<void> {
    let pauseMs = 100
    while (!this.#stopped) {
      try {
        await Promise.race([this.#options.broker.whenConnected(), this.#stopping.promise])
        if (this.#stopped) break
        const consumer = await this.#bind()
        this.#recovered()
        pauseMs = 100
        while (!this.#stopped) await this.#pullOnce(consumer)
      } catch (error) {
        this.#failed(error)
        await this.#trouble.pause(pauseMs, () => this.#stopped)
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      }
    }
  }

  /**
   * Requests as much as there is capacity for, and passes messages on as they arrive, without waiting for their
   * outcome.
   */
  async #pullOnce(consumer: Consumer): Promise<void> {
    const capacity = await this.#intake.capacity()
    if (this.#stopped) return
    const pull = await consumer.fetch({ max_messages: capacity, expires: PULL_MS })
    if (this.#stopped) return void (await pull.close())
    this.#pull = pull
    try {
      for await (const message of pull) {
        this.#arrivedAt = performance.now()
        if (this.#stopped) settle(() => message.nak(LATER_MS))
        else this.#intake.take(message)
      }
    } finally {
      this.#pull = undefined
    }
  }

  /** Once nothing is in flight: what the server sends to an ended pull is delivered again only after its time. */
  async #endPull(): Promise<void> {
    this.#arrivedAt = performance.now()
    const isQuiet = (): boolean => performance.now() - this.#arrivedAt > QUIET_MS
    while (this.#pull && !isQuiet()) await new WakeUp().pause(QUIET_MS / 4, () => false)
    await this.#pull?.close()
  }

  async #bind(): Promise<Consumer> {
    const { broker, durable, filterSubject, stream } = this.#options
    await ensureStream(broker, stream)
    const manager = await broker.client.jetstreamManager({ timeout: 5_000, checkAPI: false })
    await manager.consumers.add(STREAM, {
      durable_name: durable,
      ...(filterSubject === undefined ? {} : { filter_subject: filterSubject }),
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_deliver: -1,
      // Without a limit: events of a business that has to wait count, and would keep out those of all others.
      max_ack_pending: -1,
    })
    return broker.client.jetstream().consumers.get(STREAM, durable)
  }

  #failed(error: unknown): void {
    const { broker, log, durable } = this.#options
    if (!this.#troubled && broker.connected && !isLost(error))
      log.warn({ err: error, consumer: durable }, 'Events cannot be fetched; trying again until they can')
    this.#troubled = true
  }

  #recovered(): void {
    if (this.#troubled) this.#options.log.info({ consumer: this.#options.durable }, 'Events are fetched again')
    this.#troubled = false
  }
}

/** The server has lost the stream or the consumer; both are created again. */
const isLost = (error: unknown): boolean =>
  isStreamMissing(error) || hasNoListener(error) || (error instanceof NatsError && ['404', '409'].includes(error.code))
