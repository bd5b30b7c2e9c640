import type pg from 'pg'

/** Where the rows of a business are. */
export type Home = { shard: string; host: string; port: number }

/** Where Citus says that the rows of a business are. @param coordinator of the superuser */
export async function homeOf(coordinator: pg.Client, businessId: string): Promise<Home> {
  const { rows } = await coordinator.query<Home>(
    `SELECT s.shardid AS shard, n.nodename AS host, n.nodeport AS port
       FROM pg_dist_shard s JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node n USING (groupid)
      WHERE s.shardid = get_shard_id_for_distribution_column('idempotency_keys', $1::uuid)`,
    [businessId],
  )
  if (!rows[0]) throw new Error('no shard')
  return rows[0]
}

/** The same database on the node of this address. @param url of it on any node */
export function urlAt(url: string, { host, port }: Pick<Home, 'host' | 'port'>): string {
  const at = new URL(url)
  at.host = `${host}:${port}`
  return at.href
}

/**
 * Moves a shard, and all that is distributed alike, to another node than the coordinator.
 * @param from where it is
 * @param how Citus' name of a way to copy it
 */
export async function moveShard(coordinator: pg.Client, from: Home, how = 'block_writes'): Promise<void> {
  const { rows } = await coordinator.query<{ host: string; port: number }>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND (nodename, nodeport) <> ($1, $2)`,
    [from.host, from.port],
  )
  await coordinator.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5, $6)', [
    from.shard,
    from.host,
    from.port,
    rows[0]?.host,
    rows[0]?.port,
    how,
  ])
  await coordinator.query('CALL citus_cleanup_orphaned_resources()')
}
