import type { Database } from '@pacioli/db'
import type { BooksCache } from './books/books-cache.ts'
import type { OAuthClient } from './providers/oauth-client.ts'
import type { Provider } from './providers/provider.ts'
import type { Afterwards } from './balances/afterwards.ts'
import type { LongDay } from './balances/long-day.ts'
import type { MonthSums } from './balances/month-sums.ts'
import type { RecentKeys } from './recent-keys.ts'
import type { Slots } from './balances/slots.ts'
import type { Together } from './together.ts'
import type { Vault } from '@pacioli/vault'

/** What the use cases of the ledger depend on. Time and ids come from here alone. */
export type Ledger = {
  db: Database
  now: () => Date
  newId: () => string
  books: BooksCache
  recentKeys: RecentKeys
  slots: Slots
  /** Sends postings together that come while others are under way. */
  together: Together
  /** Sums parts of long days. */
  daySums: Afterwards<LongDay>
  months: MonthSums
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /** Seals secrets that clients and providers gave. */
  vault: Vault
  /** The accounting software that businesses can be connected to, by name. */
  providers: ReadonlyMap<string, Provider>
  /** Requests tokens from them. */
  oauth: OAuthClient
}
