/** Rows of any tables as the product wrote them, and copies of them under new ids, written by hand. */
import type pg from 'pg'
import { v7 } from 'uuid'
import type { Books, Statement } from '../journal/raw-entries.ts'

type Column = { name: string; type: string }

/** Rows of one table, every value as its text. */
export type RawTable = { table: string; columns: Column[]; rows: (string | null)[][] }

/** What is compared of a database: the tables in the order in which they refer to each other. */
export type RawTables = { tables: RawTable[]; balances: RawTable }

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * All rows of the business, without what the database fills in by itself, such as the places of events: copies of them get
 * their own.
 */
export async function captureTable(superuser: pg.Pool, businessId: string, table: string): Promise<RawTable> {
  const { rows: columns } = await superuser.query<Column>(
    `SELECT column_name AS name, format_type(a.atttypid, a.atttypmod) AS type
       FROM information_schema.columns c
       JOIN pg_attribute a ON a.attrelid = c.table_name::regclass AND a.attname = c.column_name
      WHERE c.table_schema = 'public' AND c.table_name = $1 AND c.is_generated = 'NEVER' AND c.is_identity = 'NO'
        AND coalesce(c.column_default, '') NOT LIKE 'nextval%'
        AND (c.table_name, c.column_name) NOT IN (('events', 'slot'), ('events', 'position'), ('events', 'aggregate_type'))
      ORDER BY c.ordinal_position`,
    [table],
  )
  const list = columns.map(({ name }) => `${name}::text`).join(', ')
  const { rows } = await superuser.query<(string | null)[]>({
    text: `SELECT ${list} FROM ${table} WHERE business_id = $1`,
    values: [businessId],
    rowMode: 'array',
  })
  return { table, columns, rows }
}

/** How many bytes of text the rows are. */
export const charactersOf = ({ rows }: RawTable): number =>
  rows.reduce((sum, row) => sum + row.reduce((length, value) => length + (value?.length ?? 0), 0), 0)

/** The ids that are new in each copy: those of the rows themselves. */
export const ownIdsOf = (tables: readonly RawTable[]): Set<string> =>
  new Set(
    tables.flatMap(({ columns, rows }) => {
      const at = columns.findIndex(({ name }) => name === 'id')
      return at < 0 ? [] : rows.map((row) => row[at] ?? '')
    }),
  )

/** The same rows under new ids, also where texts such as events and keys hold them. */
export function copiesOf(tables: readonly RawTable[], ownIds: ReadonlySet<string>): RawTable[] {
  const renewed = new Map([...ownIds].map((id) => [id, v7()]))
  const withNewId = (value: string | null): string | null =>
    value === null ? null : value.replaceAll(UUID, (id) => renewed.get(id) ?? id)
  return tables.map((one) => ({ ...one, rows: one.rows.map((row) => row.map(withNewId)) }))
}

const columnOf = (rows: readonly (string | null)[][], index: number): (string | null)[] =>
  rows.map((row) => row[index] ?? null)

const insertOf = (one: RawTable): Statement => (one.table === 'events' ? writeEvents(one) : insertInto(one))

/** By the function that writes them, which lets them wait in the queue, too: its parameters are these columns. */
const writeEvents = ({ columns, rows }: RawTable): Statement => ({
  text: `SELECT write_events_v1(${columns.map(({ type }, index) => `$${index + 1}::text[]::${type}[]`).join(', ')})`,
  values: columns.map((_, index) => columnOf(rows, index)),
})

const insertInto = ({ table, columns, rows }: RawTable): Statement => ({
  text: `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
         SELECT * FROM unnest(${columns.map(({ type }, index) => `$${index + 1}::text[]::${type}[]`).join(', ')})
                AS n(${columns.map(({ name }) => name).join(', ')})`,
  values: columns.map((_, index) => columnOf(rows, index)),
})

/** Balances are moved by what the rows moved them. */
const moveOf = ({ table, columns, rows }: RawTable): Statement => {
  const sums = ['debits', 'credits', 'line_count', 'hidden_count']
  const keys = ['business_id', 'account_id', 'tag_definition_id', 'grain', 'period', 'basis', 'slot']
  const insert = insertOf({ table, columns, rows })
  return {
    text: `${insert.text} ORDER BY ${keys.join(', ')}
           ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`,
    values: insert.values,
  }
}

/** One transaction: BEGIN, the tenant, one multi-row INSERT for each table, the balances last, COMMIT. */
export const transactionOf = (
  { clientId, businessId }: Books,
  tables: readonly RawTable[],
  balances?: RawTable,
): Statement[] => [
  { text: 'BEGIN', values: [] },
  {
    text: `SELECT set_config('app.client_id', $1, true), set_config('app.business_id', $2, true)`,
    values: [clientId, businessId],
  },
  ...tables.filter(({ rows }) => rows.length > 0).map(insertOf),
  ...(balances ? [moveOf(balances)] : []),
  { text: 'COMMIT', values: [] },
]
