/** What tests of libs/db on a cluster share: a small service, and databases of it. */
import { sharedServers, testDatabase } from '@pacioli/testing'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { Database } from './index.ts'
import { provision, type ServiceDatabase } from './migrate.ts'
import { intakeMigrations, sharedMigrations, type MigrationSet } from './migrations.ts'

export const app = { role: 'cluster_app', password: 'app' }
export const relay = { role: 'cluster_relay', password: 'relay' }

export const migrations: readonly MigrationSet[] = [
  sharedMigrations,
  intakeMigrations,
  { name: 'cluster', folder: new URL('./test-migrations/cluster/', import.meta.url) },
  { name: 'each-node', folder: new URL('./test-migrations/each-node/', import.meta.url), onEachNode: ['heard'] },
]
export const service = (admin: string, database: string): ServiceDatabase => ({
  adminUrl: admin,
  database,
  owner: 'cluster_owner',
  app,
  relay,
  intake: 'cluster_intake',
  migrations,
})
export const template = {
  name: 'cluster',
  migrate: (admin: string, database: string) => provision(service(admin, database)),
}

/** A database of the test alone, for the time of the test. */
export async function ownDatabase(made: Parameters<typeof testDatabase>[0]) {
  const database = await testDatabase(made)
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  onTestFinished(async () => {
    await admin.end()
    await database.drop()
  })
  return { ...database, admin }
}

export function connected(url: string, poolSize = 4): Database {
  const own = new Database({ url, applicationName: 'test', poolSize })
  onTestFinished(() => own.close())
  return own
}

/** Migrations that come later, in files of these texts. */
export function laterMigrations(name: string, files: Readonly<Record<string, string>>): MigrationSet {
  const folder = mkdtempSync(join(sharedServers().runDir, `${name}-`))
  for (const [file, sql] of Object.entries(files)) writeFileSync(join(folder, file), sql)
  return { name, folder: pathToFileURL(`${folder}/`) }
}
