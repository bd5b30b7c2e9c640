import { setTimeout as pause } from 'node:timers/promises'
import type { PoolUse } from './connections.ts'
import { listen, type Listener } from './listen.ts'
import { Cluster, whileAnswering, type DatabaseOptions, type Place, type SomeRows } from './cluster.ts'
import {
  HOLD,
  LOOK_IN,
  searchPathOf,
  Session,
  unwatched,
  type Beginning,
  type ManyBusinesses,
  type TenantScope,
} from './session.ts'
import { oneByOne } from './part-by-part.ts'
import { tracedStatement, tracedTransaction } from './tracing.ts'
import { Tx } from './tx.ts'
import type { Bind } from './wire.ts'

export { Tx } from './tx.ts'
export type { PoolUse } from './connections.ts'
export type { DatabaseOptions, SomeRows } from './cluster.ts'
export type { ManyBusinesses, TenantScope } from './session.ts'
export type { Bind } from './wire.ts'

/**
 * How many flights of a read are transactions of their own. Most reads have no more, and need neither BEGIN nor a flight
 * for a COMMIT. Where there are many, entering the tenant once for the rest costs least.
 */
const FLIGHTS_ALONE = 3

/** How long the other nodes may take to answer, once one has: much less than those have who ask for readiness. */
const OTHERS_MS = 300

/** What was done in parts of the rows, and what failed in others. */
export type DoneInParts<Done> = { done: Done[]; failures: unknown[] }

/**
 * The connections of one role to the database of one service: to a server, or to each node of a cluster, where what is done
 * for a business goes straight to the node that has its rows.
 */
export class Database {
  readonly #cluster: Cluster
  /** The only one it speaks to; undefined where it goes by the business. */
  readonly #only: Place | undefined

  /** @param options for new connections, or an instance whose connections to share */
  constructor(options: DatabaseOptions | Database, only?: Place) {
    this.#cluster = options instanceof Database ? options.#cluster : new Cluster(options)
    this.#only = only ?? (options instanceof Database ? options.#only : undefined)
  }

  /**
   * One transaction, READ COMMITTED, limited to the tenant's rows. It is already on its way when `work` begins: the
   * first statements travel with its BEGIN. That of a preview is rolled back at its end.
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
    let session: Session | undefined
    let tx: Tx | undefined
    try {
      const found = this.#only ?? this.#cluster.of(scope)
      const place = found instanceof Promise ? await found : found
      const result = await whileAnswering(place, true, () =>
        tracedTransaction(place.about, async () => {
          const wire = await place.connections.take()
          try {
            session = new Session(wire, place, scope, 'BEGIN')
            tx = new Tx(session)
            session.open()
            return await written(session, tx, work)
          } finally {
            await place.connections.giveBack(wire)
          }
        }),
      )
      if (session?.isPreview !== true) tx?.committed()
      return result
    } catch (error) {
      throw this.#cluster.explain(error, session?.mayStand)
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
    try {
      const found = this.#only ?? this.#cluster.of(scope)
      const place = found instanceof Promise ? await found : found
      return await whileAnswering(place, false, () =>
        tracedTransaction(place.about, async () => {
          const wire = await place.connections.take()
          const session = new Session(wire, place, scope, beginning, flightsAlone)
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
            void session.leave().then(() => place.connections.giveBack(wire))
          }
        }),
      )
    } catch (error) {
      throw this.#cluster.explainRead(error)
    }
  }

  /**
   * One call of a SQL function in its own transaction, in one round trip. It may not write anything that the caller is
   * informed of. Only for functions that set the tenant themselves before they touch a row.
   * @param businessId whose rows it is about; none where it is about no rows of businesses
   */
  call<Row extends object>(sql: string, bind: Bind = [], businessId?: string): Promise<Row[]> {
    return this.#autocommit(sql, bind, businessId === undefined ? [] : [businessId], false)
  }

  /**
   * The same for a function that writes.
   * @param businessIds whose rows it is about, which may share a transaction
   * @throws OutcomeUnknown where the connection was lost after it was sent
   */
  callToWrite<Row extends object>(sql: string, bind: Bind, ...businessIds: readonly string[]): Promise<Row[]> {
    return this.#autocommit(sql, bind, businessIds, true)
  }

