import { Breaker, type BreakerOptions } from '@pacioli/errors'
import { requestIdOfWork } from '@pacioli/telemetry'
import { QueryTypes, Sequelize, Transaction, type QueryOptionsWithType } from 'sequelize'
import { isAnswer, silence, translate } from './errors.ts'
import { signOfLife } from './sign-of-life.ts'
import { tracedStatement, tracedTransaction } from './tracing.ts'

/**
 * Whose rows a transaction may see: row-level security compares rows with it. The statement that sets it refuses a business
 * that is not the client's; a service that works for a business by itself names no client.
 */
export type TenantScope = { clientId?: string; businessId?: string }

/** Bind parameters of written SQL: text, numbers, and arrays of them for `unnest`. */
export type Bind = readonly unknown[]

/** RAW: as a SELECT, Sequelize would copy every row once more. */
async function rowsOf<Row extends object>(
  { sequelize, breaker }: Pool,
  sql: string,
  bind: Bind,
  transaction?: Transaction,
): Promise<Row[]> {
  const options: QueryOptionsWithType<QueryTypes.RAW> = { bind: [...bind], type: QueryTypes.RAW }
  if (transaction) options.transaction = transaction
  try {
    const [rows] = await tracedStatement(sequelize, sql, () => sequelize.query(sql, options))
    breaker.heard()
    return rows as Row[]
  } catch (error) {
    if (isAnswer(error)) breaker.heard()
    throw error
  }
}

/** Connections, and what tells whether anything comes over them. */
type Pool = { sequelize: Sequelize; breaker: Breaker }

/**
 * Runs what asks the database, unless it is silent; when it turns out to be, nobody waits any longer.
 * @throws ServiceUnavailable, or OutcomeUnknown for what may be written yet
 */
async function whileAnswering<Result>({ breaker }: Pool, writes: boolean, ask: () => Promise<Result>): Promise<Result> {
  breaker.refuseWhileOpen()
  let waited = (): void => undefined
  const silent = new Promise<never>((_resolve, reject) => {
    waited = breaker.waits(() => reject(silence(writes)))
  })
  try {
    return await Promise.race([ask(), silent])
  } finally {
    waited()
  }
}

/**
 * One open transaction. It is the mandatory first parameter of every store function: an optional one gets forgotten,
 * and a second transaction opened inside the first deadlocks on a full pool.
 */
export class Tx {
  readonly sequelize: Sequelize
  readonly transaction: Transaction
  readonly #pool: Pool
  readonly #afterCommit: (() => void)[] = []
  #cursors = 0

  constructor(pool: Pool, transaction: Transaction) {
    this.#pool = pool
    this.sequelize = pool.sequelize
    this.transaction = transaction
  }

  /** Runs one statement and returns its rows. `bigint` and `numeric` arrive as text: convert them in the store. */
  rows<Row extends object>(sql: string, bind: Bind = []): Promise<Row[]> {
    return rowsOf<Row>(this.#pool, sql, bind, this.transaction)
  }

  /** The first row, if there is one. */
  async row<Row extends object>(sql: string, bind: Bind = []): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, bind))[0]
  }

  /** What a statement answers in one row, as `count`. */
  async count(sql: string, bind: Bind = []): Promise<number> {
    return Number((await this.row<{ count: string | null }>(sql, bind))?.count ?? 0)
  }

  /** The row that is there, whatever was asked for: a business that the transaction has entered, for one. */
  async one<Row extends object>(sql: string, bind: Bind = []): Promise<Row> {
    const row = await this.row<Row>(sql, bind)
    if (!row) throw new Error(`a statement found nothing where something has to be: ${sql.slice(0, 200)}`)
    return row
  }

  /**
   * The rows of one statement in its order, so many at a time, for more than memory should hold. The database is at the next
   * ones while these are used; the transaction has to stay open until the last.
   */
  async *batches<Row extends object>(sql: string, bind: Bind, size: number): AsyncGenerator<Row[]> {
    const cursor = `batches_${++this.#cursors}`
    await this.rows(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, bind)
    const fetch = (): Promise<Row[]> => {
      const fetched = this.rows<Row>(`FETCH ${size} FROM ${cursor}`)
      // Whatever it comes to is met when its turn comes.
      fetched.catch(() => undefined)
      return fetched
    }
    let ahead = fetch()
    try {
      for (;;) {
        const rows = await ahead
        if (rows.length === size) ahead = fetch()
        if (rows.length > 0) yield rows
        if (rows.length < size) return
      }
    } finally {
      // Nothing is read any more once this is left.
      await ahead.catch(() => undefined)
    }
  }

  /** From here on the rows of this business are the ones that exist: for what is created within the transaction. */
  async enterBusiness(businessId: string): Promise<void> {
    await this.rows(`SELECT set_config('app.business_id', $1, true)`, [businessId])
  }

  /** Something to do once the transaction has really committed, such as waking the outbox relay. */
  afterCommit(act: () => void): void {
    this.#afterCommit.push(act)
  }

  /** Called by `Database.transact` alone. */
  committed(): void {
    for (const act of this.#afterCommit) act()
  }
}

export type DatabaseOptions = {
  url: string
  applicationName: string
  poolSize: number
  /** How long a request waits for a free connection before it is refused with 503. */
  acquireTimeoutMs?: number
  statementTimeoutMs?: number
  /** How long a transaction may wait for us before the database ends it. */
  idleInTransactionMs?: number
  /** When it counts as silent; for tests, which have less time. */
  breaker?: Pick<BreakerOptions, 'silentMs' | 'answerMs' | 'everyMs'>
}

