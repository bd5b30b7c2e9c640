import { sharedMigrations, type ServiceDatabase } from '@pacioli/db'
import { inboxMigrations, outboxMigrations } from '@pacioli/events'
import { ledgerFactsMigrations } from '@pacioli/ledger-facts'
import { postingMigrations } from '@pacioli/postings'

/** Everything the billing database is made of, in order. */
export const billingMigrations: ServiceDatabase['migrations'] = [
  sharedMigrations,
  outboxMigrations,
  inboxMigrations,
  postingMigrations,
  ledgerFactsMigrations,
  { name: 'billing', folder: new URL('./', import.meta.url) },
]

export const BILLING_OWNER = 'billing_owner'
