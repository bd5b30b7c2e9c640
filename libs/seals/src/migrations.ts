import type { MigrationSet } from '@pacioli/db/migrations'

/** The seals of a service's history; after its records. */
export const sealMigrations: MigrationSet = {
  name: 'seals',
  folder: new URL('../migrations/', import.meta.url),
  everywhere: ['seal_keys'],
}
