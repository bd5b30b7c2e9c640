/** What migrations change in the open shards of a cluster, once tables are distributed. */
import pg from 'pg'
import { inTransaction } from './patience.ts'

/** The table by which shards are named (open_shard_v1). */
const NAMES_SHARDS = 'idempotency_keys'

const COLUMN_GOES =
  /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(?:"?\w+"?\.)?"?(\w+)"?\s[^]*?(?:\bDROP\s+(?!CONSTRAINT\b|DEFAULT\b|NOT\b|IDENTITY\b|EXPRESSION\b)|\bALTER\s+(?:COLUMN\s+)?"?\w+"?\s+(?:SET\s+DATA\s+)?TYPE\b)/i

/** The table of which a statement drops a column or changes its type, which PostgreSQL refuses while a view has the column. */
export const tableThatLosesColumns = (statement: string): string | undefined => COLUMN_GOES.exec(statement)?.[1]

export type Placed = 'in shards' | 'not placed' | 'elsewhere'

/** Whether the rows of a table lie in shards by business, or are not distributed yet. */
export async function placeOf(client: pg.Client, table: string): Promise<Placed> {
  const { rows } = await client.query<{ here: boolean }>(
    `SELECT t.partmethod = 'h' AND t.colocationid = known.colocationid AS here
       FROM pg_dist_partition t JOIN pg_class c ON c.oid = t.logicalrelid
       LEFT JOIN pg_dist_partition known ON known.logicalrelid = to_regclass($2)
      WHERE c.relname = $1`,
    [table, NAMES_SHARDS],
  )
  if (!rows[0]) return 'not placed'
  return rows[0].here ? 'in shards' : 'elsewhere'
}

/** The shards on a node. */
export async function shardsOn(node: pg.Client): Promise<string[]> {
  const { rows } = await node.query<{ id: string }>(
    `SELECT s.shardid AS id FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_local_group here USING (groupid)
      WHERE s.logicalrelid = to_regclass($1) ORDER BY s.shardid`,
    [NAMES_SHARDS],
  )
  return rows.map(({ id }) => id)
}

/**
 * Nobody is in these shards, nor comes in, until the transaction ends: who comes waits, as for a move. Both locks in the order of
 * open_shard_v1, which services call meanwhile.
 */
async function keepOut(node: pg.Client, shards: readonly string[]): Promise<void> {
  await node.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('shard_' || id, 4)) FROM unnest($1::text[]) AS s(id)`,
    [shards],
  )
  await node.query('SELECT lock_shard_metadata(7, $1::bigint[])', [shards])
}

/** Between closing shards and holding them so, a service may have opened some again, which it does at once. */
const TRIES_TO_CLOSE = 20

/**
 * Runs the work while no shard has a view of these tables. Whoever wants to use a shard waits meanwhile. If the run is killed,
 * services open the shards again, because the one table by which they know it has no view either.
 * @param nodes all of them; on each a transaction is open meanwhile
 */
export async function whileClosed(
  nodes: readonly pg.Client[],
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const [node, ...others] = nodes
  if (!node) return work()
  const shards = await shardsOn(node)
  if (shards.length === 0) return whileClosed(others, tables, work)
  for (let left = TRIES_TO_CLOSE; ; left--) {
    await inTransaction(node, async () => {
      await keepOut(node, shards)
      for (const shard of shards)
        for (const table of [...tables, NAMES_SHARDS])
          await node.query(`DROP VIEW IF EXISTS ${pg.escapeIdentifier(`shard_${shard}`)}.${pg.escapeIdentifier(table)}`)
    })
    await node.query('BEGIN')
    try {
      await keepOut(node, shards)
      const { rows } = await node.query(
        'SELECT FROM unnest($1::text[]) AS s(id), unnest($2::text[]) AS t(name) WHERE to_regclass(format($3, s.id, t.name)) IS NOT NULL',
        [shards, tables, 'shard_%s.%I'],
      )
      if (rows.length === 0) break
      await node.query('ROLLBACK')
    } catch (error) {
      await node.query('ROLLBACK')
      throw error
    }
    if (left === 0)
      throw new Error(
        `Shards are opened again as soon as they are closed. Stop the services, and run the migrations again.`,
      )
  }
  try {
    await whileClosed(others, tables, work)
  } finally {
    // As the tables are now, whatever became of the work.
    for (const shard of shards) await node.query('SELECT open_shard_v1($1, true)', [shard])
    await node.query('COMMIT')
  }
}

/**
 * Runs a statement in each shard, as often as it changes something there, each time in a transaction of its own.
 * @param told of so many changed rows
 */
export async function inEachShard(
  nodes: readonly pg.Client[],
  statement: string,
  run: (batch: () => Promise<void>) => Promise<void>,
  told: (changed: number) => void,
): Promise<void> {
  for (const node of nodes)
    for (const shard of await shardsOn(node)) {
      // With the columns and functions of this version.
      await run(async () => void (await node.query('SELECT open_shard_v1($1, true)', [shard])))
      for (let changed = 1; changed > 0;) {
        await run(() =>
          inTransaction(node, async () => {
            await node.query('SELECT hold_businesses_v1($1::uuid[], $2)', [[], shard])
            await node.query(`SELECT set_config('search_path', $1, true)`, [`shard_${shard},public`])
            changed = (await node.query(statement)).rowCount ?? 0
          }),
        )
        told(changed)
      }
    }
}
