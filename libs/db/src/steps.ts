import pg from 'pg'
import { inTransaction, withPatience, type Patience } from './patience.ts'
import { inEachShard, placeOf, tableThatLosesColumns, whileClosed, type Placed } from './shard-steps.ts'
import { isAboutColumns, statementsIn } from './statements.ts'

/**
 * One numbered file of SQL. It runs in a transaction, unless its first line says otherwise:
 *
 * - `-- table by table`: columns for several tables that have rows, each table in a transaction of its own. A
 *   transaction that held the lock of one table and waited for another's could deadlock with requests that lock them in
 *   the other order, and PostgreSQL would fail one of the requests.
 * - `-- each table alone, in SCHEMA, …: TABLE, …`: statements about `{{table}}`, which stands for one of these tables of one
 *   of these schemas after the other, each in a transaction of its own, for the same reason. The list may go on in lines
 *   that begin with `--   `.
 * - `-- outside of a transaction`: one `CREATE INDEX CONCURRENTLY` or `DROP INDEX CONCURRENTLY IF EXISTS`, which block
 *   nothing and cannot run in one.
 * - `-- in batches, on TABLE`: one statement with a LIMIT, repeated until it changes nothing, each time in a
 *   transaction of its own. The tables it reads or writes are named, so that their owner may see all tenants' rows
 *   meanwhile.
 * - `-- in a cluster alone`: what tables need there before they are distributed; on a server it is only noted.
 * - `-- in batches after the functions, on TABLE`: the same, after the functions of this version are in place: for what
 *   these keep up to date from then on, and earlier ones do not.
 */
export type Step = {
  name: string
  sql: string
  /** In a cluster: whether its set makes tables that each node has for itself. */
  isOfEachNode?: boolean
}

export type StepContext = {
  client: pg.Client
  owner: string
  patience: Patience
  say: (line: string) => void
  /** Whether the database is one of a cluster. */
  isCluster?: boolean
  /** On its coordinator: connections to its other nodes. */
  nodes?: readonly pg.Client[]
}

/** Whether a file runs after the functions are in place, and so after all files that do not. */
export const isAfterFunctions = (sql: string): boolean => sql.startsWith('-- in batches after the functions, on ')

const NEW_FUNCTION = /^CREATE FUNCTION [^;]*?\sAS (\$\w*\$)[^]*?\1[^;]*;/gm

const unlessThere = (statement: string): string =>
  `DO $unless$ BEGIN EXECUTE $create$${statement}$create$; EXCEPTION WHEN duplicate_function THEN NULL; END $unless$;`

/**
 * What of a step each node of a cluster does for itself: all of it, if its set is of that kind or a line says `-- on each
 * node`; of `-- each table alone`, what is about tables that each node has for itself; otherwise nothing. A function that is
 * there already stays as it is: the coordinator passes them on, and to a node that joins as they are now.
 */
export function partOnEachNode(step: Step, onEachNode: readonly string[]): Step | undefined {
  if (step.isOfEachNode || step.sql.includes('\n-- on each node\n'))
    return { ...step, sql: step.sql.replaceAll(NEW_FUNCTION, unlessThere) }
  if (!step.sql.startsWith('-- each table alone')) return undefined
  const { schemas, tables, rest } = eachTableOf(step)
  const own = tables.filter((table) => onEachNode.includes(table))
  if (own.length === 0) return undefined
  return { ...step, sql: `-- each table alone, in ${schemas.join(', ')}: ${own.join(', ')}\n${rest}` }
}

/** Whether a server that is not one of a cluster only notes it. */
export const isForClusterAlone = ({ sql }: Step): boolean => sql.startsWith('-- in a cluster alone\n')

