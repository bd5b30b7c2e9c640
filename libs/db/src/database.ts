import { Breaker, type BreakerOptions } from '@pacioli/errors'
import type { Attributes } from '@pacioli/telemetry'
import { Connections, type ConnectionOptions, type PoolUse } from './connections.ts'
import { silence, translate, translateRead } from './errors.ts'
import { serversAt } from './servers.ts'
import { Session, type Beginning, type ManyBusinesses, type TenantScope } from './session.ts'
import { signOfLife } from './sign-of-life.ts'
import { databaseAt, tracedStatement, tracedTransaction } from './tracing.ts'
import { Tx } from './tx.ts'
import type { Bind } from './wire.ts'

export { Tx } from './tx.ts'
export type { PoolUse } from './connections.ts'
export type { ManyBusinesses, TenantScope } from './session.ts'
export type { Bind } from './wire.ts'

export type DatabaseOptions = ConnectionOptions & {
  /** When the database counts as silent; tests use a shorter time. */
  breaker?: Pick<BreakerOptions, 'unresponsiveMs' | 'probeTimeoutMs' | 'probeIntervalMs'>
}

/** Connections, the signs that anything arrives over them, and what spans say of them. */
type Shared = { connections: Connections; breaker: Breaker; about: Attributes }

function connectTo(options: DatabaseOptions): Shared {
  const servers = serversAt(options.url)
  const breaker = new Breaker({ what: 'The database', probe: (ms) => signOfLife(servers, ms), ...options.breaker })
  return { connections: new Connections(options, servers, breaker), breaker, about: databaseAt(options.url) }
}

/**
 * How many flights of a read are transactions of their own. Most reads have no more, and need neither BEGIN nor a flight
 * for a COMMIT. Where there are many, entering the tenant once for the rest costs least.
 */
const FLIGHTS_ALONE = 3

/** The connection pool of one role on the database of one service. */
export class Database {
  readonly #shared: Shared

  /** @param options for new connections, or an instance whose connections to share */
  constructor(options: DatabaseOptions | Database) {
    this.#shared = options instanceof Database ? options.#shared : connectTo(options)
  }

  /**
   * One transaction, READ COMMITTED, limited to the tenant's rows. It is already on its way when `work` begins: the
   * first statements travel with its BEGIN.
   * @throws BusinessNotFound before anything else, where the business is known to belong to another client;
   *   OutcomeUnknown where the connection was lost during COMMIT
   */
  transact<Result>(scope: TenantScope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#transact(scope, work)
  }

  /**
   * The same for several businesses, each of which it names in every statement: as the role for the intake of events,
   * which sees and writes rows of these alone, and of no business where there are none. The role ends with the
   * transaction.
   */
  transactMany<Result>(businesses: ManyBusinesses, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#transact(businesses, work)
  }

  async #transact<Result>(scope: TenantScope | ManyBusinesses, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { connections, about } = this.#shared
    let session: Session | undefined
    let tx: Tx | undefined
    try {
      const result = await this.#whileAnswering(true, () =>
        tracedTransaction(about, async () => {
          const wire = await connections.take()
          try {
            session = new Session(wire, about, scope, 'BEGIN')
            tx = new Tx(session)
            session.open()
            return await written(session, tx, work)
          } finally {
            await connections.giveBack(wire)
          }
        }),
      )
      tx?.committed()
      return result
    } catch (error) {
      throw translate(error, session?.mayStand)
    }
  }

  /**
   * The same for work that neither writes nor locks: a statement that does is refused. Statements that leave together are
   * a transaction; those that wait for others run in another one.
   */
  read<Result>(scope: TenantScope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#read(scope, work, 'BEGIN READ ONLY', FLIGHTS_ALONE)
  }

  /** The same with one snapshot for all statements; for reading in several of them. */
  snapshot<Result>(scope: TenantScope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#read(scope, work, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 0)
  }

  async #read<Result>(
    scope: TenantScope,
    work: (tx: Tx) => Promise<Result>,
    beginning: Beginning,
    flightsAlone: number,
  ): Promise<Result> {
    const { connections, about } = this.#shared
    try {
      return await this.#whileAnswering(false, () =>
        tracedTransaction(about, async () => {
          const wire = await connections.take()
          const session = new Session(wire, about, scope, beginning, flightsAlone)
          const tx = new Tx(session)
          try {
            session.open()
            const value = await work(tx)
            // Work without statements, or that did not wait for them, still has to fail for another client's business.
            await session.begun()
            tx.committed()
            return value
          } catch (error) {
            await session.begun()
            throw error
          } finally {
            void session.leave().then(() => connections.giveBack(wire))
          }
        }),
      )
    } catch (error) {
      throw translateRead(error)
    }
  }

  /**
   * One call of a SQL function in its own transaction, in one round trip. It may not write anything that the caller is
   * informed of. Only for functions that set the tenant themselves before they touch a row.
   */
  call<Row extends object>(sql: string, bind: Bind = []): Promise<Row[]> {
    return this.#autocommit(sql, bind, false)
  }

  /**
   * The same for a function that writes.
   * @throws OutcomeUnknown where the connection was lost after it was sent
   */
  callToWrite<Row extends object>(sql: string, bind: Bind = []): Promise<Row[]> {
    return this.#autocommit(sql, bind, true)
  }

  async #autocommit<Row extends object>(sql: string, bind: Bind, writes: boolean): Promise<Row[]> {
    const { connections, about } = this.#shared
    try {
      return await this.#whileAnswering(writes, () =>
        tracedStatement(about, sql, async () => {
          const wire = await connections.take()
          try {
            return (await wire.ask(sql, bind)).rows as Row[]
          } finally {
            await connections.giveBack(wire)
          }
        }),
      )
    } catch (error) {
      throw translate(error, writes)
    }
  }

  /** The state of its connections; for metrics. */
  pool(): PoolUse {
    return this.#shared.connections.use()
  }

  /** Whether the database answers; for readiness. */
  async ping(): Promise<void> {
    await this.call('SELECT 1')
  }

  close(): Promise<void> {
    this.#shared.breaker.stop()
    return this.#shared.connections.close()
  }

  /**
   * Runs a query unless the database is silent; once it turns out to be, all waiting queries fail.
   * @throws ServiceUnavailable, or OutcomeUnknown for what may still be written
   */
  async #whileAnswering<Result>(writes: boolean, ask: () => Promise<Result>): Promise<Result> {
    const { breaker } = this.#shared
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
}

/** The result of the work, once it is committed. */
async function written<Result>(session: Session, tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let value: Result
  try {
    value = await work(tx)
  } catch (error) {
    await session.rollBack()
    throw error
  }
  await session.commit()
  return value
}
