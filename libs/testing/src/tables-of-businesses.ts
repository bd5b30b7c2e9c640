/** What a transaction of the database can do here. */
type Reader = { rows: <Row extends object>(sql: string, bind?: unknown[]) => Promise<Row[]> }

/** The tables that have rows of businesses, by their names; partitions are their table. */
export async function tablesOfBusinesses(tx: Reader): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND (c.relname = 'businesses'
             OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'business_id' AND NOT a.attisdropped))
      ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}
