import pg from 'pg'
import { urlAt, type Node } from './layout.ts'
import { asDistributed, type MigrationSet } from './migrations.ts'
import { inTransaction, withPatience, type Patience } from './patience.ts'

const quote = pg.escapeIdentifier

/** Which tables of some sets are not distributed by `business_id`. */
export type Placement = Required<Pick<MigrationSet, 'onEachNode' | 'everywhere' | 'byClient' | 'by'>>

export const placementIn = (sets: readonly MigrationSet[]): Placement => ({
  onEachNode: sets.flatMap(({ onEachNode = [] }) => onEachNode),
  everywhere: sets.flatMap(({ everywhere = [] }) => everywhere),
  byClient: sets.flatMap(({ byClient = [] }) => byClient),
  by: Object.assign({}, ...sets.map(({ by }) => by)) as Record<string, string>,
})

/** Whether the operator has made the database one of a Citus cluster. */
export async function isOfCluster(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  return rowCount === 1
}

/** The URLs of the same database on the nodes other than the coordinator, for the same role. */
export async function otherNodesOf(client: pg.Client, url: string): Promise<string[]> {
  const { rows } = await client.query<Node>(
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
      WHERE noderole = 'primary' AND isactive AND groupid <> 0 ORDER BY groupid`,
  )
  return rows.map((node) => urlAt(url, node))
}

/** Tables of migrations themselves: each node says what was done on it. */
const OF_MIGRATIONS = ['schema_migrations', 'schema_routines']

type Table = {
  name: string
  table: string
  column: string | null
  /** Whether it has rows, as that of a server that grows to a cluster. */
  isFilled: boolean
  /** Whether row-level security binds its owner, too. */
  isForced: boolean
}

const NOT_PLACED = `
SELECT format('%I.%I', n.nspname, c.relname) AS name, c.relname AS table,
       (SELECT a.attname FROM pg_attribute a
         WHERE a.attrelid = c.oid AND NOT a.attisdropped AND a.attname = coalesce($2::jsonb ->> c.relname, 'business_id')) AS column,
       pg_relation_size(c.oid) > 0
         OR EXISTS (SELECT FROM pg_partition_tree(c.oid) t WHERE pg_relation_size(t.relid) > 0) AS "isFilled",
       c.relforcerowsecurity AS "isForced"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relowner = current_user::regrole AND c.relname <> ALL ($1::text[])
   AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
 ORDER BY c.relname`

/** Policies bind the owner, too; of tables whose rows move, those that are distributed or will be. */
const FORCED = `
SELECT c.oid::regclass::text AS name FROM pg_class c LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
 WHERE c.relforcerowsecurity AND c.relkind IN ('r', 'p') AND c.relowner = current_user::regrole
   AND (d.partmethod = 'h' OR d.partmethod IS NULL AND NOT c.relispartition AND c.relname <> ALL ($1::text[]))`

/**
 * PostgreSQL replicates into no table whose policies bind its owner, which is how Citus moves a shard while its rows change: it
 * makes one like the table, as which it is not forced. Opening a shard forces it (open_shard_v1).
 */
async function leaveForceToShards(client: pg.Client, others: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(FORCED, [others])
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`)
}

type Policy = { name: string; table: string; read: string | null; written: string | null }

/** As PostgreSQL prints `(SELECT app_business_ids())`, of which `sqlFor` in migrate.ts has the reason. */
const SUBQUERY = String.raw`\( SELECT app_business_ids\(\) AS app_business_ids\)`

const WITH_SUBQUERY = `
SELECT quote_ident(policyname) AS name, format('%I.%I', schemaname, tablename) AS table,
       regexp_replace(qual, $2, 'app_business_ids()', 'g') AS read, regexp_replace(with_check, $2, 'app_business_ids()', 'g') AS written
  FROM pg_policies WHERE format('%I.%I', schemaname, tablename) = ANY ($1) AND (qual ~ $2 OR with_check ~ $2)`

/** A distributed table has no subqueries in its policies; those of a server that grows to a cluster do. */
async function askWithoutSubqueries(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<Policy>(WITH_SUBQUERY, [tables, SUBQUERY])
  for (const { name, table, read, written } of rows)
    await client.query(
      `ALTER POLICY ${name} ON ${table}${read ? ` USING (${read})` : ''}${written ? ` WITH CHECK (${written})` : ''}`,
    )
}

