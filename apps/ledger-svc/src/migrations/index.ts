import { intakeMigrations, sharedMigrations, type MigrationSet } from '@pacioli/db/migrations'
import { outboxMigrations, recordMigrations } from '@pacioli/events/migrations'
import { proofMigrations } from '@pacioli/proof/migrations'
import { sealMigrations } from '@pacioli/seals/migrations'

/** All migrations of the ledger database, in order. */
export const ledgerMigrations: readonly MigrationSet[] = [
  sharedMigrations,
  outboxMigrations,
  intakeMigrations,
  recordMigrations,
  sealMigrations,
  proofMigrations,
  {
    name: 'ledger',
    folder: new URL('./', import.meta.url),
    everywhere: ['clients', 'client_accounting_configurations'],
    byClient: ['business_external_ids', 'processor_secrets'],
    by: { businesses: 'id' },
  },
]

export const LEDGER_OWNER = 'ledger_owner'
export const LEDGER_POSTINGS = 'ledger_postings'
