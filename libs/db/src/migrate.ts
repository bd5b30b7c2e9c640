import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseServers, databaseUrl } from '@pacioli/fields/database-url'
import pg from 'pg'
import { Umzug, type UmzugStorage } from 'umzug'
import { passOnColumnRights } from './column-rights.ts'
import {
  distribute,
  distributeFunctions,
  grantColumns,
  isOfCluster,
  noteDistributed,
  openShards,
  otherNodesOf,
  placementIn,
} from './distribute.ts'
import { expiredFunctionsOf, functionFilesOf, functionsIn, updateFunctions, type FunctionFile } from './functions.ts'
import { clusterMigrations, sqlFilesIn, type MigrationSet } from './migrations.ts'
import { inTransaction, PATIENCE, withPatience, type Patience } from './patience.ts'
import { provisionRoles, type Login, type ServiceRoles } from './roles.ts'
import { serversAt } from './servers.ts'
import { applyStep, isAfterFunctions, isForClusterAlone, partOnEachNode, type Step, type StepContext } from './steps.ts'
import { expectMuchOfTenants } from './tenant-statistics.ts'

/** A service's database. */
export type ServiceDatabase = ServiceRoles & {
  adminUrl: string
  database: string
  /**
   * Folders of numbered `.sql` files, applied once and in this order; `{{app}}`, `{{relay}}` and `{{intake}}` stand for
   * the roles.
   * The functions in a folder's `functions/` follow, whenever they have changed.
   */
  migrations: readonly MigrationSet[]
  /** How long to wait for locks; some minutes by default. */
  patience?: Patience
  /** Gets messages for the operator about what takes time. */
  say?: (line: string) => void
}

export type { Login }

const quote = pg.escapeIdentifier

/** Any number will do, as long as all provisioning on a cluster uses the same lock. */
const PROVISIONING_LOCK = 727_001
/** For all databases of the servers of a cluster, in the one of the administrator. */
const CLUSTER_LOCK = 727_002

/** Database, user and password of a connection URL. */
export function loginOf(url: string): Login & { database: string } {
  const { username, password, pathname } = new URL(databaseServers(url).urls[0])
  return {
    role: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  }
}

/** Creates roles and database where they are missing, then brings the schema up to date. Safe to run twice, or at once. */
export async function provision(service: ServiceDatabase): Promise<void> {
  const isThere = await withClient(service.adminUrl, async (admin) => {
    await takeTurn(admin, service)
    const exists = await admin.query('SELECT FROM pg_database WHERE datname = $1', [service.database])
    if (exists.rowCount === 1) return true
    await provisionRoles(admin, service)
    await admin.query(
      `CREATE DATABASE ${quote(service.database)} OWNER ${quote(service.owner)} ENCODING 'UTF8' TEMPLATE template0`,
    )
    return false
  })
  if (isThere && (await withClient(urlOf(service), isOfCluster))) return provisionInCluster(service)
  if (isThere) await provisionWithin(service)
  await migrate(service)
}

/**
 * Whatever refers to a role has Citus alter it on each node, as it is, and with it those that the administrator is a member
 * of: the roles of all services, which are one for all databases. So there is one run for all of them at a time.
 */
async function provisionInCluster(service: ServiceDatabase): Promise<void> {
  await withClient(service.adminUrl, async (admin) => {
    await takeTurn(admin, service, CLUSTER_LOCK)
    await provisionWithin(service)
    await migrate(service)
  })
}

/**
 * In the database itself, where a cluster passes on to its nodes what becomes of roles. Roles that were there before it was a
 * cluster, it does not make known to the nodes by itself.
 */
const provisionWithin = (service: ServiceDatabase): Promise<void> =>
  withClient(urlOf(service), async (admin) => {
    await takeTurn(admin, service)
    const isCluster = await isOfCluster(admin)
    for (const url of isCluster ? await otherNodesOf(admin, urlOf(service)) : [])
      await withClient(url, async (node) => {
        await node.query('SET citus.enable_ddl_propagation = off')
        await provisionRoles(node, service)
        await passOnColumnRights(node, service.say)
      })
    await provisionRoles(admin, service)
    if (isCluster) await admin.query(`ALTER ROLE ${quote(service.owner)} LOGIN`)
    if (isCluster) await passOnColumnRights(admin, service.say)
    await admin.query(`ALTER DATABASE ${quote(service.database)} OWNER TO ${quote(service.owner)}`)
  })

/** The service's database, as the administrator. */
const urlOf = ({ adminUrl, database }: ServiceDatabase): string => databaseUrl(adminUrl, { database })

