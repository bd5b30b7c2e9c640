import type pg from 'pg'

/** Tenant tables, in any of our schemas. */
const TENANTS_TABLES = `
SELECT c.oid::regclass AS table
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'business_id'
 WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`

/**
 * Has the planner expect that each business has much of each table; `expect_much_of_tenants_v1` says why. In a cluster,
 * opening a shard does the same for that.
 */
export async function expectMuchOfTenants(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(TENANTS_TABLES)
  for (const { table } of rows) await client.query('SELECT expect_much_of_tenants_v1($1)', [table])
}
