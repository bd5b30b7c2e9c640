import { databaseServers, type SessionAttrs } from '@pacioli/fields/database-url'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** How long one of several servers may take to let a client in and to say what it is, in milliseconds. */
const ASK_MS = 2_000

/** After how long one is asked again while others keep silent. */
const AGAIN_MS = 200

type Server = { url: string; host: string; port: number }

/**
 * A standby is in recovery; with `default_transaction_read_only` a primary takes no writes either. The name tells one
 * server from another behind the same address.
 */
type State = { isStandby: boolean; isReadOnly: boolean; name: string }

const STATE = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
  concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) AS name`

const SUITS: Readonly<Record<SessionAttrs, (state: State) => boolean>> = {
  any: () => true,
  'read-write': ({ isStandby, isReadOnly }) => !isStandby && !isReadOnly,
  'read-only': ({ isStandby, isReadOnly }) => isStandby || isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  'prefer-standby': ({ isStandby }) => isStandby,
}

/** Of those that take writes there is one alone. */
const ALONE: ReadonlySet<SessionAttrs> = new Set(['read-write', 'primary'])

/** An unhandled error event ends the process; whoever uses the connection learns of the failure with its statement. */
const heard = (): void => undefined

/** None of the servers is what the URL wants. */
export class NoServer extends Error {
  override readonly name = 'NoServer'
  /** Whether one of them kept silent. */
  readonly isSilent: boolean

  constructor(wanted: SessionAttrs, said: readonly unknown[]) {
    const reasons = said.map((one) => (one instanceof Error ? one.message : String(one)))
    super(`no server that is ${wanted}: ${reasons.join('; ')}`)
    this.isSilent = said.some((one) => one instanceof Silent)
  }
}

class Silent extends Error {
  override readonly name = 'Silent'
}

/**
 * The servers of one URL. Of several, the one to use is looked for by asking all at once, so that none that hangs keeps
 * the others waiting, and is used until a connection to it fails. When another one has taken over, connections to the
 * one before are cut: it may be frozen, or out of reach, and never close them.
 */
export class Servers {
  readonly #servers: readonly Server[]
  readonly #wanted: SessionAttrs
  readonly #clients = new Set<FindingClient>()
  #found: Server | undefined
  #last: Server | undefined
  #name: string | undefined
  #looking: Promise<Server> | undefined

  constructor(url: string) {
    const { urls, sessionAttrs } = databaseServers(url)
    this.#wanted = sessionAttrs
    this.#servers = urls.map((one) => {
      const { hostname, port } = new URL(one)
      return { url: one, host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 5432) }
    })
  }

  /** Whether there is nothing to find: one server, whatever it is. */
  get isOne(): boolean {
    return this.#servers.length === 1 && this.#wanted === 'any'
  }

  /** The URL of one of them, which a client of `client` does not keep to. */
  get url(): string {
    return this.#servers[0]?.url ?? ''
  }

  /** A client, to be connected. */
  client(config: pg.ClientConfig = {}): pg.Client {
    const all = { connectionString: this.url, ...config }
    return this.isOne ? new pg.Client(all) : new FindingClient(this, all)
  }

  /** The class of its clients, for a pool. */
  get Client(): new (config?: pg.ClientConfig) => pg.Client {
    const make = (config: pg.ClientConfig): pg.Client => this.client(config)
    return function Client(config: pg.ClientConfig = {}) {
      return make(config)
    } as unknown as new (config?: pg.ClientConfig) => pg.Client
  }

  /** The server to use. @throws NoServer */
  find(): Promise<Server> {
    return this.#found ? Promise.resolve(this.#found) : this.look()
  }

  /** The same, asking all of them anew. */
  look(): Promise<Server> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    return this.#looking
  }

  /** From here on another one may be meant. */
  forget(): void {
    this.#found = undefined
  }

  /** Counts a client that connects to one of them, until its connection ends. */
  count(client: FindingClient): void {
    this.#clients.add(client)
    client.once('end', () => this.#clients.delete(client))
  }

  /** @throws NoServer where a client has connected to what is not wanted */
  async expectSuited(client: FindingClient): Promise<void> {
    const state = await stateOf(client)
    if (this.#wanted !== 'prefer-standby' && !SUITS[this.#wanted](state))
      throw new NoServer(this.#wanted, [otherwise(client, state)])
    client.server = state.name
    this.#meet(state.name)
  }

  /** An address may lead to one server now, and to another one that has taken over then. */
  #meet(name: string): void {
    if (!ALONE.has(this.#wanted) || this.#name === name) return
    this.#name = name
    for (const client of this.#clients) if (client.server !== undefined && client.server !== name) cut(client)
  }

  async #look(): Promise<Server> {
    let unheard = this.#servers.length
    const deadline = performance.now() + ASK_MS
    const asked = this.#servers.map(async (server) => {
      const state = await ask(server).finally(() => (unheard -= 1))
      return { server, state }
    })
    const suited = asked.map(async (answer) => {
      const { server, state: first } = await answer
      let state = first
      while (!SUITS[this.#wanted](state)) {
        if (unheard === 0 || performance.now() > deadline) throw otherwise(server, state)
        // While another one keeps silent, this one may be about to take over.
        await pause(AGAIN_MS)
        state = await ask(server)
      }
      return { server, state }
    })
    let isFallback = false
    const found = await Promise.any(suited).catch(async (none: AggregateError) => {
      isFallback = this.#wanted === 'prefer-standby'
      return Promise.any(isFallback ? asked : []).catch(() => {
        this.forget()
        throw new NoServer(this.#wanted, none.errors)
      })
    })
    // A primary that stands in for a standby is asked for one again by the next connection.
    this.#found = isFallback ? undefined : found.server
    if (this.#last && this.#last !== found.server) this.#cutOthers(found.server)
    this.#last = found.server
    this.#meet(found.state.name)
    return found.server
  }

  #cutOthers({ host, port }: Server): void {
    for (const client of this.#clients) if (client.host !== host || client.port !== port) cut(client)
  }
}

const known = new Map<string, Servers>()

/** The servers of a URL: everything in this process that uses it knows of the same one. */
export function serversAt(url: string): Servers {
  const servers = known.get(url) ?? new Servers(url)
  known.set(url, servers)
  return servers
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** A client that finds its server when it connects. */
export class FindingClient extends pg.Client {
  /** The name of what it is connected to. */
  server: string | undefined
  readonly #servers: Servers

  constructor(servers: Servers, config: pg.ClientConfig) {
    super(config)
    this.#servers = servers
    this.on('error', heard)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const connected = this.#connect()
    if (!callback) return connected
    const tell = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(() => tell(null, this), tell)
  }

  async #connect(): Promise<pg.Client> {
    const { host, port } = await this.#servers.find()
    Object.assign(this, { host, port })
    this.#servers.count(this)
    try {
      await limited(this, async () => {
        await super.connect()
        await this.#servers.expectSuited(this)
      })
      return this
    } catch (error) {
      this.#servers.forget()
      cut(this)
      throw error
    }
  }
}

/** What a server is. @throws Silent, or why it let nobody in */
async function ask({ url, host, port }: Server): Promise<State> {
  const client = new pg.Client({ connectionString: url, application_name: 'looks for its server' })
  client.on('error', heard)
  try {
    return await limited(client, async () => {
      await client.connect()
      return stateOf(client)
    })
  } catch (error) {
    const Kind = error instanceof Silent ? Silent : Error
    throw new Kind(`${host}:${port}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    void client.end().catch(heard)
  }
}

/** @throws Silent where it takes too long, with the client's connection cut */
async function limited<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    cut(client)
  }, ASK_MS)
  try {
    return await work()
  } catch (error) {
    throw isLate ? new Silent(`no answer within ${ASK_MS} ms`, { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Ends a connection at once; `end` would wait for the server. */
export function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}

async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(STATE)
  const [state] = rows
  if (!state) throw new Error('the server did not say what it is')
  return state
}

const otherwise = ({ host, port }: { host: string; port: number }, { isStandby, isReadOnly }: State): Error =>
  new Error(
    `${host}:${port} is ${isStandby ? 'a standby' : isReadOnly ? 'a primary that takes no writes' : 'a primary'}`,
  )