/**
 * Waits until no other run is under way. It polls: waiting inside the database would be a transaction, for which a
 * `CREATE INDEX CONCURRENTLY` of the other run would wait for ever.
 */
async function takeTurn(
  client: pg.Client,
  { say = () => {} }: ServiceDatabase,
  lock = PROVISIONING_LOCK,
): Promise<void> {
  for (let announced = false; ; announced = true) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock])
    if (rows[0]?.taken) return
    if (!announced) say('Another run of migrations is under way; waiting for it')
    await pause(50)
  }
}

/**
 * Applies what is missing, as the owner, while services run: each file in one transaction, unless it says otherwise
 * (`steps.ts`). Concurrent runs wait for each other. In a cluster, what each node has for itself is made there, too, and
 * tables are distributed at the end.
 */
export async function migrate(service: ServiceDatabase): Promise<void> {
  const { owner, patience = PATIENCE, say = () => {} } = service
  await withClient(urlOf(service), async (client) => {
    await takeTurn(client, service)
    const isCluster = await isOfCluster(client)
    const sets = isCluster ? [...service.migrations, clusterMigrations] : service.migrations
    const target: Target = { ...service, migrations: sets, isCluster }
    await withNodes(client, target, async (nodes) => {
      const isNew = await begin(client, target)
      await client.query(`REVOKE ALL ON DATABASE ${quote(service.database)} FROM PUBLIC`)
      for (const role of [service.app.role, service.relay.role])
        await client.query(`GRANT CONNECT ON DATABASE ${quote(service.database)} TO ${quote(role)}`)
      for (const role of [
        service.app.role,
        service.relay.role,
        ...(service.intake === undefined ? [] : [service.intake]),
      ])
        await client.query(`GRANT USAGE ON SCHEMA public TO ${quote(role)}`)
      const readers = [service.app.role, service.relay.role].map(quote).join(', ')
      await client.query(`GRANT SELECT ON schema_migrations TO ${readers}`)
      await renameMoved(service, client)
      const steps = stepsOf(target)
      if (isCluster) {
        await distributeFunctions(client)
        await forgetNoted(client, steps)
      }
      const [main, ...others] = [client, ...nodes].map((at) => ({ client: at, owner, patience, say, isCluster }))
      const contexts = main ? [{ ...main, nodes }, ...others] : []
      await applySteps(
        steps.filter(({ sql }) => !isAfterFunctions(sql)),
        contexts,
        target,
      )
      await withPatience('The functions', patience, say, () =>
        inTransaction(client, () =>
          updateFunctions(client, functionsFor(target), { expired: expiredFunctionsOf(sets), isNew }),
        ),
      )
      await withPatience('The statistics of tenants', patience, say, () => expectMuchOfTenants(client))
      await applySteps(
        steps.filter(({ sql }) => isAfterFunctions(sql)),
        contexts,
        target,
      )
      if (!isCluster) return
      await distribute(client, placementIn(sets), say)
      await grantColumns(client, nodes)
      for (const node of [client, ...nodes]) await openShards(node, patience, say)
      const functions = functionsFor(target).flatMap(({ sql }) => functionsIn(sql))
      await noteDistributed(client, [...steps.map(({ name }) => name), ...functions.map(({ signature }) => signature)])
    })
  })
}

type Target = ServiceDatabase & { isCluster: boolean }

/** Settings and tables of a run on a node. @returns whether no version has ever used the database */
async function begin(client: pg.Client, { owner, patience = PATIENCE, isCluster }: Target): Promise<boolean> {
  if (isCluster) {
    // One connection to each node, on which what a transaction does happens in turn.
    await client.query(`SET citus.multi_shard_modify_mode = 'sequential'`)
    // Triggers of ours concern rows of one business, which are on one node.
    await client.query('SET citus.enable_unsafe_triggers = on')
  }
  await client.query(`SET lock_timeout = ${patience.lockTimeoutMs}`)
  await client.query(`SET ROLE ${quote(owner)}`)
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  return tellWhetherNew(client)
}

/** Runs the work with a connection to each other node, on which it changes that node alone. */
async function withNodes(
  coordinator: pg.Client,
  target: Target,
  work: (nodes: readonly pg.Client[]) => Promise<void>,
): Promise<void> {
  const within = async (urls: readonly string[], nodes: readonly pg.Client[]): Promise<void> => {
    const [url, ...others] = urls
    if (url === undefined) return work(nodes)
    await withClient(url, async (client) => {
      await client.query('SET citus.enable_ddl_propagation = off')
      // It may have joined just now.
      await client.query(`ALTER DATABASE ${quote(target.database)} OWNER TO ${quote(target.owner)}`)
      await begin(client, target)
      await within(others, [...nodes, client])
    })
  }
  await within(target.isCluster ? await otherNodesOf(coordinator, urlOf(target)) : [], [])
}

