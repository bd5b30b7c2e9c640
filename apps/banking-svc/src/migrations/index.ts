import { sharedMigrations, type ServiceDatabase } from '@pacioli/db'
import { inboxMigrations, outboxMigrations } from '@pacioli/events'
import { ledgerFactsMigrations } from '@pacioli/ledger-facts'
import { postingMigrations } from '@pacioli/postings'

/** Everything the banking database is made of, in order. */
export const bankingMigrations: ServiceDatabase['migrations'] = [
  sharedMigrations,
  outboxMigrations,
  inboxMigrations,
  postingMigrations,
  // The tables were banking's own before another service needed them.
  { ...ledgerFactsMigrations, formerly: { '0001-ledger-facts.sql': 'banking/0001-reference.sql' } },
  { name: 'banking', folder: new URL('./', import.meta.url) },
]

export const BANKING_OWNER = 'banking_owner'
