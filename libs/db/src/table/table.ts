/**
 * A table as its store sees it: its columns are declared once, and types, lists of columns, arrays and assignments
 * derive from that. What is not a plain row, such as a lock or a report, stays written SQL. Names come from code only,
 * never from callers.
 */
import type { Tx } from '../database.ts'
import { arrayOf, bound, type AnyColumn } from './columns.ts'
import { Selection, type Named, type Statement } from './selection.ts'
import { send } from './send.ts'

type Columns = Record<string, AnyColumn>

type Read<C extends Columns> = { [P in keyof C as [C[P]['out']] extends [never] ? never : P]: C[P]['out'] }

type Needed<C extends Columns> = {
  [P in keyof C as [C[P]['in']] extends [never] ? never : undefined extends C[P]['in'] ? never : P]: C[P]['in']
}
type Optional<C extends Columns> = {
  [P in keyof C as [C[P]['in']] extends [never] ? never : undefined extends C[P]['in'] ? P : never]?: C[P]['in']
}
type Written<C extends Columns> = Needed<C> & Optional<C>

/** A row as it is read. */
export type RowOf<T extends { readonly rowType: object }> = T['rowType']

/** The written properties of a row. Other properties are ignored, so a whole document can be given. */
export type NewRowOf<T extends { readonly newRowType: object }> = T['newRowType']

type Property<Values> = keyof Values & string

/**
 * `orderBy` sorts the new rows `n` in locking order: `n.id`. Only those that match `only` are inserted. `$1` and on are
 * the values of the scope.
 */
type InsertOptions<P> = { orderBy?: string; only?: string; onConflict?: string; returning?: readonly P[] }
/** `columns`: only these; `set`: and this; `where`: only rows `t` that match the new row `n` */
type UpdateOptions<U, P> = { columns?: readonly U[]; set?: string; where?: string; returning?: readonly P[] }
/** The same with `excluded` as the new row */
type UpsertOptions<U, P> = UpdateOptions<U, P> & Pick<InsertOptions<P>, 'orderBy' | 'only'>

/**
 * Statements take `scope`, which all their rows have in common, such as `{ businessId }`, and the rest of each row.
 * Each is one statement for any number of rows, with the same text for each number of them. Without rows nothing is
 * sent.
 */
export class Table<C extends Columns, Key extends Property<Written<C>>> extends Selection<Read<C>> {
  declare readonly newRowType: Written<C>
  readonly #key: readonly string[]
  readonly #plans = new Map<string, Plan>()

  constructor(name: string, key: readonly Key[], columns: C) {
    super(
      name,
      Object.entries(columns).map(([property, { use, kind }]) => ({
        property,
        name: use.name ?? snakeCase(property),
        kind,
        use,
      })),
    )
    this.#key = key
  }

  /** Inserts rows, and returns the inserted ones' `returning` columns. */
  insert<S extends Partial<Written<C>>, P extends Property<Read<C>> = never>(
    tx: Tx,
    scope: S,
    rows: readonly Omit<Written<C>, keyof S>[],
    options?: InsertOptions<P>,
  ): Promise<Pick<Read<C>, P>[]> {
    return send(tx, this.inserting(scope, rows, options))
  }