/** Applies a file and records it, first undoing whatever a killed run left of it. */
export async function applyStep(step: Step, context: StepContext): Promise<void> {
  const [first = ''] = step.sql.split('\n', 1)
  const batches = /^-- in batches(?: after the functions)?, on (\w+(?:, \w+)*)$/.exec(first)?.[1]
  if (batches) return applyInBatches(step, batches.split(', '), context)
  const isForCluster = isForClusterAlone(step)
  if (isForCluster && !context.isCluster) return void (await note(step, context))
  if (first === '-- table by table') return applyTableByTable(step, context)
  if (first.startsWith('-- each table alone')) return applyToEachTable(step, context)
  if (first === '-- outside of a transaction') return applyOutside(step, context)
  if (/^-- (outside|in batches|table|each|in a cluster)/.test(first) && !isForCluster)
    throw new Error(
      `${step.name} begins with "${first}": expected "-- table by table", "-- each table alone, in SCHEMA: TABLE", "-- outside of a transaction", "-- in a cluster alone", "-- in batches, on TABLE" or "-- in batches after the functions, on TABLE".`,
    )
  const statements = statementsIn(step.sql)
  await withPatience(step.name, context.patience, context.say, () =>
    withoutViews(statements, context, () =>
      inTransaction(context.client, async () => {
        for (const statement of statements) await run(statement, context)
        await note(step, context)
      }),
    ),
  )
}

/** In a cluster: while open shards have no views of columns that are to go, or to become others. */
async function withoutViews(
  statements: readonly string[],
  { client, nodes = [] }: StepContext,
  work: () => Promise<void>,
): Promise<void> {
  const tables: string[] = []
  for (const table of new Set(nodes.length > 0 ? statements.flatMap((one) => tableThatLosesColumns(one) ?? []) : []))
    if ((await placeOf(client, table)) === 'in shards') tables.push(table)
  return tables.length === 0 ? work() : whileClosed(nodes, tables, work)
}

/**
 * One statement: the coordinator of a cluster takes no more at a time. It passes on no rights to columns, which
 * each node gets to know at the end of the run.
 */
async function run(statement: string, { client, isCluster }: StepContext): Promise<void> {
  if (!isCluster || !isAboutColumns(statement)) return void (await client.query(statement))
  const { rows } = await client.query<{ before: string }>(
    `SELECT current_setting('citus.enable_ddl_propagation') AS before`,
  )
  await client.query('SET LOCAL citus.enable_ddl_propagation = off')
  await client.query(statement)
  await client.query(`SET LOCAL citus.enable_ddl_propagation = ${rows[0]?.before}`)
}

const note = ({ name }: Step, { client }: StepContext) =>
  client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name])

/** The one statement of a text, without comments. */
const statementOf = ({ sql }: Step): string =>
  sql
    .replaceAll(/^\s*--.*$/gm, '')
    .trim()
    .replace(/;$/, '')

/** A statement that refers to another table would lock that as well. */
const ADDED_COLUMNS = /^ALTER TABLE \w+ ADD COLUMN IF NOT EXISTS (?!.*\bREFERENCES\b)/is

/** What a killed run had done is done again, so every statement must be repeatable. */
async function applyTableByTable(step: Step, context: StepContext): Promise<void> {
  const { client, patience, say } = context
  const statements = statementOf(step)
    .split(';')
    .map((statement) => statement.trim())
  const other = statements.find(
    (statement) =>
      !ADDED_COLUMNS.test(statement) ||
      statement.split('ADD COLUMN').length !== statement.split('IF NOT EXISTS').length,
  )
  if (other !== undefined)
    throw new Error(`${step.name}: table by table is ALTER TABLE … ADD COLUMN IF NOT EXISTS alone, not "${other}".`)
  for (const statement of statements)
    await withPatience(step.name, patience, say, async () => void (await client.query(statement)))
  await note(step, context)
}

const EACH_TABLE = /^-- each table alone, in (\w+(?:, \w+)*): (\w+(?:, \w+)*)$/m

/** The schemas and tables that a file names, and its statements. */
function eachTableOf(step: Step): { schemas: string[]; tables: string[]; rest: string } {
  const [, schemas, tables] = EACH_TABLE.exec(step.sql.replaceAll(/\n--  +/g, ' ')) ?? []
  const rest = statementOf(step)
  if (schemas === undefined || tables === undefined || !rest.includes('{{table}}'))
    throw new Error(
      `${step.name}: expected "-- each table alone, in SCHEMA, …: TABLE, …", and statements about {{table}}.`,
    )
  return { schemas: schemas.split(', '), tables: tables.split(', '), rest }
}

