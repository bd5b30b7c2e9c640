/** What a transaction of the database can do here. */
type Reader = { row: <Row extends object>(sql: string, bind: unknown[]) => Promise<Row | undefined> }

/**
 * The result of work in a transaction, and how many rows of a table it read by indexes: the cost of its plan,
 * independent of the load of the machine. The counters are the connection's, including earlier transactions.
 */
export async function rowsReadBy<Answer>(
  tx: Reader,
  table: string,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; rowsRead: number }> {
  const counted = async (): Promise<number> => {
    const row = await tx.row<{ rows: string | null }>(
      'SELECT idx_tup_fetch AS rows FROM pg_stat_xact_user_tables WHERE relname = $1',
      [table],
    )
    return Number(row?.rows ?? 0)
  }
  const before = await counted()
  const answer = await work()
  return { answer, rowsRead: (await counted()) - before }
}
