import type { MigrationSet } from '@pacioli/db/migrations'

/** What the standing auditor of a service found; after its records. */
export const proofMigrations: MigrationSet = {
  name: 'proof',
  folder: new URL('../migrations/', import.meta.url),
}
