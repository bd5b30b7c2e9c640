import type { Database } from '@pacioli/db'
import type { PostingDesk } from './desk.ts'
import { countUnposted, findDueSources, findDueTenants } from './posting.store.ts'

export type PostingRelayOptions = {
  desk: PostingDesk
  db: Database
  /** As the relay's role, which sees whose postings are due. */
  relayDb: Database
  now: () => Date
  log: { warn: (facts: object, message: string) => void }
}

const POLL_MS = 1_000
const TENANTS = 1_000
const SOURCES = 1_000

/**
 * Delivers the postings that requests have left behind: because the ledger did not answer, or the process ended. Runs in
 * any number; two that deliver the same posting post it once.
 */
export class PostingRelay {
  readonly #options: PostingRelayOptions
  readonly #stopping = Promise.withResolvers<void>()
  readonly #running: Promise<void>
  #stopped = false
  #wake: (() => void) | undefined

  constructor(options: PostingRelayOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** For metrics. */
  backlog = () => countUnposted(this.#options.relayDb)

  /** There may be something due: does not wait for the next poll. */
  readonly wake = (): void => this.#wake?.()

  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopping.resolve()
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#deliverDue()
      } catch (error) {
        this.#options.log.warn({ err: error }, 'Postings could not be delivered; trying again')
      }
      await this.#pause()
    }
  }

  async #deliverDue(): Promise<void> {
    const { db, desk, relayDb, now } = this.#options
    for (const tenant of await findDueTenants(relayDb, now(), TENANTS)) {
      if (this.#stopped) return
      const sources = await db.transact(tenant, (tx) => findDueSources(tx, tenant.businessId, now(), SOURCES))
      await desk.deliver(tenant, sources)
    }
  }

  async #pause(): Promise<void> {
    if (this.#stopped) return
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      this.#stopping.promise,
      new Promise<void>((resolve) => {
        this.#wake = resolve
        timer = setTimeout(resolve, POLL_MS)
      }),
    ])
    clearTimeout(timer)
  }
}
