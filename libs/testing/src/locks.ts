/** What the connections to a database can do here; in a cluster it is on several nodes. */
type Caller = { nodes: () => Promise<readonly Node[]> }
type Node = { call: <Row extends object>(sql: string, bind?: unknown[]) => Promise<Row[]> }

const onEachNode = async <Row extends object>(db: Caller, sql: string): Promise<Row[]> =>
  (await Promise.all((await db.nodes()).map((node) => node.call<Row>(sql)))).flat()

/** A row for each lock of this database that is being waited for. */
export const lockWaits = (db: Caller): Promise<object[]> =>
  onEachNode(
    db,
    'SELECT FROM pg_locks JOIN pg_stat_activity a USING (pid) WHERE NOT granted AND a.datname = current_database()',
  )

/** How many deadlocks the database has resolved so far. */
export async function deadlocksIn(db: Caller): Promise<number> {
  const counts = await onEachNode<{ n: string }>(
    db,
    'SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  return counts.reduce((sum, { n }) => sum + Number(n), 0)
}
