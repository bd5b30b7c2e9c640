import type { Database } from '@pacioli/db'
import type { Vault } from '@pacioli/vault'
import type { LedgerReader } from '../owners/ledger-reader.ts'

/** What the use cases of webhooks share. */
export type Webhooks = {
  db: Database
  vault: Vault
  ledger: Pick<LedgerReader, 'findBusiness'>
  /** Signs the cursors of the delivery log. */
  cursorKey: Buffer
  /** Also http and private addresses: for development. */
  allowPrivate: boolean
  clock: () => Date
  newId: () => string
  randomBytes: (size: number) => Buffer
  /** There is something to deliver. */
  wake: () => void
}
