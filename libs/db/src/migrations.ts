import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type MigrationSet = {
  name: string
  folder: URL
  /** By file: the `set/file` it was in earlier databases. Where that was applied, the file counts as applied. */
  formerly?: Readonly<Record<string, string>>
}

/** Migrations every service starts with: tenancy and write safety. */
export const sharedMigrations = { name: 'db', folder: new URL('../migrations/', import.meta.url) }

/** Of a service that takes in events of several businesses at once; after the shared ones. */
export const intakeMigrations = { name: 'intake', folder: new URL('../migrations/intake/', import.meta.url) }

/** Names of a folder's files, in their order. */
export const sqlFilesIn = (folder: URL): string[] =>
  existsSync(folder)
    ? readdirSync(fileURLToPath(folder))
        .filter((file) => file.endsWith('.sql'))
        .sort()
    : []
