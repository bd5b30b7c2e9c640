import pg from 'pg'

const quote = pg.escapeIdentifier

/**
 * A business newer than a table's statistics would count as empty there: then the planner takes the primary key to be
 * no better than any other index that begins with the business, and reads the whole business for every row it looks up.
 * So no business is counted, and each is assumed to have half of the table: expecting too much of one does no harm,
 * since every index begins with the business.
 */
export async function expectMuchOfTenants(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  )
  if ((rows[0]?.version ?? 0) >= CAN_SET_STATISTICS) await setTenantStatistics(client)
  else await countTheLargestTenant(client)
}

/** The first version in which statistics can be set, and stay set where none are collected. */
const CAN_SET_STATISTICS = 180_000

/** Set every time: a restored backup may come without them. */
async function setTenantStatistics(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; table: string; is_counted: boolean }>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS table,
            a.attstattarget IS DISTINCT FROM 0 AS is_counted ${TENANTS_TABLES}`,
  )
  for (const { schema, table } of rows.filter(({ is_counted }) => is_counted)) {
    await client.query(`ALTER TABLE ${quote(schema)}.${quote(table)} ALTER COLUMN business_id SET STATISTICS 0`)
    await client.query(`SELECT pg_clear_attribute_stats($1, $2, 'business_id', false)`, [schema, table])
  }
  await client.query(
    `SELECT pg_restore_attribute_stats('schemaname', t.schema, 'relname', t.name, 'attname', 'business_id',
                                       'inherited', false, 'null_frac', 0::real, 'avg_width', 16,
                                       'n_distinct', 2::real, 'correlation', 1::real)
       FROM unnest($1::text[], $2::text[]) AS t(schema, name)`,
    [rows.map(({ schema }) => schema), rows.map(({ table }) => table)],
  )
}

/** Tenant tables, in any of our schemas. */
const TENANTS_TABLES = `
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id'
 WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`

/**
 * The next best: any other business is assumed to have the rest of the table, which is little while one has almost all.
 */
async function countTheLargestTenant(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; table: string; is_filled: boolean }>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS table, c.relpages > 0 AS is_filled
     ${TENANTS_TABLES} AND a.attstattarget IS DISTINCT FROM 1`,
  )
  for (const { schema, table, is_filled } of rows) {
    const name = `${quote(schema)}.${quote(table)}`
    await client.query(`ALTER TABLE ${name} ALTER COLUMN business_id SET STATISTICS 1`)
    await client.query(`ALTER TABLE ${name} ALTER COLUMN business_id SET (n_distinct = 2)`)
    if (is_filled) await client.query(`ANALYZE ${name} (business_id)`)
  }
}
