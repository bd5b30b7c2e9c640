import { intakeMigrations, sharedMigrations, type MigrationSet } from '@pacioli/db/migrations'
import { inboxMigrations, outboxMigrations, recordMigrations } from '@pacioli/events/migrations'
import { ledgerFactsMigrations } from '@pacioli/ledger-facts/migrations'
import { postingMigrations } from '@pacioli/postings/migrations'
import { proofMigrations } from '@pacioli/proof/migrations'
import { sealMigrations } from '@pacioli/seals/migrations'

/** Everything the banking database is made of, in order. */
export const bankingMigrations: readonly MigrationSet[] = [
  sharedMigrations,
  intakeMigrations,
  outboxMigrations,
  recordMigrations,
  sealMigrations,
  proofMigrations,
  inboxMigrations,
  postingMigrations,
  // The tables were banking's own before other services needed them.
  { ...ledgerFactsMigrations, formerly: { '0001-ledger-facts.sql': 'banking/0001-reference.sql' } },
  { name: 'banking', folder: new URL('./', import.meta.url) },
]

export const BANKING_OWNER = 'banking_owner'
/** The role that events of several businesses are taken in as. */
export const BANKING_INTAKE = 'banking_intake'
