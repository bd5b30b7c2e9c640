import { LRUCache } from 'lru-cache'

const MAX_FACTS = 50_000

/** How long another service's facts are reused, in milliseconds. */
export const FACTS_TTL_MS = 5_000

/**
 * Another service's facts, cached for a few seconds from when they are requested. Concurrent requests for one fact
 * share a call; an event drops it early; failures, and so missing facts, are not cached.
 */
export class FactCache<Fact> {
  readonly #facts: LRUCache<string, Promise<Fact>>

  constructor(ttlMs = FACTS_TTL_MS) {
    // Reading the clock costs less than a timer that caches it.
    this.#facts = new LRUCache({ max: MAX_FACTS, ttl: ttlMs, ttlResolution: 0 })
  }

  get(key: string, load: () => Promise<Fact>): Promise<Fact> {
    const known = this.#facts.get(key)
    if (known) return known
    const loading = load()
    this.#facts.set(key, loading)
    loading.catch(() => {
      if (this.#facts.peek(key) === loading) this.#facts.delete(key)
    })
    return loading
  }

  set(key: string, fact: Fact): void {
    this.#facts.set(key, Promise.resolve(fact))
  }

  forget(key: string): void {
    this.#facts.delete(key)
  }

  /** Scans all keys: for rare events. */
  forgetWhere(fits: (key: string) => boolean): void {
    for (const key of this.#facts.keys()) if (fits(key)) this.#facts.delete(key)
  }

  clear(): void {
    this.#facts.clear()
  }
}
