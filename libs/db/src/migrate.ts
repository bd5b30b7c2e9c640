import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { Umzug, type UmzugStorage } from 'umzug'
import { sqlFilesIn, type MigrationSet } from './migrations.ts'

/** A login role of a service with its password, as found in the URL that the service connects with. */
export type Login = { role: string; password: string }

/** A service's database: who owns it, who serves requests, who relays events and keeps house. */
export type ServiceDatabase = {
  adminUrl: string
  database: string
  owner: string
  app: Login
  relay: Login
  /**
   * Folders of numbered `.sql` files, applied once and in this order; `{{app}}` and `{{relay}}` stand for the roles. The
   * files of a folder's own folder `functions/` are applied after them, whenever they have changed.
   */
  migrations: readonly MigrationSet[]
}

const quote = pg.escapeIdentifier
const literal = pg.escapeLiteral

/** Any number will do, as long as all provisioning on a cluster takes the same lock. */
const PROVISIONING_LOCK = 727_001

/** Database, user and password of a connection URL. */
export function loginOf(url: string): Login & { database: string } {
  const { username, password, pathname } = new URL(url)
  return {
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  }
}

/** Creates roles and database where they are missing, then brings the schema up to date. Safe to run twice, or at once. */
export async function provision(service: ServiceDatabase): Promise<void> {
  await withClient(service.adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [PROVISIONING_LOCK])
    await ensureRole(admin, service.owner)
    for (const login of [service.app, service.relay]) {
      await ensureRole(admin, login.role, login.password)
      await refuseExempt(admin, login.role)
      // Every query of a service is a lookup by tenant. Statements in SQL functions are planned once per connection,
      // perhaps while the tables are still empty, and must not be left with a sequential scan when they have grown.
      for (const setting of ['enable_seqscan = off', 'jit = off', 'max_parallel_workers_per_gather = 0'])
        await admin.query(`ALTER ROLE ${quote(login.role)} SET ${setting}`)
    }
    const exists = await admin.query('SELECT FROM pg_database WHERE datname = $1', [service.database])
    if (exists.rowCount === 0)
      await admin.query(
        `CREATE DATABASE ${quote(service.database)} OWNER ${quote(service.owner)} ENCODING 'UTF8' TEMPLATE template0`,
      )
    else await admin.query(`ALTER DATABASE ${quote(service.database)} OWNER TO ${quote(service.owner)}`)
  })
  await migrate(service)
}

/** A role that row-level security does not bind would see every tenant. */
async function refuseExempt(admin: pg.Client, role: string): Promise<void> {
  const { rows } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1 AND (rolsuper OR rolbypassrls)', [role])
  if (rows.length > 0)
    throw new Error(`The role ${role} is a superuser or bypasses row-level security. Use one that does not.`)
}

async function ensureRole(admin: pg.Client, role: string, password?: string): Promise<void> {
  const exists = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  if (exists.rowCount === 0) await admin.query(`CREATE ROLE ${quote(role)} NOINHERIT`)
  if (password !== undefined)
    return void (await admin.query(`ALTER ROLE ${quote(role)} LOGIN PASSWORD ${literal(password)}`))
  // An owner may make tables because it is a member of pg_database_owner, which PostgreSQL 15 lets count for roles that
  // inherit alone.
  await admin.query(`ALTER ROLE ${quote(role)} INHERIT`)
  await admin.query(`GRANT ${quote(role)} TO CURRENT_USER`)
}

/** Applies what is missing, each file in one transaction, as the owner. Concurrent runs wait for each other. */
export async function migrate(service: ServiceDatabase): Promise<void> {
  const url = new URL(service.adminUrl)
  url.pathname = `/${encodeURIComponent(service.database)}`
  await withClient(url.href, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [PROVISIONING_LOCK])
    await client.query(`SET ROLE ${quote(service.owner)}`)
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    await client.query(`REVOKE ALL ON DATABASE ${quote(service.database)} FROM PUBLIC`)
    for (const role of [service.app.role, service.relay.role]) {
      await client.query(`GRANT CONNECT ON DATABASE ${quote(service.database)} TO ${quote(role)}`)
      await client.query(`GRANT USAGE ON SCHEMA public TO ${quote(role)}`)
    }
    const readers = [service.app.role, service.relay.role].map(quote).join(', ')
    await client.query(`GRANT SELECT ON schema_migrations TO ${readers}`)
    await renameMoved(service, client)
    await new Umzug({ migrations: stepsOf(service, client), storage: storageIn(client), logger: undefined }).up()
    await updateFunctions(service, client)
    await expectMuchOfTenants(client)
  })
}

/**
 * A business that is newer than the statistics of a table would count as empty there: then the planner finds a row by its
 * primary key no better than by any other index that begins with the business, and reads the whole business for every
 * row it looks up. So no business is counted, and each is taken to have half of the table: expecting too much of one does
 * no harm, since every index begins with the business.
 */
async function expectMuchOfTenants(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  )
  if ((rows[0]?.version ?? 0) >= CAN_BE_TOLD) await tellOfTenants(client)
  else await countTheLargestTenant(client)
}

