import { readFileSync } from 'node:fs'
import pg from 'pg'
import { Umzug, type UmzugStorage } from 'umzug'
import { expiredFunctionsOf, functionFilesOf, updateFunctions, type FunctionFile } from './functions.ts'
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
   * functions of a folder's own folder `functions/` come after them, whenever they have changed.
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
    await inTransaction(client, () =>
      updateFunctions(client, functionsFor(service), expiredFunctionsOf(service.migrations)),
    )
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
  const { rows } = await client.query<{ table: string; is_counted: boolean }>(
    `SELECT c.relname AS table, a.attstattarget IS DISTINCT FROM 0 AS is_counted FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id'
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  )
  for (const { table } of rows.filter(({ is_counted }) => is_counted)) {
    await client.query(`ALTER TABLE ${quote(table)} ALTER COLUMN business_id SET STATISTICS 0`)
    await client.query(`SELECT pg_clear_attribute_stats('public', $1, 'business_id', false)`, [table])
  }
  await client.query(
    `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', t.name, 'attname', 'business_id',
                                       'inherited', false, 'null_frac', 0::real, 'avg_width', 16,
                                       'n_distinct', 2::real, 'correlation', 1::real)
       FROM unnest($1::text[]) AS t(name)`,
    [rows.map(({ table }) => table)],
  )
}

/** The next best: any other business is taken to have the rest of the table, which is little while one has almost all. */
async function countTheLargestTenant(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; is_filled: boolean }>(
    `SELECT c.relname AS table, c.relpages > 0 AS is_filled FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id'
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attstattarget IS DISTINCT FROM 1`,
  )
  for (const { table, is_filled } of rows) {
    const column = `ALTER TABLE ${quote(table)} ALTER COLUMN business_id`
    await client.query(`${column} SET STATISTICS 1`)
    await client.query(`${column} SET (n_distinct = 2)`)
    if (is_filled) await client.query(`ANALYZE ${quote(table)} (business_id)`)
  }
}

const sqlFor = (service: ServiceDatabase, sql: string): string =>
  sql.replaceAll('{{app}}', quote(service.app.role)).replaceAll('{{relay}}', quote(service.relay.role))

const functionsFor = (service: ServiceDatabase): FunctionFile[] =>
  functionFilesOf(service.migrations, ['functions/', 'functions/before/']).map(({ name, sql }) => ({
    name,
    sql: sqlFor(service, sql),
  }))

const stepsOf = (service: ServiceDatabase, client: pg.Client) =>
  service.migrations.flatMap(({ name, folder }) =>
    sqlFilesIn(folder).map((file) => ({
      name: `${name}/${file}`,
      up: () =>
        inTransaction(client, async () => {
          await client.query(sqlFor(service, readFileSync(new URL(file, folder), 'utf8')))
          await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [`${name}/${file}`])
        }),
    })),
  )

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
