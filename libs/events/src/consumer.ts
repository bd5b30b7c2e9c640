import { AckPolicy, DeliverPolicy, nanos, NatsError, type Consumer, type ConsumerMessages, type JsMsg } from 'nats'
import type { Broker, Log } from './connect.ts'
import { DeliveryHandler, type Consumption } from './delivery.ts'
import { followPublished, readLag, type Lag } from './lag.ts'
import { ensureStream, hasNoListener, isStreamMissing, STREAM, type StreamOptions } from './stream.ts'
import { WakeUp } from './wake-up.ts'

export type ConsumeOptions = Consumption & {
  broker: Broker
  log: Log
  /** The consumer's name on the server; all replicas of a service share it, and the events among them. */
  durable: string
  /** One subject with wildcards; nats-server 2.9 knows no lists. What is not of interest the handler lets pass. */
  filterSubject: string
  stream?: StreamOptions
  /** Events asked for at a time. */
  batchSize?: number
}

export type RunningConsumer = {
  /** How far it is behind what was published. Rejects while NATS is away. */
  lag: () => Promise<Lag>
  /** Marks what is published by now, and answers how to ask whether it has come. Both reject while NATS is away. */
  follow: () => Promise<() => Promise<boolean>>
  /** Finishes what is under way, then ends. What was not acknowledged comes again. */
  stop: () => Promise<void>
}

/** A pull ends by then whatever happened to it, so none is waited for for ever. */
const PULL_MS = 5_000
/** Under load, waiting a moment makes fewer, larger batches: each is a transaction, and its acknowledgements one packet. */
const GATHER_MS = 5
/** What a killed reader had in hand comes again after that; what a slow one has, too, and does no harm. */
const ACK_WAIT_MS = 5_000
const MAX_PAUSE_MS = 5_000

/** Takes in the events of a durable consumer, through restarts of NATS and the loss of its store. */
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
  readonly #handler: DeliveryHandler
  readonly #batchSize: number
  readonly #received: JsMsg[] = []
  readonly #arrived = new WakeUp()
  readonly #running: Promise<void>
  #handling: Promise<void> = Promise.resolve()
  #pull: ConsumerMessages | undefined
  readonly #stopping = Promise.withResolvers<void>()
  #stopped = false
  #troubled = false

  constructor(options: ConsumeOptions) {
    this.#options = options
    this.#batchSize = options.batchSize ?? 500
    this.#handler = new DeliveryHandler(options, options.log, options.durable)
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopping.resolve()
    this.#arrived.wake()
    await this.#pull?.close()
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
        await this.#arrived.pause(pauseMs, () => this.#stopped)
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      }
    }
    await this.#handling
  }

  /** Asks for a batch and hands on what comes as it comes; returns when all of it has been dealt with. */
  async #pullOnce(consumer: Consumer): Promise<void> {
    const pull = await consumer.fetch({ max_messages: this.#batchSize, expires: PULL_MS })
    this.#pull = pull
    try {
      for await (const message of pull) {
        if (this.#received.push(message) === 1) this.#handling = this.#handling.then(() => this.#handleReceived())
        if (this.#stopped) break
      }
    } finally {
      this.#pull = undefined
      await this.#handling
    }
  }

  /** What arrived while the previous batch was in work makes the next one. */
  async #handleReceived(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    const { pauseMs } = await this.#handler.handle(this.#received.splice(0))
    if (pauseMs > 0) await this.#arrived.pause(pauseMs, () => this.#stopped)
  }

  async #bind(): Promise<Consumer> {
    const { broker, durable, filterSubject, stream } = this.#options
    await ensureStream(broker, stream)
    const manager = await broker.client.jetstreamManager({ timeout: 5_000, checkAPI: false })
    await manager.consumers.add(STREAM, {
      durable_name: durable,
      filter_subject: filterSubject,
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

/** The server has lost the stream or the consumer; both are made anew. */
const isLost = (error: unknown): boolean =>
  isStreamMissing(error) || hasNoListener(error) || (error instanceof NatsError && ['404', '409'].includes(error.code))
