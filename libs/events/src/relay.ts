import { readBacklog, type Backlog } from './outbox.store.ts'
import { QueueRelay, type RelayOptions } from './queue-relay.ts'

export type { RelayOptions } from './queue-relay.ts'

/** How often it looks for nodes that were added or taken away. */
const LOOK_MS = 30_000
const AGAIN_MS = 1_000

/**
 * Publishes the events of a service: at least once, those of an aggregate in version order. In a cluster each node has a queue
 * of its own, with a relay for it: an event is on the node that its change was made on, and stays there when rows move.
 */
export class OutboxRelay {
  readonly #options: RelayOptions
  readonly #relays = new Map<string, QueueRelay>()
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: RelayOptions) {
    this.#options = options
    this.#look()
  }

  /** There may be something to publish. */
  readonly wake = (): void => {
    for (const relay of this.#relays.values()) relay.wake()
  }

  /** What waits on all nodes; for metrics. */
  async backlog(): Promise<Backlog> {
    const all: Backlog = { count: 0, oldest: null }
    for (const node of await this.#options.db.nodes()) {
      const { count, oldest } = await readBacklog(node)
      all.count += count
      if (oldest && (all.oldest === null || oldest < all.oldest)) all.oldest = oldest
    }
    return all
  }

  /** Finishes the current batches and ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all([...this.#relays.values()].map((relay) => relay.stop()))
  }

  #look(): void {
    this.#looking = this.#follow()
      .then(
        () => LOOK_MS,
        () => AGAIN_MS,
      )
      .then((pauseMs) => {
        if (!this.#stopped) this.#timer = setTimeout(() => this.#look(), pauseMs)
      })
  }

  /** A relay for each node, and none for one that is gone. */
  async #follow(): Promise<void> {
    const nodes = new Map((await this.#options.db.nodes()).map((node) => [node.url, node] as const))
    for (const [url, db] of nodes)
      if (!this.#stopped && !this.#relays.has(url)) this.#relays.set(url, new QueueRelay({ ...this.#options, db }))
    for (const [url, relay] of this.#relays)
      if (!nodes.has(url)) {
        this.#relays.delete(url)
        await relay.stop()
      }
  }
}
