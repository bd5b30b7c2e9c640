import {
  connect,
  credsAuthenticator,
  Events,
  usernamePasswordAuthenticator,
  type ConnectionOptions,
  type NatsConnection,
} from 'nats'
import { readFileSync } from 'node:fs'

/** Where this library reports to operators; pino's shape. */
export type Log = {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
  error: (facts: object, message: string) => void
}

/** NATS cannot be reached right now. The caller tries again later, or does without. */
export class BrokerUnavailable extends Error {
  override readonly name = 'BrokerUnavailable'

  constructor() {
    super('NATS cannot be reached right now')
  }
}

/** Our identity at NATS, and how both sides authenticate; files are read at each connection, certificates are PEM. */
export type BrokerAccess = {
  user?: string | undefined
  password?: string | undefined
  /** A .creds file, with the user's JWT and key. */
  credentialsFile?: string | undefined
  /** The authority of the NATS server's certificate; the public ones by default. */
  caFile?: string | undefined
  /** Our certificate, where NATS asks for one. */
  certFile?: string | undefined
  keyFile?: string | undefined
}

export type BrokerOptions = {
  /** `nats://host:port`, or `tls://host:port` where nothing may be sent in plain text; several separated by commas. */
  url: string
  access?: BrokerAccess | undefined
  /** Shown to operators of the NATS server. */
  name: string
  log: Log
  /**
   * On how many servers of a cluster streams and buckets are kept. The same for all services: each applies its own
   * setting when it starts. 1 by default.
   */
  replicas?: number | undefined
}

const RETRY_MS = 250

const serversOf = (url: string): string[] => url.split(',').map((one) => one.trim())

function accessOf({ url, access = {} }: BrokerOptions): ConnectionOptions {
  const { user, password, credentialsFile, caFile, certFile, keyFile } = access
  const files = { ...(caFile ? { caFile } : {}), ...(certFile ? { certFile } : {}), ...(keyFile ? { keyFile } : {}) }
  const isSecure = serversOf(url).some((one) => new URL(one).protocol === 'tls:') || Object.keys(files).length > 0
  return {
    ...(credentialsFile ? { authenticator: credsAuthenticator(() => readFileSync(credentialsFile)) } : {}),
    ...(user ? { authenticator: usernamePasswordAuthenticator(user, password) } : {}),
    // Then a server without TLS is refused before it gets our credentials.
    ...(isSecure ? { tls: files } : {}),
  }
}

/**
 * A connection to NATS that exists before the server does and outlives its outages: it keeps connecting in the
 * background, and `client` fails at once while there is none. A silent server counts as lost after 15 seconds.
 */
export class Broker {
  readonly #options: BrokerOptions
  #client: NatsConnection | undefined
  #connected = false
  #closed = false
  #retry: NodeJS.Timeout | undefined
  #outageTold = false
  readonly #onConnected = new Set<() => void>()
  readonly #waiting: (() => void)[] = []

  constructor(options: BrokerOptions) {
    this.#options = options
    void this.#connect()
  }

  get replicas(): number {
    return this.#options.replicas ?? 1
  }

  get log(): Log {
    return this.#options.log
  }

  get connected(): boolean {
    return this.#connected
  }

  /**
   * The library's client, for this folder only.
   * @throws BrokerUnavailable while there is no connection
   */
  get client(): NatsConnection {
    if (!this.#client || !this.#connected) throw new BrokerUnavailable()
    return this.#client
  }

  /** Calls back after each (re)connection, and now if connected. Returns a function that stops it. */
  onConnected(act: () => void): () => void {
    this.#onConnected.add(act)
    if (this.#connected) act()
    return () => void this.#onConnected.delete(act)
  }

  /** Resolves once connected; waits as long as it takes, at most until `close`. */
  async whenConnected(): Promise<void> {
    if (!this.#connected && !this.#closed) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Delivers what is in flight, then ends the connection. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    const client = this.#client
    if (client && this.#connected) await client.drain().catch(() => undefined)
    else await client?.close().catch(() => undefined)
    this.#connected = false
    this.#onConnected.clear()
    this.#release()
  }

  async #connect(): Promise<void> {
    try {
      const client = await connect({
        ...accessOf(this.#options),
        servers: serversOf(this.#options.url),
        name: this.#options.name,
        timeout: 5_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: RETRY_MS,
        reconnectJitter: 100,
        pingInterval: 5_000,
        maxPingOut: 2,
        ignoreAuthErrorAbort: true,
        // Otherwise every publish prepares an error with a stack in advance.
        noAsyncTraces: true,
      })
      if (this.#closed) return await client.close()
      this.#client = client
      void this.#watch(client)
      this.#came()
    } catch (error) {
      this.#lost(error)
      this.#connectLater()
    }
  }

  async #watch(client: NatsConnection): Promise<void> {
    void client.closed().then((error) => {
      this.#connected = false
      if (!this.#closed) this.#lost(error)
      this.#connectLater()
    })
    for await (const { type } of client.status()) {
      if (type === Events.Disconnect) this.#lost(undefined)
      if (type === Events.Reconnect) this.#came()
    }
  }

  #connectLater(): void {
    if (!this.#closed) this.#retry = setTimeout(() => void this.#connect(), RETRY_MS)
  }

  #came(): void {
    this.#connected = true
    this.#outageTold = false
    this.#options.log.info({ server: this.#client?.getServer() }, 'Connected to NATS')
    for (const act of [...this.#onConnected]) act()
    this.#release()
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #lost(error: unknown): void {
    this.#connected = false
    if (this.#closed || this.#outageTold) return
    this.#outageTold = true
    this.#options.log.warn({ err: error }, 'NATS cannot be reached; trying again until it answers')
  }
}