/** From here on, PostgreSQL can be told statistics, and keeps them where it takes none itself. */
const CAN_BE_TOLD = 180_000

/** Told every time: a backup that was restored may have come without them. */
async function tellOfTenants(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; table: string; is_counted: boolean }>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS table,
            a.attstattarget IS DISTINCT FROM 0 AS is_counted ${TENANTS_TABLES}`,
  )
  for (const { schema, table } of rows.filter(({ is_counted }) => is_counted)) {
    await client.query(`ALTER TABLE ${quote(schema)}.${quote(table)} ALTER COLUMN business_id SET STATISTICS 0`)
    await client.query(`SELECT pg_clear_attribute_stats($1, $2, 'business_id', false)`, [schema, table])
  }
  await client.query(
    `SELECT pg_restore_attribute_stats('schemaname', t.schema, 'relname', t.name, 'attname', 'business_id',
                                       'inherited', false, 'null_frac', 0::real, 'avg_width', 16,
                                       'n_distinct', 2::real, 'correlation', 1::real)
       FROM unnest($1::text[], $2::text[]) AS t(schema, name)`,
    [rows.map(({ schema }) => schema), rows.map(({ table }) => table)],
  )
}

/** The tables of tenants, in whichever schema of ours. */
const TENANTS_TABLES = `
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id'
 WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`

/** The next best: any other business is taken to have the rest of the table, which is little while one has almost all. */
async function countTheLargestTenant(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; table: string; is_filled: boolean }>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS table, c.relpages > 0 AS is_filled
     ${TENANTS_TABLES} AND a.attstattarget IS DISTINCT FROM 1`,
  )
  for (const { schema, table, is_filled } of rows) {
    const name = `${quote(schema)}.${quote(table)}`
    await client.query(`ALTER TABLE ${name} ALTER COLUMN business_id SET STATISTICS 1`)
    await client.query(`ALTER TABLE ${name} ALTER COLUMN business_id SET (n_distinct = 2)`)
    if (is_filled) await client.query(`ANALYZE ${name} (business_id)`)
  }
}

const sqlOf = (service: ServiceDatabase, file: URL): string =>
  readFileSync(file, 'utf8')
    .replaceAll('{{app}}', quote(service.app.role))
    .replaceAll('{{relay}}', quote(service.relay.role))

const stepsOf = (service: ServiceDatabase, client: pg.Client) =>
  service.migrations.flatMap(({ name, folder }) =>
    sqlFilesIn(folder).map((file) => ({
      name: `${name}/${file}`,
      up: () =>
        inTransaction(client, async () => {
          await client.query(sqlOf(service, new URL(file, folder)))
          await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [`${name}/${file}`])
        }),
    })),
  )

/**
 * Functions hold no data, so each has one place where it stands as it is now, and is made anew when that changes. What a
 * file says to `CREATE` is dropped first, whatever its parameters were; what something depends on, such as the function
 * of a trigger, is for `CREATE OR REPLACE`.
 */
async function updateFunctions(service: ServiceDatabase, client: pg.Client): Promise<void> {
  await client.query('CREATE TABLE IF NOT EXISTS schema_functions (name text PRIMARY KEY, sha256 text NOT NULL)')
  const { rows } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM schema_functions')
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  await inTransaction(client, async () => {
    // They may call each other in any order.
    await client.query('SET LOCAL check_function_bodies = off')
    for (const { name, folder } of service.migrations) {
      const functions = new URL('functions/', folder)
      for (const file of sqlFilesIn(functions)) {
        const sql = sqlOf(service, new URL(file, functions))
        const sha256 = createHash('sha256').update(sql).digest('hex')
        if (applied.get(`${name}/${file}`) === sha256) continue
        await dropFunctions(
          client,
          [...sql.matchAll(/^CREATE FUNCTION (\w+)/gm)].map(([, made]) => made ?? ''),
        )
        await client.query(sql)
        await client.query(
          'INSERT INTO schema_functions VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256',
          [`${name}/${file}`, sha256],
        )
      }
    }
  })
}

async function dropFunctions(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure::text AS signature FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname = ANY ($1::text[])`,
    [names],
  )
  for (const { signature } of rows) await client.query(`DROP FUNCTION ${signature}`)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** What was applied under an earlier name is noted under the one it has now, so that nothing runs twice. */
async function renameMoved(service: ServiceDatabase, client: pg.Client): Promise<void> {
  const moved = service.migrations.flatMap(({ name, formerly = {} }) =>
    Object.entries(formerly).map(([file, former]) => ({ former, now: `${name}/${file}` })),
  )
  for (const { former, now } of moved)
    await client.query('UPDATE schema_migrations SET name = $2 WHERE name = $1', [former, now])
}

/** The step itself records its name, in its own transaction, so there is nothing left to log. */
const storageIn = (client: pg.Client): UmzugStorage => ({
  logMigration: () => Promise.resolve(),
  unlogMigration: () => Promise.reject(new Error('Migrations go forward only')),
  executed: async () =>
    (await client.query<{ name: string }>('SELECT name FROM schema_migrations')).rows.map((row) => row.name),
})

async function withClient(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
