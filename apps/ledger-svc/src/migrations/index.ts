import { sharedMigrations, type ServiceDatabase } from '@pacioli/db'
import { outboxMigrations } from '@pacioli/events'

/** Everything the ledger database is made of, in order. */
export const ledgerMigrations: ServiceDatabase['migrations'] = [
  sharedMigrations,
  outboxMigrations,
  { name: 'ledger', folder: new URL('./', import.meta.url) },
]

export const LEDGER_OWNER = 'ledger_owner'
