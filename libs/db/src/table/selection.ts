import type { Bind, Tx } from '../database.ts'
import type { AnyColumn } from './columns.ts'

/** A column with its property in rows. */
export type Named = { property: string; name: string } & Pick<AnyColumn, 'kind' | 'use'>

/** A statement of a table, and how its result is read. */
export type Statement<Row extends object = object> = {
  sql: string
  bind: Bind
  read?: (rows: object[]) => void
  /** For the types alone. */
  rowType?: Row
}

type Reader = readonly [property: string, read: (value: never) => unknown]

/** In place: these rows have no other user. */
function readWith(readers: readonly Reader[], rows: object[]): void {
  for (const row of rows as Record<string, never>[])
    for (const [property, read] of readers) {
      const value = row[property]
      if (value !== null && value !== undefined) row[property] = read(value) as never
    }
}

/** Columns that a statement selects, of one table or several. */
export class Reading<Row extends object> {
  declare readonly rowType: Row
  protected readonly named: readonly Named[]
  readonly #readers: readonly Reader[]

  constructor(named: readonly Named[]) {
    this.named = named
    this.#readers = named.flatMap(({ property, kind: { read } }) => (read ? [[property, read] as const] : []))
  }

  /** Rows of a statement that selects these columns. Its other columns come as the driver returns them. */
  async query<More extends object = object>(tx: Tx, sql: string, bind: Bind = []): Promise<(Row & More)[]> {
    const rows = await tx.rows<Row & More>(sql, bind)
    readWith(this.#readers, rows)
    return rows
  }

  /** Of a statement that selects these columns of another table, too. */
  beside<Other extends object>(other: Reading<Other>): Reading<Row & Other> {
    return new Reading([...this.named, ...other.named])
  }

  protected statement<Found extends object>(sql: string, bind: Bind): Statement<Found> {
    return {
      sql,
      bind,
      read: (rows) => readWith(this.#readers, rows),
    }
  }
}

/** Columns of a table that are read, as properties in camelCase. */
export class Selection<Row extends object> extends Reading<Row> {
  readonly table: string
  readonly #lists = new Map<string, string>()

  constructor(table: string, named: readonly Named[]) {
    super(named)
    this.table = table
  }

  /** The list of columns for a SELECT in which the table has this alias. */
  columns(alias = 't'): string {
    const known = this.#lists.get(alias)
    if (known !== undefined) return known
    const list = this.list(
      this.named.filter(({ use }) => use.isRead),
      alias,
    )
    this.#lists.set(alias, list)
    return list
  }

  /** Rows of the table, which the condition calls `t`. Whatever may follow a condition may follow here. */
  rows(tx: Tx, where: string, bind: Bind = []): Promise<Row[]> {
    return this.query(tx, this.#selected(where), bind)
  }

  /** A page of all that a business has, in the order of the ids, after one; null begins it. */
  after(tx: Tx, businessId: string, id: string | null, limit: number): Promise<Row[]> {
    const where = 't.business_id = $1 AND ($2::uuid IS NULL OR t.id > $2) ORDER BY t.id LIMIT $3'
    return this.rows(tx, where, [businessId, id, limit])
  }

  /** The first of them, if there is one. */
  async row(tx: Tx, where: string, bind: Bind = []): Promise<Row | undefined> {
    return (await this.rows(tx, where, bind))[0]
  }

  /** The row that always exists. */
  async one(tx: Tx, where: string, bind: Bind = []): Promise<Row> {
    const row = await this.row(tx, where, bind)
    if (!row) throw new Error(`nothing in ${this.table} where something has to be: ${where}`)
    return row
  }

  /** Some of its columns. */
  only<P extends keyof Row & string>(...properties: readonly P[]): Selection<Pick<Row, P>> {
    return new Selection(
      this.table,
      this.named.filter(({ property }) => properties.some((one) => one === property)),
    )
  }

  #selected(where: string): string {
    return `SELECT ${this.columns()} FROM ${this.table} t WHERE ${where}`
  }

  protected list(named: readonly Named[], alias: string): string {
    return named
      .map(({ property, name, kind: { select } }) => {
        const column = `${alias}.${name}`
        return property === name && !select ? column : `${select ? select(column) : column} AS "${property}"`
      })
      .join(', ')
  }
}
