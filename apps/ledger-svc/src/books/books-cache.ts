import type { Database } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { LRUCache } from 'lru-cache'
import type { Books } from './books.ts'
import { loadBooks } from './books.store.ts'

/** Books of recently used businesses. They may be stale: the epoch check of a posting detects that. */
export class BooksCache {
  readonly #db: Database
  readonly #cached: LRUCache<string, Promise<Books>>

  constructor(db: Database, capacity = 1_000) {
    this.#db = db
    this.#cached = new LRUCache({ max: capacity })
  }

  /** @throws BusinessNotFound when the client has no such business */
  get(tenant: Tenant): Promise<Books> {
    const cached = this.#cached.get(keyOf(tenant))
    if (cached) return cached
    const loading = this.#db.transact(tenant, (tx) => loadBooks(tx, tenant))
    this.#cached.set(keyOf(tenant), loading)
    loading.catch(() => this.#cached.get(keyOf(tenant)) === loading && this.#cached.delete(keyOf(tenant)))
    return loading
  }

  /** Forgets these books, so that the next posting reads them again. */
  drop(tenant: Tenant): void {
    this.#cached.delete(keyOf(tenant))
  }

  /** The same for every business of the client. */
  dropAllOf(clientId: string): void {
    for (const key of this.#cached.keys()) if (key.startsWith(`${clientId}/`)) this.#cached.delete(key)
  }
}

const keyOf = ({ clientId, businessId }: Tenant): string => `${clientId}/${businessId}`