/** What a killed run had done is done again, so the statements must be repeatable. */
async function applyToEachTable(step: Step, context: StepContext): Promise<void> {
  const { client, patience, say } = context
  const { schemas, tables, rest } = eachTableOf(step)
  for (const schema of schemas)
    for (const table of tables)
      await withPatience(step.name, patience, say, () =>
        inTransaction(client, async () => {
          const named = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`
          for (const statement of statementsIn(rest.replaceAll('{{table}}', named))) await run(statement, context)
        }),
      )
  await note(step, context)
}

async function applyOutside(step: Step, context: StepContext): Promise<void> {
  const { client, patience, say } = context
  const statement = statementOf(step)
  const made = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) ON /.exec(statement)?.[1]
  if (statement.includes(';') || !(made || /^DROP INDEX CONCURRENTLY IF EXISTS \w+$/.test(statement)))
    throw new Error(
      `${step.name}: outside of a transaction is one CREATE INDEX CONCURRENTLY name ON … or DROP INDEX CONCURRENTLY IF EXISTS name.`,
    )
  await withPatience(step.name, patience, say, async () => {
    // It waits for every older transaction, and nothing waits for it.
    await client.query('SET lock_timeout = 0')
    try {
      const state = made && (await stateOfIndex(client, made))
      if (state === 'half built') {
        say(`${step.name}: building ${made} again, which an earlier run left half built`)
        await client.query(`DROP INDEX CONCURRENTLY ${made}`)
      }
      if (state !== 'there') await client.query(statement)
    } finally {
      await client.query(`SET lock_timeout = ${patience.lockTimeoutMs}`)
    }
  })
  await note(step, context)
}

async function stateOfIndex(client: pg.Client, name: string): Promise<'there' | 'half built' | 'missing'> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [`public.${name}`],
  )
  if (!rows[0]) return 'missing'
  return rows[0].indisvalid ? 'there' : 'half built'
}

async function applyInBatches(step: Step, tables: readonly string[], context: StepContext): Promise<void> {
  const { client, owner, patience, say, nodes = [] } = context
  const statement = statementOf(step)
  if (statement.includes(';') || !/\bLIMIT \d+/.test(statement))
    throw new Error(`${step.name}: in batches runs one statement, with a LIMIT: the rows of one batch.`)
  // Never the locks of two tables at once, as in a file that goes table by table.
  const policies = async (isOpen: boolean): Promise<void> => {
    for (const table of tables.map((name) => pg.escapeIdentifier(name)))
      await withPatience(step.name, patience, say, () =>
        inTransaction(client, async () => {
          await client.query(`DROP POLICY IF EXISTS backfill ON ${table}`)
          if (!isOpen) return
          await client.query(`CREATE POLICY backfill ON ${table} TO ${pg.escapeIdentifier(owner)} USING (true)`)
        }),
      )
  }
  const areInShards = await areTheyInShards(step, tables, context)
  await policies(true)
  let [done, changed] = [0, 0]
  const tell = (more: number): void => say(`${step.name}: ${(done += more)} rows`)
  if (areInShards)
    await inEachShard([client, ...nodes], statement, (batch) => withPatience(step.name, patience, say, batch), tell)
  else
    do {
      await withPatience(step.name, patience, say, async () => {
        changed = (await client.query(statement)).rowCount ?? 0
      })
      tell(changed)
    } while (changed > 0)
  await policies(false)
  await note(step, context)
}

/**
 * Whether the tables of such a step lie in shards by business, where it runs; on a server, and as long as they are not
 * distributed, they do not.
 * @throws Error for some that do and others that do not
 */
async function areTheyInShards(
  { name }: Step,
  tables: readonly string[],
  { client, isCluster }: StepContext,
): Promise<boolean> {
  if (!isCluster) return false
  const places = new Set<Placed>()
  for (const table of tables) places.add(await placeOf(client, table))
  if (places.has('elsewhere') || places.size > 1)
    throw new Error(
      `${name}: in a cluster, in batches goes through tables that lie with their business, all of which are distributed, or none yet. Expected no table that lies with a client or is the same on each node: ${tables.join(', ')}.`,
    )
  return places.has('in shards')
}
