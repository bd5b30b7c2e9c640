import type { Database } from '@pacioli/db'
import type { BooksCache } from './books/books-cache.ts'
import type { OAuthClient } from './providers/oauth-client.ts'
import type { Provider } from './providers/provider.ts'
import type { DaySealer } from './balances/day-sealer.ts'
import type { Slots } from './balances/slots.ts'
import type { Vault } from '@pacioli/vault'

/** What the use cases of the ledger work with. Time and ids come in here, so that nothing makes up its own. */
export type Ledger = {
  db: Database
  now: () => Date
  newId: () => string
  books: BooksCache
  slots: Slots
  sealer: DaySealer
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /** Keeps other people's secrets. */
  vault: Vault
  /** The accounting software that businesses can be connected to, by name. */
  providers: ReadonlyMap<string, Provider>
  /** Asks them for tokens. */
  oauth: OAuthClient
}
