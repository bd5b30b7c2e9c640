import { LOOK_IN, unwatched, type Session } from './session.ts'
import { withSubstitutes, type Substitutes } from './substitutes.ts'
import type { Bind, Explain } from './wire.ts'

/** A row by the column `id` of its table. */
export type RowOfNode = { table: string; id: string }

/**
 * One open transaction. It is the mandatory first parameter of every store function: an optional one gets forgotten,
 * and a second transaction opened inside the first deadlocks on a full pool.
 *
 * A statement is sent when it is called. Statements that do not wait for each other travel together, in their order; if
 * one fails, those after it fail for the same reason.
 */
export class Tx {
  readonly #session: Session
  readonly #afterCommit: (() => void)[] = []
  #cursors = 0
  #substitutes: Substitutes | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Runs one statement and returns its rows. `bigint` and `numeric` arrive as text: convert them in the store.
   * @param explain what its failure means to the caller, also where the result is not awaited
   */
  rows<Row extends object>(sql: string, bind: Bind = [], explain?: Explain): Promise<Row[]> {
    const asked = this.#substitutes ? withSubstitutes(sql, bind, this.#substitutes) : { sql, bind }
    return unwatched(this.#session.ask<Row>(asked.sql, asked.bind, explain))
  }

  /** The first row, if there is one. */
  row<Row extends object>(sql: string, bind: Bind = []): Promise<Row | undefined> {
    return unwatched(this.rows<Row>(sql, bind).then(([row]) => row))
  }

  /** The number in the column `count` of the statement's one row. */
  async count(sql: string, bind: Bind = []): Promise<number> {
    return Number((await this.row<{ count: string | null }>(sql, bind))?.count ?? 0)
  }

  /** The row that always exists, such as that of the business the transaction has entered. */
  one<Row extends object>(sql: string, bind: Bind = []): Promise<Row> {
    const found = this.row<Row>(sql, bind).then((row) => {
      if (!row) throw new Error(`a statement found nothing where something has to be: ${sql.slice(0, 200)}`)
      return row
    })
    return unwatched(found)
  }

  /**
   * Sends a statement whose result is not needed, such as a write: it travels with the next one, at the latest with
   * COMMIT. If it fails, the transaction is rolled back, and its failure is what the caller of the transaction gets.
   * @param explain what its failure means to that caller
   */
  send(sql: string, bind: Bind = [], explain?: Explain): void {
    if (!this.#session.writes)
      throw new Error(`a transaction that only reads has nobody who waits for ${sql.slice(0, 200)}`)
    void unwatched(this.#session.ask(sql, bind, explain))
  }

  /**
   * The rows of one statement in its order, in batches, for more than memory should hold. The database reads the next
   * batch while this one is used; the transaction has to stay open until the last.
   */
  async *batches<Row extends object>(sql: string, bind: Bind, size: number): AsyncGenerator<Row[]> {
    this.stayOpen()
    const cursor = `batches_${++this.#cursors}`
    void this.rows(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, bind)
    const fetch = (): Promise<Row[]> => this.rows<Row>(`FETCH ${size} FROM ${cursor}`)
    let ahead = fetch()
    try {
      for (;;) {
        const rows = await ahead
        if (rows.length === size) ahead = fetch()
        if (rows.length > 0) yield rows
        if (rows.length < size) return
      }
    } finally {
      // The rest is not read once the loop is left.
      await ahead.catch(() => undefined)
    }
  }

  /** The business whose rows it is limited to, which its statements name, too. Throws where it is limited to none. */
  get businessId(): string {
    const [businessId, ...others] = this.#session.businessIds
    if (businessId === undefined || others.length > 0)
      throw new Error('This transaction is not limited to one business: begin it with a businessId.')
    return businessId
  }

  /** The businesses whose rows it is limited to: one or none, or those of `Database.transactMany`. */
  get businessIds(): readonly string[] {
    return this.#session.businessIds
  }

  /** From here on the rows of this business are visible: for what is created within the transaction. */
  enterBusiness(businessId: string): Promise<void> {
    return this.#session.enterBusiness(businessId)
  }

  /** What the schema `name` is called here: in a cluster each shard has its own. For names of tables with their schema. */
  schema(name: string): string {
    return this.#session.schema(name)
  }

  /** A `search_path` on which tables of this schema come before those of `public`. */
  pathTo(schema: string): string {
    return this.#session.pathTo(schema)
  }

  /** From here on the tables of this schema come before those of `public`. */
  lookIn(schema: string): void {
    this.send(LOOK_IN, [this.pathTo(schema)])
  }

  /**
   * Before statements about what lies with the client, not with the business: in a cluster that is on other nodes, which get
   * to know the tenant from here on.
   */
  reachOut(): void {
    this.#session.reachOut()
  }

  /**
   * For what a statement does where rows are, such as a lock: the same on the nodes of a cluster. Nothing on a server, which has
   * done it itself.
   */
  async onNodes(sql: string, bind: Bind = []): Promise<void> {
    if (this.#session.spansNodes) await this.rows(sql, bind)
  }

  /**
   * Calls a function that writes to tables of the node it runs on, beside a row: in a transaction over the nodes of a cluster
   * where that row lies. Fails where the row is not seen, so that nothing is left unwritten.
   */
  async callBeside(call: string, bind: Bind, { table, id }: RowOfNode): Promise<void> {
    if (this.#session.spansNodes)
      await this.one(`SELECT ${call} FROM ${table} WHERE id = $${bind.length + 1}`, [...bind, id])
    else this.send(`SELECT ${call}`, bind)
  }

  /**
   * In a transaction over the nodes of a cluster: the businesses that a statement finds, as `id`, stay on their nodes until it
   * ends. Nothing on a server. A transaction that holds shards holds them all at once, so that two cannot wait for each other.
   */
  async holdOnNodes(sql: string, bind: Bind = []): Promise<void> {
    if (!this.#session.spansNodes) return
    const shards = await this.rows<{ id: string }>(
      `SELECT DISTINCT get_shard_id_for_distribution_column('idempotency_keys', held.id) AS id FROM (${sql}) AS held`,
      bind,
    )
    // Citus refuses to lock none.
    if (shards.length > 0) await this.rows('SELECT hold_shards_v1($1::bigint[])', [shards.map(({ id }) => id)])
  }

  /** Whether its request is only previewed: it is rolled back, and calls nothing `afterCommit`. */
  get isPreview(): boolean {
    return this.#session.isPreview
  }

  /**
   * The end of a statement that locks the rows it reads. A preview locks none: it is rolled back, whatever others write
   * meanwhile, and they are not to wait for it.
   */
  locking<Clause extends `FOR ${string}`>(clause: Clause): Clause | '' {
    return this.isPreview ? '' : clause
  }

  /** Of a preview: no more statements come, so it is rolled back in the flight of the last ones. */
  undo(): void {
    if (!this.isPreview) throw new Error('only a preview is rolled back by itself')
    void this.#session.undo()
  }

  /** From here on statements that only read see these queries in place of tables. */
  readInstead(substitutes: Substitutes): void {
    this.#substitutes = substitutes
  }

  /** Before a setting or a lock for the rest of a transaction: a `Database.read` may end with its first statements. */
  stayOpen(): void {
    this.#session.stayOpen()
  }

  /** Runs once the transaction has really committed, for instance to wake the outbox relay. */
  afterCommit(act: () => void): void {
    this.#afterCommit.push(act)
  }

  /** Called by `Database` only. */
  committed(): void {
    for (const act of this.#afterCommit) act()
  }
}
