import type { Breaker } from '@pacioli/errors'
import { isPooled } from '@pacioli/fields/database-url'
import pg from 'pg'
import { isAnswer, NoConnection } from './errors.ts'
import type { Room } from './room.ts'
import { rowTypes } from './row-types.ts'
import type { Servers } from './servers.ts'
import { LIMITS, STARTUP_OPTIONS, transactionSettings, type Limits } from './session-settings.ts'
import { StatementNames } from './statement-names.ts'
import { Wire, type ConnectionState } from './wire.ts'

export type ConnectionOptions = {
  url: string
  applicationName: string
  poolSize: number
  /** Where tables and functions are looked for, other than in `public` alone. */
  searchPath?: string | undefined
  /** Shared with other pools to the same server, where there are several. */
  room?: Room | undefined
  /** How long a request waits for a free connection before it is refused with 503. */
  acquireTimeoutMs?: number
  statementTimeoutMs?: number
  /** How long a transaction may wait for us before the database ends it. */
  idleInTransactionMs?: number
}

/** Connections in use, idle connections, waiting requests, and the maximum number of connections. */
export type PoolUse = { inUse: number; idle: number; waiting: number; max: number }

const IDLE_MS = 30_000

/** Its startup message says all settings. Those in the URL are added; otherwise the driver would replace ours with them. */
const sessionOf = (
  url: string,
  { statementTimeoutMs, idleInTransactionMs, searchPath }: Limits & Pick<ConnectionOptions, 'searchPath'>,
): pg.ClientConfig => ({
  ...connectionOf(url, searchPath),
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
})

function connectionOf(url: string, searchPath: string | undefined): { connectionString: string; options?: string } {
  const settings = searchPath === undefined ? STARTUP_OPTIONS : `${STARTUP_OPTIONS} -c search_path=${searchPath}`
  const parsed = new URL(url)
  const more = parsed.searchParams.get('options')
  if (more === null) return { connectionString: url, options: settings }
  parsed.searchParams.set('options', `${settings} ${more}`)
  return { connectionString: parsed.href }
}

/** An unhandled error event ends the process. The user of the connection gets the failure with the next statement. */
const heard = (): void => undefined

/** The connections of one role to one database. Each serves one user at a time. */
export class Connections {
  readonly #pool: pg.Pool
  readonly #servers: Servers
  readonly #breaker: Breaker
  readonly #room: Room | undefined
  readonly #acquireTimeoutMs: number
  /** None where each transaction has another connection of the server: it would not know them. */
  readonly #names: StatementNames | undefined
  readonly #ofTransaction: readonly (readonly [name: string, value: string])[]
  readonly #states = new WeakMap<pg.PoolClient, ConnectionState>()
  #taken = 0
  #closed: Promise<void> | undefined
  #lastIsBack = (): void => undefined

  constructor(options: ConnectionOptions, servers: Servers, breaker: Breaker) {
    const { acquireTimeoutMs = 5_000 } = options
    const limits = { ...LIMITS, ...options }
    const pooled = isPooled(options.url)
    this.#names = pooled ? undefined : new StatementNames()
    this.#ofTransaction = pooled ? transactionSettings(limits) : []
    this.#breaker = breaker
    this.#servers = servers
    this.#acquireTimeoutMs = acquireTimeoutMs
    this.#room = options.room
    this.#pool = new pg.Pool({
      ...(pooled ? { connectionString: servers.url } : sessionOf(servers.url, limits)),
      Client: servers.Client,
      max: options.poolSize,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: acquireTimeoutMs,
      application_name: options.applicationName,
      keepAlive: true,
      pipeline: true,
      types: rowTypes,
    })
    this.#room?.add(this.#pool)
    this.#pool.on('error', heard)
    this.#pool.on('connect', (client) => client.on('error', heard))
  }

  /** Borrows a connection, to be given back. @throws NoConnection */
  async take(): Promise<Wire> {
    if (this.#closed) throw new NoConnection(new Error('the connections are closed'))
    this.#taken += 1
    try {
      const client = await (this.#room?.connect(this.#pool, this.#acquireTimeoutMs) ?? this.#pool.connect())
      return new Wire(client, this.#breaker, this.#names, this.#stateOf(client), this.#ofTransaction)
    } catch (error) {
      this.#isBack()
      if (isAnswer(error)) this.#breaker.heard()
      throw new NoConnection(error)
    }
  }

  #stateOf(client: pg.PoolClient): ConnectionState {
    const state = this.#states.get(client) ?? { named: new Map(), isPlannedOnce: false }
    this.#states.set(client, state)
    return state
  }

  async giveBack(wire: Wire): Promise<void> {
    if (wire.isReadOnly) this.#servers.forget()
    await wire.release()
    this.#isBack()
  }

  use(): PoolUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max }
  }

  /** Resolves once all connections are back, including those that are still waited for. */
  close(): Promise<void> {
    this.#closed ??= new Promise<void>((resolve) => {
      this.#lastIsBack = resolve
      if (this.#taken === 0) resolve()
    }).then(() => this.#pool.end())
    return this.#closed
  }

  #isBack(): void {
    this.#room?.left(this.#pool)
    this.#taken -= 1
    if (this.#taken === 0) this.#lastIsBack()
  }
}
