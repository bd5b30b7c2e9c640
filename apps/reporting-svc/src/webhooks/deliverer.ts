/** Delivers what is due while the service runs, in any number of replicas. */
import type { Database } from '@pacioli/db'
import { WakeUp } from '@pacioli/events'
import { setTimeout as wait } from 'node:timers/promises'
import { chooseDue, inTurn, type DeliveryLimits } from './choose-due.ts'
import { deliver, type DeliverContext, type Outcome } from './deliver.ts'
import { findDueAgain, findFirstDue, leaseDue, WAITING, type Due } from './due.store.ts'

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
/** A part of a cluster that is being moved is left for the next time. */
const HELD_MS = 200
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
        const { leased, failures } = await this.#take()
        for (const due of leased) this.#start(due)
        if (failures.length > 0)
          this.#fails(failures[0], 'Webhooks of some businesses cannot be delivered; trying again')
        else if (this.#isFailing) {
          this.#options.log.info({}, 'Webhooks are delivered again')
          this.#isFailing = false
        }
        pauseMs = 50
        await this.#wakeUp.wait(POLL_MS)
      } catch (error) {
        this.#fails(error, 'Webhooks cannot be delivered; trying again')
        await this.#wakeUp.pause(pauseMs, () => this.#stopped)
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      }
    }
  }

  #fails(error: unknown, what: string): void {
    if (!this.#isFailing) this.#options.log.error({ err: error }, what)
    this.#isFailing = true
  }

  /**
   * Leases what is due, within the limits, which count for all parts of a cluster.
   * @returns also why some parts could not be looked through
   * @throws the failure of all of them
   */
  async #take(): Promise<{ leased: Due[]; failures: unknown[] }> {
    const { relay, clock, leaseMs = LEASE_MS } = this.#options
    const now = clock()
    const { perWebhook } = this.#limits
    const find = async (part: Database) => ({
      part,
      ...(await part.transact({ lockTimeoutMs: HELD_MS }, async (tx) => ({
        first: await findFirstDue(tx, now, perWebhook, this.#reached),
        again: await findDueAgain(tx, now, perWebhook),
      }))),
    })
    const { done: found, failures } = await relay.inPartsWith(WAITING, find)
    if (found.length === 0 && failures.length > 0) throw failures[0]
    const first = inTurn(
      found.flatMap((one) => one.first),
      this.#reached,
      perWebhook,
    )
    const chosen = chooseDue([...first, ...found.flatMap(({ again }) => again)], this.#busy, this.#limits)
    this.#remember(first, chosen)
    const taken = new Set(chosen)
    const leasing = found.map(async ({ part, ...due }) => {
      const own = [...due.first, ...due.again].filter((one) => taken.has(one))
      if (own.length === 0) return []
      return part.transact({ lockTimeoutMs: HELD_MS }, (tx) =>
        leaseDue(tx, own, now, new Date(now.getTime() + leaseMs)),
      )
    })
    const leased = await Promise.allSettled(leasing)
    return {
      leased: leased.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
      failures: [...failures, ...leased.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))],
    }
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