type Reference = { table: string; name: string; definition: string }

type Trigger = { table: string; name: string; definition: string }

/** What they check was checked when the rows were written, and what they ask may not be there while rows are copied. */
const TRIGGERS = `
SELECT tgrelid::regclass::text AS table, tgname AS name, pg_get_triggerdef(oid) AS definition
  FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 AND tgrelid = ANY ($1::regclass[])`

/** A table that is distributed and one that is not yet cannot refer to each other. */
const REFERENCES = `
SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid = ANY ($1::regclass[])`

/**
 * Distributes the tables that migrations have made since, in a database of a cluster: all rows of a business lie on one
 * node. Citus takes the number of shards from `citus.shard_count`. Rows that are there already are copied to their shards,
 * and are gone from where they were. As the owner.
 * @throws Error naming a table that says nothing of businesses
 */
export async function distribute(
  client: pg.Client,
  { onEachNode, everywhere, byClient, by }: Placement,
  say: (line: string) => void,
): Promise<void> {
  const { rows: tables } = await client.query<Table>(NOT_PLACED, [[...OF_MIGRATIONS, ...onEachNode], by])
  const lost = tables.find(({ table, column }) => column === null && ![...everywhere, ...byClient].includes(table))
  if (lost)
    throw new Error(
      `The table ${lost.name} has no business_id to be distributed by. Its set of migrations has to say where its rows lie: onEachNode, everywhere, byClient or by.`,
    )
  await leaveForceToShards(client, [...OF_MIGRATIONS, ...onEachNode, ...everywhere])
  if (tables.length === 0) return
  say(`Distributing ${tables.length} tables`)
  const names = tables.map(({ name }) => name)
  await inTransaction(client, async () => {
    const { rows: references } = await client.query<Reference>(REFERENCES, [names])
    for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`)
    await askWithoutSubqueries(client, names)
    const filled = tables.filter(({ isFilled }) => isFilled)
    if (filled.length > 0) say(`Copying the rows of ${filled.length} tables to their shards`)
    const { rows: triggers } = await client.query<Trigger>(TRIGGERS, [filled.map(({ name }) => name)])
    for (const { table, name } of triggers) await client.query(`DROP TRIGGER ${quote(name)} ON ${table}`)
    // They are copied as the owner, of all tenants; reference tables do not move, and bind it again afterwards.
    const forced = filled.filter(({ isForced, table }) => isForced && everywhere.includes(table))
    for (const { name } of forced) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`)
    for (const { name, table, column } of tables)
      if (everywhere.includes(table)) await client.query('SELECT create_reference_table($1::regclass)', [name])
      else if (byClient.includes(table))
        await client.query(`SELECT create_distributed_table($1::regclass, 'client_id', colocate_with => 'none')`, [
          name,
        ])
      else await client.query('SELECT create_distributed_table($1::regclass, $2)', [name, column])
    for (const { table, name, definition } of references)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`)
    for (const { definition } of triggers) await client.query(definition)
    for (const { name } of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`)
    for (const { name } of filled)
      await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [name])
  })
}

const NOT_KNOWN = `
SELECT p.oid::regprocedure::text AS signature
  FROM pg_proc p
 WHERE p.proowner = current_user::regrole AND p.prokind IN ('f', 'p')
   AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)`

/**
 * Makes functions known to the nodes that were there before the server became one of a cluster: of all others Citus does so
 * when they are created. As the owner.
 */
export async function distributeFunctions(client: pg.Client): Promise<void> {
  const { rows: functions } = await client.query<{ signature: string }>(NOT_KNOWN)
  await inTransaction(client, async () => {
    // They call each other, whichever comes first, and there are no tables there yet.
    await client.query(`SET LOCAL citus.propagate_set_commands = 'local'`)
    await client.query('SET LOCAL check_function_bodies = off')
    for (const { signature } of functions)
      await client.query('SELECT create_distributed_function($1::regprocedure)', [signature])
  })
}

