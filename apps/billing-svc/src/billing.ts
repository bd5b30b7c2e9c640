import type { Database } from '@pacioli/db'
import type { PostingDesk } from '@pacioli/postings'
import type { BankingClient } from './banking-client.ts'
import type { LedgerClients } from './ledger-clients.ts'

/** What the use cases of billing work with. Time and ids come in here, so that nothing makes up its own. */
export type Billing = {
  db: Database
  now: () => Date
  newId: () => string
  /** How anything gets into the journal. */
  desk: PostingDesk
  /** What else is asked of the ledger. */
  ledger: LedgerClients
  /** Knows which documents are matched: those can't be changed. */
  banking: BankingClient
  /** Wakes the outbox relay. */
  notify: () => void
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /**
   * Up to how many vendors, customers or documents that a list asks for are found at once and sorted; where more match,
   * they are walked through in their order.
   */
  mostGathered: number
}

/** For what comes in by events. */
export type BillingIntake = Pick<Billing, 'db' | 'now'>
