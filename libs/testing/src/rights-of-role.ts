/** What the connections to a database can do here. */
type Caller = { query: (sql: string, bind: unknown[]) => Promise<{ rows: { right: string }[] }> }

/**
 * What a role may do in a database, a line for each table: its rights, and the rows that policies of its own admit. Columns
 * that it has rights on alone are not looked at, nor are views of shards, which have the rights of their tables. Policies of a
 * cluster, which have no subqueries, are shown as those of a server.
 */
export async function rightsOf(admin: Caller, role: string): Promise<string[]> {
  const { rows } = await admin.query(
    `SELECT concat_ws(' ', g.table_name, g.rights || ',', p.admitted) AS right
       FROM (SELECT table_schema, table_name, string_agg(privilege_type, ' ' ORDER BY privilege_type) AS rights
               FROM information_schema.role_table_grants WHERE grantee = $1 AND table_schema !~ '^shard_[0-9]' GROUP BY 1, 2) g
       LEFT JOIN (SELECT schemaname, tablename,
                         string_agg(concat_ws(' ', lower(cmd), 'where', qual, 'and with', with_check), '; ' ORDER BY cmd) AS admitted
                    FROM pg_policies WHERE $1::name = ANY (roles) GROUP BY 1, 2) p
         ON (p.schemaname, p.tablename) = (g.table_schema, g.table_name)
      ORDER BY g.table_name`,
    [role],
  )
  const { rows: cluster } = await admin.query(`SELECT extname AS right FROM pg_extension WHERE extname = $1`, ['citus'])
  return rows.map(({ right }) =>
    cluster.length === 0
      ? right
      : right.replaceAll('(app_business_ids())', '(( SELECT app_business_ids() AS app_business_ids)::uuid[])'),
  )
}
