import { databaseUrl } from '@pacioli/fields/database-url'
import pg from 'pg'
import { dropDatabase } from './drop-database.ts'
import { withClient } from './with-client.ts'

/**
 * A Citus cluster that is there before the run: the superuser's URLs of its coordinator, from CITUS_URL, and of its other
 * nodes.
 */
export type CitusServers = { coordinator: string; nodes: readonly string[] }

/**
 * The cluster that tests are to use; undefined where CITUS_URL names none. Its nodes are those of CITUS_NODES
 * (`host:port,host:port`), or else those that the coordinator knows in the URL's database.
 * @throws Error where neither names any
 */
export async function citusServers(): Promise<CitusServers | undefined> {
  const { CITUS_URL: coordinator, CITUS_NODES: listed } = process.env
  if (coordinator === undefined || coordinator === '') return undefined
  const places = listed ? listed.split(',') : await nodesKnownTo(coordinator)
  if (places.length === 0)
    throw new Error(
      'CITUS_URL names a coordinator that knows no other nodes. Expected CITUS_NODES=host:port,host:port, or nodes added by citus_add_node in the database of the URL.',
    )
  const nodes = places.map((place) => {
    const url = new URL(coordinator)
    url.host = place.trim()
    return url.href
  })
  return { coordinator, nodes }
}

async function nodesKnownTo(coordinator: string): Promise<string[]> {
  return withClient(coordinator, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
    if (rowCount === 0) return []
    const { rows } = await client.query<{ place: string }>(
      `SELECT nodename || ':' || nodeport AS place FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' ORDER BY groupid`,
    )
    return rows.map(({ place }) => place)
  })
}

/** The URLs of a database on each node of its cluster, the coordinator included; its own where it is of none. */
export async function nodesIn(url: string): Promise<string[]> {
  const others = await nodesKnownTo(url)
  const urls = others.map((place) => {
    const node = new URL(url)
    node.host = place
    return node.href
  })
  return [url, ...urls]
}

/** Few shards, since each table of each database has them. */
const SHARDS = 4

/** Makes an empty database on each of the servers, and one of a cluster of them, as its operator does. */
export async function createInCluster(cluster: CitusServers, database: string, shards = SHARDS): Promise<void> {
  await onEach([cluster.coordinator], `CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  await growToCluster(cluster, database, shards)
}

/** Makes a database that the coordinator has already one of the cluster: its migrations distribute what is in it. */
export async function growToCluster(
  { coordinator, nodes }: CitusServers,
  database: string,
  shards = SHARDS,
): Promise<void> {
  const name = pg.escapeIdentifier(database)
  await onEach([coordinator], `ALTER DATABASE ${name} SET citus.shard_count = ${shards}`)
  const here = new URL(databaseUrl(coordinator, { database }))
  await onEach([here.href], 'CREATE EXTENSION citus', `SELECT citus_set_coordinator_host(${placeOf(here)})`)
  for (const node of nodes) await joinCluster(coordinator, node, database)
}

const placeOf = ({ hostname, port }: URL): string => `${pg.escapeLiteral(hostname)}, ${port}`

/** Adds one more server to a database that is one of a cluster, as its operator does. */
export async function joinCluster(coordinator: string, node: string, database: string): Promise<void> {
  await onEach([node], `CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  const here = databaseUrl(node, { database })
  await onEach([here], 'CREATE EXTENSION citus')
  await onEach([databaseUrl(coordinator, { database })], `SELECT citus_add_node(${placeOf(new URL(here))})`)
}

/** Templates, what was cloned from them, and the databases of a whole product. */
const OF_TESTS = '^(template_[a-z].+|.+_[0-9a-f]{12}|ledger|banking|billing|reporting)$'

/** Removes what tests have made in a cluster: in each database that is left, Citus keeps a worker running on every node. */
export async function dropTestDatabases({ coordinator, nodes }: CitusServers): Promise<void> {
  for (const url of [coordinator, ...nodes])
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT datname AS name FROM pg_database WHERE datname ~ $1 AND datname <> current_database()',
        [OF_TESTS],
      )
      for (const { name } of rows) {
        await client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} IS_TEMPLATE false`)
        await dropDatabase([url], name)
      }
    })
}

/** Runs statements on each of several servers. */
export async function onEach(urls: readonly string[], ...statements: string[]): Promise<void> {
  await Promise.all(
    urls.map((url) =>
      withClient(url, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    ),
  )
}
