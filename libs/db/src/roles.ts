import pg from 'pg'
import { ROLE_SETTINGS } from './session-settings.ts'

const quote = pg.escapeIdentifier
const literal = pg.escapeLiteral

/** A service's login role with its password, as found in the URL that the service connects with. */
export type Login = { role: string; password: string }

/** The owner of a service's tables, the role that serves requests, the role of relay and housekeeping. */
export type ServiceRoles = {
  owner: string
  app: Login
  relay: Login
  /**
   * The role that `app` takes within a transaction about several businesses, to take in their events or to post. Nobody
   * logs in as it, and `app` has none of its rights otherwise.
   */
  intake?: string
}

/** Creates the roles of a service where they are missing, and gives them their settings. */
export async function provisionRoles(admin: pg.Client, service: ServiceRoles): Promise<void> {
  await ensureRole(admin, service.owner)
  for (const login of [service.app, service.relay]) {
    await ensureRole(admin, login.role, login.password)
    await refuseExempt(admin, login.role)
    // Every query of a service is a lookup by tenant. Statements in SQL functions are planned once per connection,
    // perhaps while the tables are still empty, and must not keep a sequential scan when the tables have grown.
    for (const setting of ['enable_seqscan = off', 'jit = off', 'max_parallel_workers_per_gather = 0'])
      await admin.query(`ALTER ROLE ${quote(login.role)} SET ${setting}`)
    for (const [name, value] of Object.entries(ROLE_SETTINGS))
      await admin.query(`ALTER ROLE ${quote(login.role)} SET ${name} = ${literal(value)}`)
  }
  if (service.intake !== undefined) await ensureIntake(admin, service.intake, service.app.role)
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
  // An owner may create tables as a member of pg_database_owner, which PostgreSQL 15 grants only to roles that inherit.
  await admin.query(`ALTER ROLE ${quote(role)} INHERIT`)
  await admin.query(`GRANT ${quote(role)} TO CURRENT_USER`)
}

/** A role that `app` may take, and whose rights it has only then. */
async function ensureIntake(admin: pg.Client, intake: string, app: string): Promise<void> {
  const exists = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [intake])
  if (exists.rowCount === 0) await admin.query(`CREATE ROLE ${quote(intake)} NOINHERIT`)
  await refuseExempt(admin, intake)
  await admin.query(`ALTER ROLE ${quote(app)} NOINHERIT`)
  await admin.query(`GRANT ${quote(intake)} TO ${quote(app)}`)
  const { rows } = await admin.query<{ inherits: boolean }>(`SELECT pg_has_role($1, $2, 'USAGE') AS inherits`, [
    app,
    intake,
  ])
  if (rows[0]?.inherits)
    throw new Error(
      `The role ${app} has the rights of ${intake} all the time. It must be granted without INHERIT: ` +
        `REVOKE ${quote(intake)} FROM ${quote(app)}, and run the migrations again.`,
    )
}
