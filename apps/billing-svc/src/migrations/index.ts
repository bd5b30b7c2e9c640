import { sharedMigrations, type MigrationSet } from '@pacioli/db/migrations'
import { inboxMigrations, outboxMigrations } from '@pacioli/events/migrations'
import { ledgerFactsMigrations } from '@pacioli/ledger-facts/migrations'
import { postingMigrations } from '@pacioli/postings/migrations'

/** Everything the billing database is made of, in order. */
export const billingMigrations: readonly MigrationSet[] = [
  sharedMigrations,
  outboxMigrations,
  inboxMigrations,
  postingMigrations,
  ledgerFactsMigrations,
  { name: 'billing', folder: new URL('./', import.meta.url) },
]

export const BILLING_OWNER = 'billing_owner'
