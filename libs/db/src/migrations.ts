import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type MigrationSet = {
  name: string
  folder: URL
  /** By file: the `set/file` it was in earlier databases. Where that was applied, the file counts as applied. */
  formerly?: Readonly<Record<string, string>>
  /** In a cluster, its tables that each node has for itself, and does not share. All of the set then runs on each node. */
  onEachNode?: readonly string[]
  /** In a cluster, its tables that are the same on each node: small, rarely written, of no business. */
  everywhere?: readonly string[]
  /** In a cluster, its tables that lie with their client, by `client_id`. */
  byClient?: readonly string[]
  /** In a cluster, by table: the column that names the business, where that is not `business_id`. */
  by?: Readonly<Record<string, string>>
}

/** Migrations every service starts with: tenancy and write safety. */
export const sharedMigrations = { name: 'db', folder: new URL('../migrations/', import.meta.url) }

/** Of a service that takes in events of several businesses at once; after the shared ones. */
export const intakeMigrations = { name: 'intake', folder: new URL('../migrations/intake/', import.meta.url) }

/** Of each service, in a database that is distributed. */
export const clusterMigrations: MigrationSet = {
  name: 'citus',
  folder: new URL('../migrations/citus/', import.meta.url),
}

/** How `schema_migrations` of a cluster names a migration, or a function, once it is in all shards. */
export const asDistributed = (name: string): string => `distributed/${name}`

/** Names of a folder's files, in their order. */
export const sqlFilesIn = (folder: URL): string[] =>
  existsSync(folder)
    ? readdirSync(fileURLToPath(folder))
        .filter((file) => file.endsWith('.sql'))
        .sort()
    : []