/**
 * Tells migrations, as `current_setting('app.new_database')`, whether no version has ever used the database: what is kept for
 * the one before alone, which may run beside this one, is not needed there. After a run that was killed it is `off`.
 * @returns whether it is on
 */
async function tellWhetherNew(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ new_database: string }>(
    `SELECT set_config('app.new_database', CASE WHEN EXISTS (SELECT FROM schema_migrations) THEN 'off' ELSE 'on' END, false) AS new_database`,
  )
  return rows[0]?.new_database === 'on'
}

function sqlFor({ app, relay, intake, isCluster }: Target, sql: string): string {
  const named = sql.replaceAll('{{app}}', quote(app.role)).replaceAll('{{relay}}', quote(relay.role))
  const written = intake === undefined ? named : named.replaceAll('{{intake}}', quote(intake))
  // The subquery has it read once for all rows; a distributed table has none in its policies, and few rows in a statement.
  return isCluster ? written.replaceAll('(SELECT app_business_ids())::uuid[]', 'app_business_ids()') : written
}

const functionsFor = (service: Target): FunctionFile[] =>
  functionFilesOf(service.migrations, ['functions/', 'functions/before/']).map(({ name, sql }) => ({
    name,
    sql: sqlFor(service, sql),
  }))

const stepsOf = (service: Target): Step[] =>
  service.migrations.flatMap(({ name, folder, onEachNode }) =>
    sqlFilesIn(folder).map((file) => ({
      name: `${name}/${file}`,
      sql: sqlFor(service, readFileSync(new URL(file, folder), 'utf8')),
      isOfEachNode: onEachNode !== undefined,
    })),
  )

/** @param contexts of the only server; or of the coordinator, and of the other nodes, which are done first */
async function applySteps(
  steps: readonly Step[],
  [main, ...nodes]: readonly StepContext[],
  { migrations: sets }: Target,
): Promise<void> {
  if (!main) return
  const { onEachNode } = placementIn(sets)
  const doneOnMain = await namesOfDone(main.client)
  const doneOnNodes = await Promise.all(nodes.map(({ client }) => namesOfDone(client)))
  const migrations = steps.map((step) => ({
    name: step.name,
    up: async () => {
      const part = nodes.length > 0 ? partOnEachNode(step, onEachNode) : undefined
      for (const [index, node] of nodes.entries())
        if (part && !doneOnNodes[index]?.includes(step.name)) await applyStep(part, node)
      if (!doneOnMain.includes(step.name)) await applyStep(step, main)
    },
  }))
  const isDone = (step: Step): boolean =>
    doneOnMain.includes(step.name) &&
    (!partOnEachNode(step, onEachNode) || doneOnNodes.every((done) => done.includes(step.name)))
  const executed = () => Promise.resolve(steps.filter(isDone).map(({ name }) => name))
  await new Umzug({ migrations, storage: { ...storage, executed }, logger: undefined }).up()
}

/** What a server has only noted that now grows to a cluster is still to be done. */
async function forgetNoted(client: pg.Client, steps: readonly Step[]): Promise<void> {
  const names = steps.filter(isForClusterAlone).map(({ name }) => name)
  await client.query(
    `DELETE FROM schema_migrations WHERE name = ANY ($1) AND NOT EXISTS (SELECT FROM pg_dist_partition)`,
    [names],
  )
}

const namesOfDone = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>('SELECT name FROM schema_migrations')).rows.map(({ name }) => name)

/** Records migrations applied under an earlier name under their present one, so that nothing runs twice. */
async function renameMoved(service: ServiceDatabase, client: pg.Client): Promise<void> {
  const moved = service.migrations.flatMap(({ name, formerly = {} }) =>
    Object.entries(formerly).map(([file, former]) => ({ former, now: `${name}/${file}` })),
  )
  for (const { former, now } of moved)
    await client.query('UPDATE schema_migrations SET name = $2 WHERE name = $1', [former, now])
}

/** The step records its own name, in its own transaction, so there is nothing left to record. */
const storage: Omit<UmzugStorage, 'executed'> = {
  logMigration: () => Promise.resolve(),
  unlogMigration: () => Promise.reject(new Error('Migrations go forward only')),
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = serversAt(url).client()
  // The statement under way, or the next one, fails with it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
