/** What a transaction of the database can do here. */
type Reader = { row: <Row extends object>(sql: string, bind: unknown[]) => Promise<Row | undefined> }

/** Of the table, or of the one under a view of a shard; the connection's own counters, which are zero before its first read. */
const COUNTED = `
SELECT pg_stat_get_xact_tuples_fetched(stored.oid)
       + coalesce((SELECT sum(pg_stat_get_xact_tuples_fetched(i.indexrelid)) FROM pg_index i WHERE i.indrelid = stored.oid), 0) AS rows
  FROM (SELECT coalesce((SELECT d.refobjid FROM pg_rewrite r JOIN pg_depend d ON (d.classid, d.objid) = ('pg_rewrite'::regclass, r.oid)
                          WHERE r.ev_class = $1::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.ev_class LIMIT 1),
                        $1::regclass) AS oid) AS stored`

/**
 * The result of work in a transaction, and how many rows of a table it read by indexes: the cost of its plan,
 * independent of the load of the machine. The counters are the connection's, including earlier transactions.
 */
export async function rowsReadBy<Answer>(
  tx: Reader,
  table: string,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; rowsRead: number }> {
  const counted = async (): Promise<number> => Number((await tx.row<{ rows: string }>(COUNTED, [table]))?.rows)
  const before = await counted()
  const answer = await work()
  return { answer, rowsRead: (await counted()) - before }
}
