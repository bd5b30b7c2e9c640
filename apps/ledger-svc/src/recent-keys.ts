import type { BusinessWrite } from '@pacioli/rpc'
import { LRUCache } from 'lru-cache'

/** More than come while a caller waits for an answer that does not come, and asks again. */
const CAPACITY = 10_000

/**
 * The Idempotency-Keys that last came to this process. What comes again may have an answer, and looks for it before it is
 * decided once more. That is all they decide: a repeat that comes to another process, or late, is answered as well.
 */
export class RecentKeys {
  readonly #keys: LRUCache<string, true>

  constructor(capacity = CAPACITY) {
    this.#keys = new LRUCache({ max: capacity })
  }

  /** Whether a request with its key came before. It has come from now on. */
  isRepeat({ clientId, businessId, idempotency }: BusinessWrite): boolean {
    if (!idempotency) return false
    const key = [clientId, businessId, idempotency.operation, idempotency.key].join(' ')
    const known = this.#keys.has(key)
    this.#keys.set(key, true)
    return known
  }
}
