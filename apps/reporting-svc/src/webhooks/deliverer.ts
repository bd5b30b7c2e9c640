/** Delivers what is due while the service runs, in any number of replicas. */
import type { Database } from '@pacioli/db'
import { WakeUp } from '@pacioli/events'
import { setTimeout as wait } from 'node:timers/promises'
import { chooseDue, inTurn, type DeliveryLimits } from './choose-due.ts'
import { deliver, type DeliverContext, type Outcome } from './deliver.ts'
import { findDueAgain, findFirstDue, leaseDue, type Due } from './due.store.ts'

export type DelivererOptions = DeliverContext & {
  /** Connected as the housekeeping role, which sees the due deliveries of all clients. */
  relay: Database
  onOutcome?: (outcome: Outcome) => void
  limits?: DeliveryLimits
  /** How long a delivery is leased: longer than a request and its record can take. */
  leaseMs?: number
}

const POLL_MS = 1_000
const STOP_MS = 4_000
const MAX_PAUSE_MS = 5_000
const LEASE_MS = 60_000
const LIMITS: DeliveryLimits = { inAll: 50, perClient: 15, perWebhook: 10 }

export class Deliverer {
  readonly #options: DelivererOptions
  readonly #limits: DeliveryLimits
  readonly #busy = new Set<Due>()
  readonly #reached = new Map<string, string>()
  readonly #inFlight = new Set<Promise<void>>()
  readonly #wakeUp = new WakeUp()
  readonly #running: Promise<void>
  #stopped = false
  #isFailing = false

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#limits = options.limits ?? LIMITS
    this.#running = this.#run()
  }

  /** There may be something to deliver. */
  readonly wake = (): void => this.#wakeUp.wake()

  /** Waits a few seconds for requests in flight; those that take longer are sent again by another process. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#running
    const finished = new AbortController()
    await Promise.race([
      Promise.all(this.#inFlight).finally(() => finished.abort()),
      wait(STOP_MS, undefined, { signal: finished.signal }).catch(() => undefined),
    ])
  }

  async #run(): Promise<void> {
    let pauseMs = 50
    while (!this.#stopped) {
      try {
        for (const due of await this.#take()) this.#start(due)
        if (this.#isFailing) this.#options.log.info({}, 'Webhooks are delivered again')
        this.#isFailing = false
        pauseMs = 50
        await this.#wakeUp.wait(POLL_MS)
      } catch (error) {
        if (!this.#isFailing) this.#options.log.error({ err: error }, 'Webhooks cannot be delivered; trying again')
        this.#isFailing = true
        await this.#wakeUp.pause(pauseMs, () => this.#stopped)
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      }
    }
  }

  /** Leases what is due, within the limits, which count for all parts of a cluster. */
  async #take(): Promise<Due[]> {
    const { relay, clock, leaseMs = LEASE_MS } = this.#options
    const now = clock()
    const { perWebhook } = this.#limits
    const find = async (part: Database) => ({
      part,
      ...(await part.transact({}, async (tx) => ({
        first: await findFirstDue(tx, now, perWebhook, this.#reached),
        again: await findDueAgain(tx, now, perWebhook),
      }))),
    })
    const found = await Promise.all((await relay.parts()).map(find))
    const first = inTurn(
      found.flatMap((one) => one.first),
      this.#reached,
      perWebhook,
    )
    const chosen = chooseDue([...first, ...found.flatMap(({ again }) => again)], this.#busy, this.#limits)
    this.#remember(first, chosen)
    const taken = new Set(chosen)
    const leased = found.map(async ({ part, ...due }) => {
      const own = [...due.first, ...due.again].filter((one) => taken.has(one))
      if (own.length === 0) return []
      return part.transact({}, (tx) => leaseDue(tx, own, now, new Date(now.getTime() + leaseMs)))
    })
    return (await Promise.all(leased)).flat()
  }

  /** For a webhook with more than one page of due deliveries, the next search begins after the last one taken. */
  #remember(first: readonly Due[], chosen: readonly Due[]): void {
    const found = Map.groupBy(first, ({ webhookId }) => webhookId)
    for (const webhookId of this.#reached.keys())
      if ((found.get(webhookId)?.length ?? 0) < this.#limits.perWebhook) this.#reached.delete(webhookId)
    const taken = new Set(chosen)
    for (const [webhookId, some] of found) {
      const last = some.findLast((one) => taken.has(one))
      if (last && some.length >= this.#limits.perWebhook) this.#reached.set(webhookId, last.businessId)
    }
  }

  #start(due: Due): void {
    this.#busy.add(due)
    const working = this.#deliver(due).finally(() => {
      this.#busy.delete(due)
      this.#inFlight.delete(working)
      // The next delivery of its business is due now.
      this.wake()
    })
    this.#inFlight.add(working)
  }

  async #deliver(due: Due): Promise<void> {
    const { log, onOutcome } = this.#options
    try {
      const outcome = await deliver(this.#options, due)
      onOutcome?.(outcome)
    } catch (error) {
      log.warn(
        { err: error, webhook_id: due.webhookId, delivery_id: due.id },
        'The outcome of a delivery could not be recorded; it is sent again',
      )
    }
  }
}
