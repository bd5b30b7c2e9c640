import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type MigrationSet = {
  name: string
  folder: URL
  /** By file: the `set/file` that it was in databases of before. Where that was applied, the file is. */
  formerly?: Readonly<Record<string, string>>
}

/** Migrations every service starts with: tenancy and write safety. */
export const sharedMigrations = { name: 'db', folder: new URL('../migrations/', import.meta.url) }

/** Names of the files of a folder, in their order. */
export const sqlFilesIn = (folder: URL): string[] =>
  existsSync(folder)
    ? readdirSync(fileURLToPath(folder))
        .filter((file) => file.endsWith('.sql'))
        .sort()
    : []
