import { intakeMigrations, sharedMigrations, type MigrationSet } from '@pacioli/db/migrations'
import { inboxMigrations, outboxMigrations, recordMigrations } from '@pacioli/events/migrations'
import { ledgerFactsMigrations } from '@pacioli/ledger-facts/migrations'
import { postingMigrations } from '@pacioli/postings/migrations'
import { proofMigrations } from '@pacioli/proof/migrations'
import { sealMigrations } from '@pacioli/seals/migrations'

/** Everything the billing database is made of, in order. */
export const billingMigrations: readonly MigrationSet[] = [
  sharedMigrations,
  intakeMigrations,
  outboxMigrations,
  recordMigrations,
  sealMigrations,
  proofMigrations,
  inboxMigrations,
  postingMigrations,
  ledgerFactsMigrations,
  { name: 'billing', folder: new URL('./', import.meta.url) },
]

export const BILLING_OWNER = 'billing_owner'
/** The role that events of several businesses are taken in as. */
export const BILLING_INTAKE = 'billing_intake'
