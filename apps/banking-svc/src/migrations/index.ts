import { sharedMigrations, type ServiceDatabase } from '@pacioli/db'
import { inboxMigrations, outboxMigrations } from '@pacioli/events'
import { postingMigrations } from '@pacioli/postings'

/** Everything the banking database is made of, in order. */
export const bankingMigrations: ServiceDatabase['migrations'] = [
  sharedMigrations,
  outboxMigrations,
  inboxMigrations,
  postingMigrations,
  { name: 'banking', folder: new URL('./', import.meta.url) },
]

export const BANKING_OWNER = 'banking_owner'
