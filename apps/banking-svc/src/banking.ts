import type { Database } from '@pacioli/db'
import type { LedgerClients } from '@pacioli/posting-service/ledger-clients'
import type { PostingSession } from '@pacioli/postings'
import type { BillingClients } from './billing-clients.ts'

/** What the use cases of banking work with. Time and ids come in here; no use case makes its own. */
export type Banking = {
  db: Database
  now: () => Date
  newId: () => string
  /** Queries the ledger, and posts. */
  postingSession: PostingSession
  /** Other calls to the ledger. */
  ledger: LedgerClients
  /** Owns the documents that transactions are matched to. */
  billing: BillingClients
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
}

/** The same for consumers of events, which list nothing. */
export type BankingConsumer = Omit<Banking, 'cursorKey'>
