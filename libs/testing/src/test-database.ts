import { randomBytes } from 'node:crypto'
import { databaseUrl } from '@pacioli/fields/database-url'
import pg from 'pg'
import { expect } from 'vitest'
import { createInCluster, onEach } from './citus.ts'
import { dropDatabase } from './drop-database.ts'
import { sharedServers } from './shared.ts'
import { timed } from './time-report/noted-times.ts'
import { withClient } from './with-client.ts'

/** A service's database as its migrations make it. */
export interface DatabaseTemplate {
  /** The service's name, such as `ledger`. */
  name: string
  /** Migrates the (existing, empty) database `dbName` of the server at `adminUrl`, and closes its connections. */
  migrate: (adminUrl: string, dbName: string) => Promise<void>
  /** Whether later files of the worker use it, too. */
  ofWorker?: boolean
}

export interface TestDatabase {
  name: string
  /** The superuser's URL of this very database. */
  adminUrl: string
  /** The URL of this database for one of the roles that the migrations made. */
  urlFor: (user: string, password: string) => string
  /** Ends every connection and removes it. Optional: it disappears with the run anyway. */
  drop: () => Promise<void>
}

/** A database for this test file, cloned from a template that the first file migrates, once per run. */
export async function testDatabase(template: DatabaseTemplate): Promise<TestDatabase> {
  const { postgresAdminUrl, nodes } = sharedServers()
  const servers = [postgresAdminUrl, ...nodes]
  if (nodes.length > 0) await dropThoseOfOtherFiles(servers)
  const templateName = `template_${template.name}`
  const name = `${template.name}_${randomBytes(6).toString('hex')}`
  await withClient(postgresAdminUrl, async (client) => {
    await migrateOnce(client, { adminUrl: postgresAdminUrl, nodes }, templateName, template)
    const { rows } = await client.query<{ owner: string }>(
      'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
      [templateName],
    )
    const like = `TEMPLATE ${quoted(templateName)} OWNER ${quoted(rows[0]?.owner ?? '')}`
    const clone = () => onEach(servers, `CREATE DATABASE ${quoted(name)} ${like}`)
    await timed('set-up', `a database of ${template.name}`, clone)
    if (!template.ofWorker) ofFile.names.push(name)
  })
  return {
    name,
    adminUrl: databaseUrl(postgresAdminUrl, { database: name }),
    urlFor: (user, password) => databaseUrl(postgresAdminUrl, { database: name, user, password }),
    drop: () => dropDatabase(servers, name),
  }
}

const ofFile: { file: string | undefined; names: string[] } = { file: undefined, names: [] }

/**
 * Drops what files before this one made in the same worker: in a cluster each database has a background worker on each node,
 * and there are few.
 */
async function dropThoseOfOtherFiles(servers: readonly string[]): Promise<void> {
  const { testPath } = expect.getState()
  if (ofFile.file !== testPath) for (const name of ofFile.names.splice(0)) await dropDatabase(servers, name)
  ofFile.file = testPath
}

/** Test files run in parallel processes: an advisory lock lets one migrate while the others wait for it. */
async function migrateOnce(
  client: pg.Client,
  { adminUrl, nodes }: { adminUrl: string; nodes: readonly string[] },
  name: string,
  template: DatabaseTemplate,
): Promise<void> {
  const all = [adminUrl, ...nodes]
  // A database that becomes one of a cluster gives nodes all roles as they are: none may be in the making meanwhile.
  const lock = [nodes.length > 0 ? 'templates' : `template of ${template.name}`]
  await client.query('SELECT pg_advisory_lock(hashtext($1))', lock)
  try {
    const { rows } = await client.query<{ done: boolean }>(
      'SELECT datistemplate AS done FROM pg_database WHERE datname = $1',
      [name],
    )
    if (rows[0]?.done) return
    // Left half made by a failed migration: try again, so that the others see the same failure.
    await dropDatabase(all, name)
    if (nodes.length > 0) await createInCluster({ coordinator: adminUrl, nodes }, name)
    else await client.query(`CREATE DATABASE ${quoted(name)}`)
    await timed('set-up', `migrating ${template.name}`, () => template.migrate(adminUrl, name))
    // A database can be cloned only while nothing is connected to it.
    await onEach(
      all,
      `ALTER DATABASE ${quoted(name)} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${pg.escapeLiteral(name)}`,
    )
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', lock)
  }
}

const quoted = (identifier: string): string => pg.escapeIdentifier(identifier)
