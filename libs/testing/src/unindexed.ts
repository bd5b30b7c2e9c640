/** What a transaction of the database can do here. */
type Reader = { rows: <Row extends object>(sql: string, bind?: unknown[]) => Promise<Row[]> }

/**
 * The lines of a statement's plan that scan whole tables, or filter one of these columns of a business row by row
 * because no index begins with both. (On an empty table the planner may use any index of the business.) A shard is named by
 * its table and a number.
 */
export async function unindexed(
  tx: Reader,
  statement: string,
  bind: unknown[],
  columns: readonly string[],
): Promise<string[]> {
  // Small tables are scanned whatever indexes they have.
  await tx.rows('SET LOCAL enable_seqscan = off')
  const plan = await tx.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`, bind)
  const indexes = await tx.rows<{ name: string }>(
    `SELECT tablename || substring(indexdef FROM '\\(business_id, (\\w+)') AS name FROM pg_indexes
      WHERE indexdef LIKE '%(business\\_id, %' AND schemaname = 'public'`,
  )
  const known = new Set(indexes.map(({ name }) => name))
  const compared = new RegExp(`Filter:.*\\b(${columns.join('|')}) = `)
  let table = ''
  return plan
    .map((row) => row['QUERY PLAN'])
    .filter((line) => {
      table = / on (\w+?)(?:_\d+)?(?: |$)/.exec(line)?.[1] ?? table
      const column = compared.exec(line)?.[1]
      return line.includes('Seq Scan') || (column !== undefined && !known.has(table + column))
    })
}
