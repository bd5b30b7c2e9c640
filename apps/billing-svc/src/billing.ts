import type { Database } from '@pacioli/db'
import type { LedgerClients } from '@pacioli/posting-service/ledger-clients'
import type { PostingSession } from '@pacioli/postings'
import type { BankingClient } from './banking-client.ts'

/** What the use cases of billing work with. Clock and ids are injected here. */
export type Billing = {
  db: Database
  now: () => Date
  newId: () => string
  /** Posts to the journal. */
  postingSession: PostingSession
  /** Other queries to the ledger. */
  ledger: LedgerClients
  /** Knows which documents are matched: those cannot change. */
  banking: BankingClient
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /** The most matches of a list that are loaded at once and sorted; beyond that the list is read in index order. */
  mostGathered: number
}

/** What the event handlers work with. */
export type BillingConsumer = Pick<Billing, 'db' | 'now' | 'newId' | 'notify'>
