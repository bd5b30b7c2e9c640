import type { Database } from '@pacioli/db'
import type { PostingDesk } from '@pacioli/postings'
import type { BillingClients } from './billing-clients.ts'
import type { LedgerClients } from './ledger-clients.ts'

/** What the use cases of banking work with. Time and ids come in here, so that nothing makes up its own. */
export type Banking = {
  db: Database
  now: () => Date
  newId: () => string
  /** How anything gets into the journal. */
  desk: PostingDesk
  /** What else is asked of the ledger. */
  ledger: LedgerClients
  /** Knows the documents that transactions are matched to. */
  billing: BillingClients
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
}

/** The same where nothing is listed: for what comes in by events. */
export type BankingConsumer = Omit<Banking, 'cursorKey'>