/** Opens the shards on a node, or brings what is open up to date with the tables and functions there are now. */
export async function openShards(node: pg.Client, patience: Patience, say: (line: string) => void): Promise<void> {
  const { rows } = await node.query<{ id: string }>(
    `SELECT s.shardid AS id FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_local_group here USING (groupid)
      WHERE s.logicalrelid = 'idempotency_keys'::regclass`,
  )
  // Requests use it meanwhile, in an order of their own.
  for (const { id } of rows)
    await withPatience(`Opening the shard ${id}`, patience, say, async () => {
      await node.query('SELECT open_shard_v1($1, true)', [id])
    })
  const { rows: ofClients } = await node.query<{ shard: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname || '_' || s.shardid) AS shard
       FROM pg_dist_partition t JOIN pg_dist_shard s USING (logicalrelid)
       JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_local_group here USING (groupid)
       JOIN pg_class c ON c.oid = t.logicalrelid AND c.relrowsecurity JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE t.partmethod = 'h' AND t.colocationid <> (SELECT known.colocationid FROM pg_dist_partition known WHERE known.logicalrelid = 'idempotency_keys'::regclass)`,
  )
  await inTransaction(node, async () => {
    await node.query('SET LOCAL citus.enable_manual_changes_to_shards = on')
    for (const { shard } of ofClients) await node.query(`ALTER TABLE ${shard} FORCE ROW LEVEL SECURITY`)
  })
  // Reference tables and what lies with clients are not opened: who asks them goes by their own name.
  await node.query(
    `SELECT grant_alike_v1(t.logicalrelid, format('%I.%I', n.nspname, c.relname || '_' || s.shardid)::regclass, 'TABLE')
       FROM pg_dist_partition t JOIN pg_dist_shard s USING (logicalrelid)
       JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_local_group here USING (groupid)
       JOIN pg_class c ON c.oid = t.logicalrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE t.colocationid <> (SELECT known.colocationid FROM pg_dist_partition known WHERE known.logicalrelid = 'idempotency_keys'::regclass)`,
  )
}

type Right = { revoke: string; grant: string }

/** Those to whole tables come, and are taken, first: with such a right PostgreSQL takes the same to all columns. */
const RIGHTS = `
SELECT format('REVOKE %s ON %s FROM %s', x.what, x.table, x.grantee) AS revoke, format('GRANT %s ON %s TO %s', x.what, x.table, x.grantee) AS grant,
       x."isOfColumn"
  FROM (SELECT r.privilege_type AS what, c.oid::regclass AS table, coalesce(nullif(r.grantee, 0)::regrole::text, 'PUBLIC') AS grantee, false AS "isOfColumn"
          FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid AND c.relowner = current_user::regrole
         CROSS JOIN aclexplode(c.relacl) r WHERE r.grantee <> c.relowner
        UNION ALL
        SELECT format('%s (%I)', r.privilege_type, a.attname), c.oid::regclass, coalesce(nullif(r.grantee, 0)::regrole::text, 'PUBLIC'), true
          FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid AND c.relowner = current_user::regrole
          JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
         CROSS JOIN aclexplode(a.attacl) r) x
 ORDER BY x."isOfColumn"`

/**
 * Citus passes on no statement about rights to columns: each node gets to know here what they have become, for the shards that it
 * opens.
 */
export async function grantColumns(coordinator: pg.Client, nodes: readonly pg.Client[]): Promise<void> {
  const rightsOn = async (client: pg.Client): Promise<Right[]> => (await client.query<Right>(RIGHTS)).rows
  const wanted = await rightsOn(coordinator)
  const grants = new Set(wanted.map(({ grant }) => grant))
  for (const node of nodes)
    await inTransaction(node, async () => {
      for (const { revoke, grant } of await rightsOn(node)) if (!grants.has(grant)) await node.query(revoke)
      const given = new Set((await rightsOn(node)).map(({ grant }) => grant))
      for (const { grant } of wanted) if (!given.has(grant)) await node.query(grant)
    })
}

/** From now on a service of this version may start: what it needs is in the shards as well. */
export async function noteDistributed(client: pg.Client, done: readonly string[]): Promise<void> {
  await client.query('INSERT INTO schema_migrations (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
    done.map(asDistributed),
  ])
}
