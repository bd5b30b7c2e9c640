import pg from 'pg'
import { withClient } from './with-client.ts'

/**
 * A connection to where the rows of a business are: to the server, or in a Citus cluster to the node, where tables have the
 * rows of its shard.
 * @param url the superuser's, or that of a role of the service, whose statements then say whose rows they are about
 */
export async function connectAt(url: string, businessId: string): Promise<pg.Client> {
  const shard = await withClient(url, (client) => shardOf(client, businessId))
  const at = new URL(url)
  if (shard) [at.hostname, at.port] = [shard.host, shard.port]
  const client = new pg.Client({
    connectionString: at.href,
    ...(shard && {
      // Without JIT, as services' roles are: compiling the check of a business takes a minute.
      options: `-c search_path=shard_${shard.id},public -c jit=off -c citus.enable_ddl_propagation=off -c citus.enable_manual_changes_to_shards=on`,
    }),
  })
  await client.connect()
  return client
}

type Shard = { id: string; host: string; port: string }

async function shardOf(client: pg.Client, businessId: string): Promise<Shard | undefined> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (rowCount === 0) return undefined
  const { rows } = await client.query<Shard>(
    `SELECT p.shardid AS id, n.nodename AS host, n.nodeport::text AS port
       FROM pg_dist_placement p
       JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
      WHERE p.shardid = get_shard_id_for_distribution_column('idempotency_keys', $1::uuid)`,
    [businessId],
  )
  return rows[0]
}

/**
 * The table that has the rows: where the connection looks at those of a shard by a view, the table under it, and of a table
 * that each node has a copy of, the copy. For what a view does not have, such as xmin or a trigger.
 */
export async function storedAs(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT substring(pg_get_viewdef(oid) FROM '\\sFROM\\s+([^\\s;]+)') AS name FROM pg_class WHERE oid = $1::regclass AND relkind = 'v'`,
    [table],
  )
  return rows[0]?.name ?? (await copyOf(client, table)) ?? table
}

async function copyOf(client: pg.Client, table: string): Promise<string | undefined> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  if (rowCount === 0) return undefined
  const { rows } = await client.query<{ name: string }>(
    `SELECT 'public.' || $1 || '_' || s.shardid AS name
       FROM pg_dist_shard s JOIN pg_dist_partition USING (logicalrelid)
      WHERE s.logicalrelid = $1::regclass AND partmethod = 'n'`,
    [table],
  )
  return rows[0]?.name
}
