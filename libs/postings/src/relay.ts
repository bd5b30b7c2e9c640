import type { Database } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { setTimeout as wait } from 'node:timers/promises'
import type { PostingSession } from './posting-session.ts'
import { countUnposted, type PostingBacklog } from './backlog.store.ts'
import { claimDue, findDueTenants } from './posting.store.ts'

export type PostingRelayOptions = {
  postingSession: PostingSession
  db: Database
  /** As the relay's role, which sees the due postings of all tenants. */
  relayDb: Database
  now: () => Date
  log: { warn: (facts: object, message: string) => void; info: (facts: object, message: string) => void }
  /** How long it waits before it polls again when nothing was due. */
  pollMs?: number
  /** How long calls in flight may delay its end. */
  stopMs?: number
  /** What a tenant gets in one turn: the others come before the rest of it. */
  turn?: number
}

const POLL_MS = 1_000
const STOP_MS = 4_000
/** Tenants per round, and how many of them at a time: a slow one delays few. */
const TENANTS = 200
const PARALLEL = 4
const POSTINGS = 500
/** How long a claim waits for locks; a tenant whose rows are held for longer has its turn later. */
const CLAIM_MS = 2_000
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Delivers the postings that requests have left behind: because the ledger did not answer, or the process ended. Any
 * number of relays may run; what one has claimed the others leave alone for a while, and what two deliver is posted
 * once.
 */
export class PostingRelay {
  readonly #options: PostingRelayOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #troubled = false

  constructor(options: PostingRelayOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** For metrics. */
  backlog = (): Promise<PostingBacklog> => countUnposted(this.#options.relayDb)

  /** Finishes the calls in flight, unless they take too long: their outcome is found out again. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const finished = new AbortController()
    await Promise.race([
      this.#running.finally(() => finished.abort()),
      wait(this.#options.stopMs ?? STOP_MS, undefined, { signal: finished.signal }).catch(() => undefined),
    ])
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const { delivered, failure } = await this.#round().catch((error: unknown) => ({ delivered: 0, failure: error }))
      if (failure === undefined) {
        if (this.#troubled) this.#options.log.info({}, 'Postings are delivered again')
      } else if (!this.#troubled)
        this.#options.log.warn({ err: failure }, 'Postings could not be looked for; trying again until it works')
      this.#troubled = failure !== undefined
      if (delivered === 0) await this.#pause()
    }
  }

  /**
   * Every tenant with due postings gets one turn. Where the database of some fails, the others get theirs.
   * @returns how many there were, and the first failure
   */
  async #round(): Promise<{ delivered: number; failure: unknown }> {
    const { relayDb, now } = this.#options
    const failures: unknown[] = []
    let delivered = 0
    for (let after = FIRST; !this.#isStopped;) {
      const due = await findDueTenants(relayDb, now(), after, TENANTS)
      failures.push(...due.failures)
      const queue = due.tenants.values()
      const work = async (): Promise<void> => {
        for (const tenant of queue) {
          if (this.#isStopped) return
          try {
            if (await this.#serve(tenant)) delivered += 1
          } catch (error) {
            failures.push(error)
          }
        }
      }
      await Promise.all(Array.from({ length: PARALLEL }, work))
      if (due.tenants.length < TENANTS) break
      after = due.tenants.at(-1)?.businessId ?? FIRST
    }
    return { delivered, failure: failures[0] }
  }

  async #serve(tenant: Tenant): Promise<boolean> {
    const { db, postingSession, now, turn = POSTINGS } = this.#options
    const sources = await db.transact({ ...tenant, lockTimeoutMs: CLAIM_MS }, (tx) => claimDue(tx, now(), turn))
    if (sources.length === 0) return false
    const { isUnreachable } = await postingSession.deliverDue(tenant, sources, () => this.#isStopped)
    // The next tenant would hardly reach it either.
    if (isUnreachable) await this.#pause()
    return true
  }

  async #pause(): Promise<void> {
    await wait(this.#options.pollMs ?? POLL_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}
