/** What the connections to a database can do here. */
type Caller = { call: <Row extends object>(sql: string, bind?: unknown[]) => Promise<Row[]> }

/** A row for each lock of this database that is being waited for. */
export const lockWaits = (db: Caller): Promise<object[]> =>
  db.call(
    'SELECT FROM pg_locks JOIN pg_stat_activity a USING (pid) WHERE NOT granted AND a.datname = current_database()',
  )

/** How many deadlocks the database has resolved so far. */
export async function deadlocksIn(db: Caller): Promise<number> {
  const [row] = await db.call<{ n: string }>(
    'SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(row?.n)
}
