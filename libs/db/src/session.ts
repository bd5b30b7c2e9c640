import { currentRequestId, type Attributes } from '@pacioli/telemetry'
import pg from 'pg'
import { tracedStatement } from './tracing.ts'
import type { Bind, Explain, Wire } from './wire.ts'

/**
 * The tenant of a transaction, which row-level security compares rows with. The statement that sets it refuses a
 * business of another client; a service that works for a business on its own names no client.
 */
export type TenantScope = { clientId?: string; businessId?: string } & Patience & Previewed

/** Several businesses at once, for the intake of their events. */
export type ManyBusinesses = { businessIds: readonly string[] } & Patience

/** Set where a request is only previewed: whatever it writes is rolled back. */
type Previewed = { preview?: object | undefined }

/** How long a statement waits for a lock before it fails; as long as it takes, unless given. */
type Patience = { lockTimeoutMs?: number | undefined }

export type Beginning = 'BEGIN' | 'BEGIN READ ONLY' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** The failure shows elsewhere where it matters. */
export const unwatched = <Result>(promise: Promise<Result>): Promise<Result> => {
  promise.catch(() => undefined)
  return promise
}

const ENTER = 'SELECT enter_tenant_v1($1, $2, $3)'
/** The same for a flight that is a transaction without BEGIN. */
const ENTER_TO_READ = `${ENTER}, set_config('transaction_read_only', 'on', true)`

/** What a COMMIT checks. */
const CHECK_DEFERRED = 'SET CONSTRAINTS ALL IMMEDIATE'

/** For waiting for a lock. */
const LIMIT_WAITING = `SELECT set_config('lock_timeout', $1, true)`

const SET = 'SELECT set_config($1, $2, true)'

/** In a shard, before everything else: the rows of the businesses are there, and stay until the transaction ends. */
export const HOLD = 'SELECT hold_businesses_v1($1::uuid[], $2)'

/**
 * What connections lead to: the only server; in a cluster a shard, where tables have the rows of its businesses; a node with
 * all of its shards; a shard by connections to its node, which look elsewhere otherwise; or the coordinator, which sends each
 * statement to where its rows are.
 */
export type ServerKind = 'ALONE' | 'SHARD' | 'NODE' | 'PART' | 'COORDINATOR'

/** In a transaction on a node: the tables of a shard. */
export const LOOK_IN = `SELECT set_config('search_path', $1, true)`

/** Where tables are those of a shard. */
export const searchPathOf = (shard: string | undefined): string => `shard_${shard},public`

/** Names that need no quotes, since they are not quoted: a statement may complete them. */
const PLAIN_NAME = /^[a-z_0-9%]+$/

/**
 * Whether the coordinator would send the rows of an INSERT by COPY, which row-level security knows nothing of and refuses. It
 * sends those of which something is returned in another way.
 */
