import type { Database } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { LRUCache } from 'lru-cache'
import type { Books } from './books.ts'
import { loadBooks } from './books.store.ts'

/** Books of the businesses posted to lately. They may be stale: only a posting's epoch check makes them binding. */
export class BooksCache {
  readonly #db: Database
  readonly #kept: LRUCache<string, Promise<Books>>

  constructor(db: Database, capacity = 1_000) {
    this.#db = db
    this.#kept = new LRUCache({ max: capacity })
  }

  /** @throws BusinessNotFound when the client has no such business */
  get(tenant: Tenant): Promise<Books> {
    const kept = this.#kept.get(keyOf(tenant))
    if (kept) return kept
    const loading = this.#db.transact(tenant, (tx) => loadBooks(tx, tenant))
    this.#kept.set(keyOf(tenant), loading)
    loading.catch(() => this.#kept.get(keyOf(tenant)) === loading && this.#kept.delete(keyOf(tenant)))
    return loading
  }

  /** Forgets these very books, so that the next posting reads them anew. */
  drop(tenant: Tenant): void {
    this.#kept.delete(keyOf(tenant))
  }

  /** The same for every business of the client. */
  dropAllOf(clientId: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(`${clientId}/`)) this.#kept.delete(key)
  }
}

const keyOf = ({ clientId, businessId }: Tenant): string => `${clientId}/${businessId}`
