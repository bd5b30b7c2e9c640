import { AckPolicy, DeliverPolicy, nanos, NatsError, type Consumer, type ConsumerMessages } from 'nats'
import type { Broker, Log } from './connect.ts'
import { settle, type Consumption } from './delivery.ts'
import { Intake } from './intake.ts'
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
/**
 * What a killed reader had in hand comes again after that. A slow one says in time that it is still at it. The version
 * before sets 5 seconds, which that is in time for, too; and its feed goes on without what is missing for 15, in which this
 * and being put off for 5 have to find room.
 */
const ACK_WAIT_MS = 6_000
const MAX_PAUSE_MS = 5_000
/** A reader that ends takes no more, and leaves its last pull when nothing has come for a moment. */
const QUIET_MS = 100
/** What comes after all is for others, later than that. */
const LATER_MS = 500

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

  /** Asks for as much as there is room for, and hands on what comes as it comes. Nobody waits for what becomes of it. */
  async #pullOnce(consumer: Consumer): Promise<void> {
    const room = await this.#intake.room()
    if (this.#stopped) return
    const pull = await consumer.fetch({ max_messages: room, expires: PULL_MS })
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

  /** Once nothing is on its way any more: what the server sends to a pull that has ended comes again only after its time. */
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