  inserting<S extends Partial<Written<C>>, P extends Property<Read<C>> = never>(
    scope: S,
    rows: readonly Omit<Written<C>, keyof S>[],
    { orderBy, only, onConflict, returning = [] }: InsertOptions<P> = {},
  ): Statement<Pick<Read<C>, P>> | undefined {
    return this.#statement(
      ['INSERT', orderBy, only, onConflict, ...returning],
      scope,
      rows,
      this.named.filter(({ use }) => use.isWritten),
      ({ names, values, valueOf, source }) => {
        const fits = only === undefined ? '' : ` WHERE ${withValues(only, valueOf)}`
        const rowsToInsert =
          source === undefined && only === undefined
            ? `VALUES (${values.join(', ')})`
            : `SELECT ${values.join(', ')}${source === undefined ? '' : ` FROM ${source}`}${fits}`
        const order = source === undefined || orderBy === undefined ? '' : ` ORDER BY ${orderBy}`
        const conflict = onConflict === undefined ? '' : ` ON CONFLICT ${onConflict}`
        return `INSERT INTO ${this.table} AS t (${names.join(', ')}) ${rowsToInsert}${order}${conflict}${this.#returning(returning)}`
      },
    )
  }

  /** Updates rows, found by their key. */
  update<
    S extends Partial<Written<C>>,
    U extends Property<Written<C>> = Property<Written<C>>,
    P extends Property<Read<C>> = never,
  >(
    tx: Tx,
    scope: S,
    rows: readonly Omit<Pick<Written<C>, Key | U>, keyof S>[],
    options?: UpdateOptions<U, P>,
  ): Promise<Pick<Read<C>, P>[]> {
    return send(tx, this.updating(scope, rows, options))
  }

  updating<
    S extends Partial<Written<C>>,
    U extends Property<Written<C>> = Property<Written<C>>,
    P extends Property<Read<C>> = never,
  >(
    scope: S,
    rows: readonly Omit<Pick<Written<C>, Key | U>, keyof S>[],
    { columns, set, where, returning = [] }: UpdateOptions<U, P> = {},
  ): Statement<Pick<Read<C>, P>> | undefined {
    const changed = this.#changed(columns)
    return this.#statement(
      ['UPDATE', set, where, ...changed, ...returning],
      scope,
      rows,
      this.named.filter(({ property }) => this.#key.includes(property) || changed.includes(property)),
      ({ valueOf, source }) => {
        const assigned = (properties: readonly string[], to: string) =>
          this.named
            .filter(({ property }) => properties.includes(property))
            .map(({ name }) => `${to}${name} = ${valueOf(name)}`)
        const from = source === undefined ? '' : ` FROM ${source}`
        const fits = where === undefined ? [] : [withValues(where, valueOf)]
        const sets = [...assigned(changed, ''), ...(set === undefined ? [] : [withValues(set, valueOf)])]
        return `UPDATE ${this.table} AS t SET ${sets.join(', ')}${from} WHERE ${[
          ...assigned(this.#key, 't.'),
          ...fits,
        ].join(' AND ')}${this.#returning(returning)}`
      },
    )
  }

  /** Inserts rows, or updates them where their key exists. */
  upsert<
    S extends Partial<Written<C>>,
    U extends Property<Written<C>> = Property<Written<C>>,
    P extends Property<Read<C>> = never,
  >(
    tx: Tx,
    scope: S,
    rows: readonly Omit<Written<C>, keyof S>[],
    options?: UpsertOptions<U, P>,
  ): Promise<Pick<Read<C>, P>[]> {
    return send(tx, this.upserting(scope, rows, options))
  }

  upserting<
    S extends Partial<Written<C>>,
    U extends Property<Written<C>> = Property<Written<C>>,
    P extends Property<Read<C>> = never,
  >(
    scope: S,
    rows: readonly Omit<Written<C>, keyof S>[],
    { columns, set, where, ...options }: UpsertOptions<U, P> = {},
  ): Statement<Pick<Read<C>, P>> | undefined {
    const nameOf = new Map(this.named.map(({ property, name }) => [property, name]))
    const namesOf = (properties: readonly string[]) => properties.map((property) => nameOf.get(property) ?? property)
    const sets = namesOf(this.#changed(columns)).map((name) => `${name} = excluded.${name}`)
    if (set !== undefined) sets.push(set)
    const onConflict = `(${namesOf(this.#key).join(', ')}) DO UPDATE SET ${sets.join(', ')}${
      where === undefined ? '' : ` WHERE ${where}`
    }`
    return this.inserting(scope, rows, { ...options, onConflict })
  }

  /** Rows as the JSON text that `jsonb_populate_recordset` takes for this table; columns that are not written are null there. */
  asJson(rows: readonly Written<C>[]): string {
    return JSON.stringify(
      (rows as readonly Values[]).map((row) =>
        Object.fromEntries(
          this.named.flatMap(({ property, name, kind, use }) =>
            use.isWritten ? [[name, bound(kind, row[property])]] : [],
          ),
        ),
      ),
    )
  }

  #changed(columns: readonly string[] | undefined): readonly string[] {
    return (
      columns ??
      this.named.flatMap(({ property, use }) =>
        use.isWritten && use.changes && !this.#key.includes(property) ? property : [],
      )
    )
  }

  #returning(properties: readonly string[]): string {
    const returned = properties.length === 0 ? [] : this.named.filter(({ property }) => properties.includes(property))
    return returned.length === 0 ? '' : ` RETURNING ${this.list(returned, 't')}`
  }

  #statement<Returned extends object>(
    about: readonly (string | undefined)[],
    scope: object,
    rows: readonly object[],
    written: readonly Named[],
    sqlOf: (parts: Parts) => string,
  ): Statement<Returned> | undefined {
    if (rows.length === 0) return undefined
    const shared = Object.keys(scope)
    const [first] = rows.length === 1 ? (rows as Values[]) : []
    const id = [first ? 'one' : 'many', ...shared, ...about].join('|')
    let plan = this.#plans.get(id)
    if (!plan) {
      plan = planOf(
        written.filter(({ property }) => shared.includes(property)),
        written.filter(({ property }) => !shared.includes(property)),
        first === undefined,
        sqlOf,
      )
      this.#plans.set(id, plan)
    }
    const { sql, fixed, varying } = plan
    const of = (values: Values) => (column: Named) => bound(column.kind, values[column.property])
    const column = ({ kind, property }: Named) =>
      arrayOf(
        kind,
        (rows as readonly Values[]).map((row) => row[property]),
      )
    return this.statement(sql, [...fixed.map(of(scope as Values)), ...varying.map(first ? of(first) : column)])
  }
}