  async #autocommit<Row extends object>(
    sql: string,
    bind: Bind,
    businessIds: readonly string[],
    writes: boolean,
  ): Promise<Row[]> {
    try {
      const found = this.#only ?? this.#cluster.of({ businessId: businessIds[0] })
      const place = found instanceof Promise ? await found : found
      return await whileAnswering(place, writes, () =>
        tracedStatement(place.about, sql, async () => {
          const wire = await place.connections.take()
          try {
            if (place.kind === 'COORDINATOR') wire.planEach()
            // All are one transaction, because they leave together.
            if (place.shard !== undefined) void unwatched(wire.ask(HOLD, [businessIds, place.shard]))
            if (place.kind === 'PART') void unwatched(wire.ask(LOOK_IN, [searchPathOf(place.shard)]))
            return (await wire.ask(sql, bind)).rows as Row[]
          } finally {
            await place.connections.giveBack(wire)
          }
        }),
      )
    } catch (error) {
      throw this.#cluster.explain(error, writes)
    }
  }

  /** One for each server that has rows, as they are now: this one, or each node of a cluster. */
  async nodes(): Promise<readonly Database[]> {
    if (this.#only) return [this]
    return (await this.#cluster.nodes()).map((place) => new Database(this, place))
  }

  /**
   * One for each part of the rows, for what goes through those of all tenants: this one, or each shard of a cluster. While it
   * has a transaction the shard does not move.
   */
  async parts(): Promise<readonly Database[]> {
    if (this.#only) return [this]
    const parts = await this.#explained(() => this.#cluster.parts())
    return parts.map((place) => new Database(this, place))
  }

  /**
   * Does something in each part of the rows, one after the other, for what goes through those of all tenants. What fails in
   * one, or keeps it from being asked, holds up no other.
   * @throws SomeFailed at the end, which names those parts; of a server what it failed with
   */
  async inEachPart<Done>(work: (part: Database) => Promise<Done>): Promise<Done[]> {
    if (this.#only) return [await work(this)]
    const parts = await this.#explained(() => this.#cluster.namedParts())
    const opened = parts.map(({ name, open }) => ({
      name,
      open: async () => new Database(this, await this.#explained(open)),
    }))
    return oneByOne(opened, work)
  }

  /** The same on each server that has rows. */
  async inEachNode<Done>(work: (node: Database) => Promise<Done>): Promise<Done[]> {
    const nodes = await this.nodes()
    return oneByOne(
      nodes.map((node) => ({ name: new URL(node.url).host, open: () => Promise.resolve(node) })),
      work,
    )
  }

  #explained<Result>(ask: () => Promise<Result>): Promise<Result> {
    return ask().catch((error: unknown) => Promise.reject(this.#cluster.explain(error) as Error))
  }

  /** Whether its tables are distributed over the nodes of a cluster. */
  isDistributed(): Promise<boolean> {
    return this.#cluster.known()
  }

  /**
   * Does something in each part of the rows that has such rows; for what looks again and again, mostly for nothing. In a
   * cluster each node is asked which of its shards have any, by one statement. What fails in one part holds up no other.
   * @returns what was done, and why something could not be
   */
  async inPartsWith<Done>(rows: SomeRows, work: (part: Database) => Promise<Done>): Promise<DoneInParts<Done>> {
    const nodes = this.#only
      ? [Promise.resolve([this.#only])]
      : await this.#explained(() => this.#cluster.partsWith(rows))
    const outcomes = await Promise.all(
      nodes.map((parts) =>
        parts.then(
          (places) => Promise.allSettled(places.map((place) => work(new Database(this, place)))),
          (reason: unknown) => [{ status: 'rejected' as const, reason }],
        ),
      ),
    )
    const done = outcomes.flat()
    return {
      done: done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      failures: done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
    }
  }

  /** What businesses have in common that may share a transaction: all of them, or those of a shard. */
  groupOf(businessId: string): string {
    return this.#cluster.groupOf(businessId)
  }

  /** Those that may share a transaction, in the order given. */
  async groupsOf(businessIds: readonly string[]): Promise<readonly (readonly string[])[]> {
    await this.#cluster.known()
    return [...Map.groupBy(businessIds, (businessId) => this.groupOf(businessId)).values()]
  }

  /** The URL of the server that it speaks to, if it is one of `nodes`. */
  get url(): string {
    return (this.#only ?? this.#cluster.named).url
  }

  /** A LISTEN on one channel of the server it speaks to. */
  listen(channel: string, onNotify: () => void): Listener {
    return listen(this.url, channel, onNotify)
  }

  /** The state of its connections; for metrics. */
  pool(): PoolUse {
    return this.#cluster.use()
  }

  /** The same as far as is known: what asks for them at any moment does not ask the coordinator each time. */
  async knownNodes(): Promise<readonly Database[]> {
    if (this.#only) return [this]
    return (await this.#cluster.knownNodes()).map((place) => new Database(this, place))
  }

  /**
   * Whether the database answers; for readiness. Of a cluster, whether one of its nodes does: businesses are served whatever
   * becomes of the others.
   * @returns what does not answer, in words, if anything
   */
  async ping(): Promise<string | undefined> {
    const nodes = await this.knownNodes()
    if (nodes.length === 1) return void (await nodes[0]?.call('SELECT 1'))
    const silent = new Set(nodes.map(({ url }) => new URL(url).host))
    const asked = nodes.map(async (node) => {
      await node.call('SELECT 1')
      silent.delete(new URL(node.url).host)
    })
    await Promise.any(asked).catch(({ errors: [error] }: AggregateError) => Promise.reject(error as Error))
    await Promise.race([Promise.allSettled(asked), pause(OTHERS_MS, undefined, { ref: false })])
    return silent.size > 0 ? `without ${[...silent].join(', ')}` : undefined
  }

  close(): Promise<void> {
    return this.#cluster.close()
  }
}

/** The result of the work, once it is committed, or rolled back where it is only previewed. */
async function written<Result>(session: Session, tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let value: Result
  try {
    value = await work(tx)
  } catch (error) {
    await session.rollBack()
    throw error
  }
  await (session.isPreview ? session.undo() : session.commit())
  return value
}