/** READ COMMITTED is what a session has anyway: setting it would be one more round trip. */
const optionsOf = (isolationLevel: Transaction.ISOLATION_LEVELS) =>
  isolationLevel === Transaction.ISOLATION_LEVELS.READ_COMMITTED ? {} : { isolationLevel }

async function transacted<Result>(
  pool: Pool,
  scope: TenantScope,
  work: (tx: Tx) => Promise<Result>,
  isolationLevel: Transaction.ISOLATION_LEVELS,
): Promise<Result> {
  const { sequelize } = pool
  const isRead = isolationLevel !== Transaction.ISOLATION_LEVELS.READ_COMMITTED
  let open: Tx | undefined
  try {
    const inside = async (transaction: Transaction): Promise<Result> => {
      const tx = new Tx(pool, transaction)
      await tx.rows('SELECT enter_tenant_v1($1, $2, $3)', [
        scope.clientId ?? '',
        scope.businessId ?? '',
        requestIdOfWork() ?? '',
      ])
      const value = await work(tx)
      open = tx
      return value
    }
    const result = await whileAnswering(pool, !isRead, () =>
      tracedTransaction(sequelize, () => sequelize.transaction(optionsOf(isolationLevel), inside)),
    )
    open?.committed()
    return result
  } catch (error) {
    // Once its work is done, all that is left to fail is the COMMIT. A snapshot is read, and has nothing to commit.
    throw translate(error, open !== undefined && !isRead)
  }
}

/** Connections that somebody has, that nobody has, requests that wait for one, and how many there may be. */
export type PoolUse = { inUse: number; idle: number; waiting: number; max: number }

/** Sequelize's pool is that of sequelize-pool, which its types keep to themselves. */
type WithPool = { pool: { using: number; available: number; waiting: number; maxSize: number } }

function connectionsFor(options: DatabaseOptions): Sequelize {
  const { statementTimeoutMs = 15_000, acquireTimeoutMs = 5_000, idleInTransactionMs = 30_000 } = options
  const sequelize = new Sequelize(options.url, {
    dialect: 'postgres',
    logging: false,
    pool: { max: options.poolSize, min: 0, acquire: acquireTimeoutMs, idle: 30_000 },
    dialectOptions: {
      application_name: options.applicationName,
      connectionTimeoutMillis: acquireTimeoutMs,
      keepAlive: true,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    },
  })
  // Statements that are sent together wait for each other at the server, not each for the answer to the one before.
  sequelize.addHook('afterConnect', (connection) => void Object.assign(connection as object, { pipeline: true }))
  return sequelize
}

/** The connection pool of one role on the database of one service. */
export class Database {
  readonly sequelize: Sequelize
  readonly #breaker: Breaker

  /** @param options for connections of its own, or whose connections it shares */
  constructor(options: DatabaseOptions | Database) {
    this.sequelize = options instanceof Database ? options.sequelize : connectionsFor(options)
    this.#breaker =
      options instanceof Database
        ? options.#breaker
        : new Breaker({ what: 'The database', ask: (ms) => signOfLife(options.url, ms), ...options.breaker })
  }

  /**
   * One transaction, READ COMMITTED, in which only the rows of the tenant exist.
   * @throws BusinessNotFound before anything else, where the business is known here not to be the client's;
   *   OutcomeUnknown where the connection went during its COMMIT
   */
  transact<Result>(scope: TenantScope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transacted(this.#pool, scope, work, Transaction.ISOLATION_LEVELS.READ_COMMITTED)
  }

  /** The same, all of whose statements see the rows as of one moment; for reading in several of them. */
  snapshot<Result>(scope: TenantScope, read: (tx: Tx) => Promise<Result>): Promise<Result> {
    return transacted(this.#pool, scope, read, Transaction.ISOLATION_LEVELS.REPEATABLE_READ)
  }

  /**
   * One call of a SQL function in a transaction of its own, one round trip, that writes nothing a caller is told of. Only
   * for functions that set the tenant themselves before they touch a row.
   */
  call<Row extends object>(sql: string, bind: Bind = []): Promise<Row[]> {
    return this.#autocommit(sql, bind, false)
  }

  /**
   * The same for a function that writes.
   * @throws OutcomeUnknown where the connection went after it was sent
   */
  callToWrite<Row extends object>(sql: string, bind: Bind = []): Promise<Row[]> {
    return this.#autocommit(sql, bind, true)
  }

  async #autocommit<Row extends object>(sql: string, bind: Bind, writes: boolean): Promise<Row[]> {
    try {
      return await whileAnswering(this.#pool, writes, () => rowsOf<Row>(this.#pool, sql, bind))
    } catch (error) {
      throw translate(error, writes)
    }
  }

  /** What its connections are at; for metrics. */
  pool(): PoolUse {
    const { using, available, waiting, maxSize } = (this.sequelize.connectionManager as unknown as WithPool).pool
    return { inUse: using, idle: available, waiting, max: maxSize }
  }

  /** Whether the database answers; for readiness. */
  async ping(): Promise<void> {
    await this.call('SELECT 1')
  }

  get #pool(): Pool {
    return { sequelize: this.sequelize, breaker: this.#breaker }
  }

  close(): Promise<void> {
    this.#breaker.stop()
    return this.sequelize.close()
  }
}