const isCopied = (sql: string): boolean =>
  /^INSERT INTO [^;]* FROM unnest\(/.test(sql) && !/ (?:ON CONFLICT|RETURNING) /.test(sql)

/**
 * Nodes get to know settings, and each has one connection of a transaction: a lock that one shard takes does not keep another
 * of the same node waiting.
 */
const OF_COORDINATOR = {
  'citus.propagate_set_commands': 'local',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.max_adaptive_executor_pool_size': '1',
  // It cannot plan a statement about several shards for any values.
  plan_cache_mode: 'force_custom_plan',
}

/** As a role whose policies admit these businesses alone. */
const ENTER_MANY = 'SELECT enter_businesses_v1($1::uuid[], $2, $3::int)'

/**
 * A transaction on a connection that may still be on its way: it begins with the first statement, in the same flight,
 * and ends without a flight of its own where no result is needed first. A flight that does not depend on others needs no
 * BEGIN either: its statements are one transaction, because they are answered together.
 */
export class Session {
  /** The businesses that the transaction is limited to, in lower case. */
  businessIds: readonly string[]
  readonly #wire: Wire
  readonly #database: Attributes
  readonly #scope: TenantScope | ManyBusinesses
  readonly #beginning: Beginning
  readonly #kind: ServerKind
  readonly #shard: string | undefined
  /** Whether a transaction is open whose end was not requested yet. */
  #isOpen = false
  /** How many more of its flights are transactions of their own: only where they do not depend on each other. */
  #flightsAlone: number
  #isAlone = false
  #isOver = false
  #undone: Promise<void> | undefined
  #mayStand = false
  #begun: Promise<unknown> = Promise.resolve()

  /** @param flightsAlone how many of the first flights are transactions of their own; what comes later is another one */
  constructor(
    wire: Wire,
    { about, kind, shard }: { about: Attributes; kind: ServerKind; shard?: string | undefined },
    scope: TenantScope | ManyBusinesses,
    beginning: Beginning,
    flightsAlone = 0,
  ) {
    this.#wire = wire
    this.#database = about
    this.#kind = kind
    this.#shard = shard
    this.#scope = scope
    const named = 'businessIds' in scope ? scope.businessIds : scope.businessId ? [scope.businessId] : []
    this.businessIds = named.map((businessId) => businessId.toLowerCase())
    this.#beginning = beginning
    // SET LOCAL needs a transaction of its own.
    this.#flightsAlone = kind === 'COORDINATOR' ? 0 : flightsAlone
    if (kind === 'COORDINATOR') wire.planEach()
    if (this.#flightsAlone > 0) wire.onDeparture(() => this.#endWithFlight())
  }

  /** Whether its COMMIT is awaited. */
  get writes(): boolean {
    return this.#beginning === 'BEGIN'
  }

  /** Whether its request is only previewed: it ends with `undo`. */
  get isPreview(): boolean {
    return 'preview' in this.#scope && this.#scope.preview !== undefined
  }

  /** Whether all of it may be committed although it failed: COMMIT was sent, and no earlier failure is known. */
  get mayStand(): boolean {
    return this.#mayStand
  }

  /** Begins, unless it has begun; `ask` does so by itself. */
  open(): void {
    if (this.#isOver) throw new Error('a statement came when its transaction had ended')
    if (this.#isOpen) return
    this.#isOpen = true
    this.#wire.begin()
    this.#isAlone = this.#flightsAlone > 0
    this.#begun = unwatched(
      Promise.all([this.#isAlone ? undefined : this.#wire.ask(this.#beginning), this.#enter(this.#scope)]),
    )
  }

  #enter(scope: TenantScope | ManyBusinesses): Promise<object[]> {
    const requestId = currentRequestId() ?? ''
    for (const setting of this.#wire.settings) void unwatched(this.#send(SET, setting))
    const { lockTimeoutMs = 0 } = scope
    // Before a shard is held, which waits while it is being moved.
    if (lockTimeoutMs > 0) void unwatched(this.#send(LIMIT_WAITING, [`${lockTimeoutMs}`]))
    if (this.#shard !== undefined) void unwatched(this.#send(HOLD, [this.businessIds, this.#shard]))
    if (this.#kind === 'PART') void unwatched(this.#send(LOOK_IN, [searchPathOf(this.#shard)]))
    if ('businessIds' in scope) return this.#send(ENTER_MANY, [this.businessIds, requestId, lockTimeoutMs])
    const { clientId = '', businessId = '' } = scope
    if (this.#kind === 'COORDINATOR')
      return this.#set({ 'app.client_id': clientId, 'app.business_id': businessId, 'app.request_id': requestId })
    return this.#send(this.#isAlone ? ENTER_TO_READ : ENTER, [clientId, businessId, requestId])
  }

  /** Nodes get to know settings of the coordinator by SET LOCAL alone. */
  async #set(settings: Readonly<Record<string, string>>): Promise<object[]> {
    const all = { ...OF_COORDINATOR, ...settings }
    const sent = Object.entries(all).map(([name, value]) =>
      this.#send(`SET LOCAL ${name} = ${pg.escapeLiteral(value)}`, []),
    )
    return (await Promise.all(sent)).flat()
  }

  /** Other nodes get to know the tenant from here on. */
  reachOut(): void {
    this.stayOpen()
    if (this.#kind !== 'SHARD' || 'businessIds' in this.#scope) return
    const { clientId = '', businessId = '' } = this.#scope
    void unwatched(this.#set({ 'app.client_id': clientId, 'app.business_id': businessId }))
  }

  /**
   * What a schema is called where this transaction is: in a shard that is one with the shard's own tables.
   * @param name a plain one, also with the `%s` of `format`
   */
  schema(name: string): string {
    if (!PLAIN_NAME.test(name)) throw new Error(`${name} is not the name of a schema`)
    return this.#shard === undefined ? name : `shard_${this.#shard}_${name}`
  }

  /** A search path on which the tables of this schema hide others of their names. */
  pathTo(schema: string): string {
    const rest = this.#shard === undefined ? 'public' : searchPathOf(this.#shard)
    return schema === 'public' ? rest : `${this.schema(schema)},${rest}`
  }

  /** From here on the rows of this business are visible. */
  async enterBusiness(businessId: string): Promise<void> {
    this.stayOpen()
    this.businessIds = [businessId.toLowerCase()]
    if (this.#kind === 'COORDINATOR') await this.#set({ 'app.business_id': businessId })
    else await this.ask(`SELECT set_config('app.business_id', $1, true)`, [businessId])
  }

  /** Whether it sends statements to where their rows are, on several nodes. */
  get spansNodes(): boolean {
    return this.#kind === 'COORDINATOR'
  }

  /** Its rows, as soon as they arrive. */
  async ask<Row extends object>(sql: string, bind: Bind, explain?: Explain): Promise<Row[]> {
    this.open()
    return (await this.#send(sql, bind, explain)) as Row[]
  }

  /** From here on the statements of later flights depend on this one's settings. */
  stayOpen(): void {
    this.#flightsAlone = 0
    if (!this.#isAlone) return
    this.#isAlone = false
    // BEGIN takes in what the flight already holds: it goes on with the transaction that these statements are in.
    void unwatched(this.#wire.ask(this.#beginning))
  }

  /** @throws the first failure of any of its statements */
  async commit(): Promise<void> {
    this.open()
    this.#isOver = true
    const known = this.#wire.firstFailure()
    if (known) {
      await this.#wire.ask('ROLLBACK').catch(() => undefined)
      throw known.error
    }
    const end = await this.#wire.ask('COMMIT').catch((error: unknown) => {
      const first = this.#wire.firstFailure()
      if (first?.isAnswer && first.error !== error) throw first.error
      this.#mayStand = true
      throw error
    })
    // The server answers COMMIT with ROLLBACK where a statement of the transaction failed.
    const failure = this.#wire.firstFailure()
    if (failure) throw failure.error
    if (end.command !== 'COMMIT') throw new Error('the COMMIT of a transaction did not end it')
  }

  /**
   * Of a preview: checks what COMMIT would check, and rolls back in the same flight.
   * @throws the first failure of any of its statements
   */
  undo(): Promise<void> {
    return (this.#undone ??= unwatched(this.#undo()))
  }

  async #undo(): Promise<void> {
    this.open()
    this.#isOver = true
    if (!this.#wire.firstFailure()) void unwatched(this.#wire.ask(CHECK_DEFERRED))
    await this.#wire.ask('ROLLBACK')
    const failure = this.#wire.firstFailure()
    if (failure) throw failure.error
  }

  /** For reads: nothing depends on the COMMIT. @returns when it was answered */
  async leave(): Promise<void> {
    this.#isOver = true
    // A flight that has not left yet ends by itself.
    if (!this.#isOpen || this.#isAlone) return
    this.#isOpen = false
    await this.#wire.ask('COMMIT').catch(() => undefined)
  }

  /** Rolls back. @throws what kept it from beginning, which caused all other failures */
  async rollBack(): Promise<void> {
    this.#isOver = true
    if (this.#undone) await this.#undone.catch(() => undefined)
    else if (this.#isOpen) await this.#wire.ask('ROLLBACK').catch(() => undefined)
    await this.#begun
  }

  /** @throws what kept it from beginning */
  async begun(): Promise<void> {
    await this.#begun
  }

  #endWithFlight(): void {
    if (!this.#isAlone) return
    this.#flightsAlone -= 1
    this.#isAlone = false
    this.#isOpen = false
  }

  async #send(sql: string, bind: Bind, explain?: Explain): Promise<object[]> {
    const sent = this.#kind === 'COORDINATOR' && isCopied(sql) ? `${sql} RETURNING 1` : sql
    const { rows } = await tracedStatement(this.#database, sql, () => this.#wire.ask(sent, bind, explain))
    return sent === sql ? rows : []
  }
}
