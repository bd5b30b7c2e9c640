import { intakeMigrations, sharedMigrations, type MigrationSet } from '@pacioli/db/migrations'
import { inboxMigrations, outboxMigrations, recordMigrations } from '@pacioli/events/migrations'
import { proofMigrations } from '@pacioli/proof/migrations'

/** Everything the reporting database is made of, in order. */
export const reportingMigrations: readonly MigrationSet[] = [
  sharedMigrations,
  intakeMigrations,
  outboxMigrations,
  recordMigrations,
  inboxMigrations,
  proofMigrations,
  {
    name: 'reporting',
    folder: new URL('./', import.meta.url),
    everywhere: ['webhooks', 'kept_models', 'applied_through'],
    byClient: ['webhook_secrets'],
  },
]

/** Takes in events of several businesses at once. */
export const REPORTING_INTAKE = 'reporting_intake'