type Values = Record<string, unknown>
type Plan = { sql: string; fixed: readonly Named[]; varying: readonly Named[] }
/** `source`: what several rows are selected from */
type Parts = { names: string[]; values: string[]; valueOf: (name: string) => string; source: string | undefined }

/**
 * `$1` and on are the scope. Then come the other columns: of several rows as arrays that are unnested, of one row as
 * plain values, which takes PostgreSQL a third of the time.
 */
function planOf(
  fixed: readonly Named[],
  varying: readonly Named[],
  areMany: boolean,
  sqlOf: (parts: Parts) => string,
): Plan {
  const carried = varying.map(({ kind }, index) => `$${fixed.length + index + 1}::${kind.carriedAs ?? kind.type}[]`)
  const source = `unnest(${carried.join(', ')}) AS n(${varying.map(({ name }) => name).join(', ')})`
  const values = new Map(
    [...fixed, ...varying].map(({ name, kind }, index) => [
      name,
      areMany && index >= fixed.length
        ? `n.${name}${kind.carriedAs ? `::${kind.type}` : ''}`
        : `$${index + 1}::${kind.type}`,
    ]),
  )
  const parts: Parts = {
    names: [...values.keys()],
    values: [...values.values()],
    valueOf: (name) => values.get(name) ?? name,
    source: areMany ? source : undefined,
  }
  return { sql: sqlOf(parts), fixed, varying }
}

/** A condition in which the new row `n` is replaced by its values. */
const withValues = (condition: string, valueOf: (name: string) => string): string =>
  condition.replace(/\bn\.(\w+)/g, (_, name: string) => valueOf(name))

const snakeCase = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A row changes only to a newer version of itself. */
export const ifNewer = { where: 't.version < excluded.version' }

/** A table of the schema, with the properties that are its key. */
export const table = <C extends Columns, Key extends Property<Written<C>>>(
  name: string,
  key: readonly Key[],
  columns: C,
): Table<C, Key> => new Table(name, key, columns)
