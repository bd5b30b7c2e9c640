/** What somebody with all power over the databases alters behind the services, and how it is put back. */
import type pg from 'pg'

/** Of the first row that it is about. */
export type Damage = {
  table: string
  /** Which rows; those of the business at any rate. `$1` is the business. */
  where?: string
  /** The invariant that does not hold then. */
  finds: string
} & (
  | { set: string; lost?: never; added?: never }
  | { lost: true; set?: never; added?: never }
  /** Columns and a SELECT of the row. */
  | { added: string; set?: never; lost?: never }
)

type Row = { row: string }

/** What the rows of a business name it by. */
const keyOf = (table: string): string => (table === 'businesses' ? 'id' : 'business_id')

/**
 * Alters a row. @param admin a superuser whom no trigger and no policy holds up
 * @returns what puts it back as it was, and fails where somebody else has altered it since
 */
export async function inflict(admin: pg.Pool, businessId: string, damage: Damage): Promise<() => Promise<void>> {
  const { table } = damage
  const before = damage.added === undefined ? await firstRow(admin, businessId, damage) : undefined
  const bind = before === undefined ? [businessId] : [businessId, before]
  const { rows } = await admin.query<Row>(`${statementOf(damage)} RETURNING to_jsonb(t)::text AS row`, bind)
  const after = damage.lost ? undefined : rows[0]?.row
  if (rows.length !== 1 || after === before) throw new Error(`Not one row of ${table} was altered.`)
  return () => putBack(admin, table, before, after)
}

/** `$2` is the row, where there was one. */
function statementOf({ table, set, added }: Damage): string {
  const isThatRow = 'WHERE $1::uuid IS NOT NULL AND to_jsonb(t) = $2'
  if (added !== undefined) return `INSERT INTO ${table} AS t ${added}`
  return set === undefined ? `DELETE FROM ${table} t ${isThatRow}` : `UPDATE ${table} t SET ${set} ${isThatRow}`
}

async function putBack(
  admin: pg.Pool,
  table: string,
  before: string | undefined,
  after: string | undefined,
): Promise<void> {
  const columns = await columnsOf(admin, table)
  const client = await admin.connect()
  try {
    await client.query('BEGIN')
    const gone =
      after === undefined ? 1 : (await client.query(`DELETE FROM ${table} t WHERE to_jsonb(t) = $1`, [after])).rowCount
    if (gone !== 1) throw new Error(`The altered row of ${table} is not there any more: ${after}`)
    if (before !== undefined)
      await client.query(
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
           SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`,
        [before],
      )
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closed, with what it has begun.
    client.release(true)
    throw error
  }
}

async function firstRow(admin: pg.Pool, businessId: string, { table, where = 'true' }: Damage): Promise<string> {
  const { rows } = await admin.query<Row>(
    `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${keyOf(table)} = $1 AND (${where}) ORDER BY to_jsonb(t) LIMIT 1`,
    [businessId],
  )
  if (!rows[0]) throw new Error(`There is no row of ${table} to be altered, where ${where}.`)
  return rows[0].row
}

/** Those that are stored: what is generated follows from them. */
async function columnsOf(admin: pg.Pool, table: string): Promise<string> {
  const { rows } = await admin.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}
