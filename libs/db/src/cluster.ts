import { Breaker, DomainError, refused, type BreakerOptions } from '@pacioli/errors'
import type { Attributes } from '@pacioli/telemetry'
import { Connections, type ConnectionOptions, type PoolUse } from './connections.ts'
import { pgErrorOf, silence, translate, translateRead } from './errors.ts'
import { Layout, urlAt, type Node, type Shard } from './layout.ts'
import { NO_BUSINESS } from './no-business.ts'
import type { Named } from './part-by-part.ts'
import { Room } from './room.ts'
import { serversAt } from './servers.ts'
import { searchPathOf, type ServerKind } from './session.ts'
import { signOfLife } from './sign-of-life.ts'
import { databaseAt } from './tracing.ts'
import type { Bind } from './wire.ts'

export type DatabaseOptions = ConnectionOptions & {
  /** When the database counts as silent; tests use a shorter time. */
  breaker?: Pick<BreakerOptions, 'unresponsiveMs' | 'probeTimeoutMs' | 'probeIntervalMs'>
}

/** Connections to one server, the signs that anything arrives over them, and what spans say of it. */
export type Place = {
  url: string
  kind: ServerKind
  /** Whose tables its connections see, where it stands for one. */
  shard?: string | undefined
  connections: Connections
  breaker: Breaker
  about: Attributes
}

/** Raised by `hold_businesses`: a shard has moved since the layout was read. */
const IS_ELSEWHERE = 'PA503'
const LOCK_TIMEOUT = '55P03'

/** Whether a shard has moved, or is being moved for longer than these functions wait. */
function isMoving(error: unknown): boolean {
  const { code, where } = pgErrorOf(error) ?? {}
  return (
    code === IS_ELSEWHERE ||
    (code === LOCK_TIMEOUT && /\b(?:hold_businesses|hold_shards|open_shard)_v1\b/.test(where ?? ''))
  )
}

const breakerOf = ({ url, breaker }: DatabaseOptions): Breaker =>
  new Breaker({ what: 'The database', probe: (ms) => signOfLife(serversAt(url), ms), ...breaker })

function connectTo(options: DatabaseOptions, breaker: Breaker, kind: ServerKind, shard?: string): Place {
  const { url } = options
  const searchPath = shard === undefined ? undefined : searchPathOf(shard)
  const connections = new Connections({ ...options, searchPath }, serversAt(url), breaker)
  return { url, kind, shard, connections, breaker, about: databaseAt(url) }
}

/**
 * What the connections to a node and to its shards have together: how many there may be, and the signs of life. A node that is full
 * answers over some of them late, and must not be taken for silent, nor be asked for a sign of life for each of its shards.
 */
type Shared = { room: Room; breaker: Breaker }

/**
 * Runs a query unless the server is silent; once it turns out to be, all waiting queries fail.
 * @throws ServiceUnavailable, or OutcomeUnknown for what may still be written
 */
export async function whileAnswering<Result>(
  { breaker }: Place,
  writes: boolean,
  ask: () => Promise<Result>,
): Promise<Result> {
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

/** Between two looks for where rows are while a node does not answer. */
const LOOK_AGAIN_MS = 1_000

/** Rows of a table that is distributed by business, where one of these conditions holds: each has an index of its own. */
export type SomeRows = { table: string; where: readonly string[] }

/** What a statement is about: one business, several, or none. */
type About = { businessId?: string | undefined } | { businessIds: readonly string[] }

/**
 * The servers that the rows of a service are on: the one that the URL names, or, where that is the coordinator of a Citus
 * cluster, its nodes as well. A node has the same database and the same roles with the same passwords.
 */
export class Cluster {
  readonly #options: DatabaseOptions
  readonly #named: Place
  readonly #nodes = new Map<string, Place>()
  /** By node. */
  readonly #shared = new Map<string, Shared>()
  /** Undefined until it was read; 'ALONE' where the database is not one of a Citus cluster. */
  #layout: Layout | 'ALONE' | undefined
  #reading: Promise<Layout | 'ALONE'> | undefined
  #lookedAt = -Infinity
  #isClosed = false

  constructor(options: DatabaseOptions) {
    this.#options = options
    this.#named = connectTo(options, breakerOf(options), 'ALONE')
  }

  /** The server that the URL names. */
  get named(): Place {
    return this.#named
  }

  /** What a business has in common with those that may share a transaction; itself, while the layout is not known. */
  groupOf(businessId: string): string {
    const layout = this.#layout
    if (layout === 'ALONE') return ''
    return layout ? layout.shardOf(businessId).id : businessId
  }

  /** Finds out where rows are, unless that is known. @returns whether on several nodes */
  async known(): Promise<boolean> {
    return (this.#layout ?? (await this.#read())) !== 'ALONE'
  }

  /** Each part of the rows, over connections to its node. */
  async parts(): Promise<readonly Place[]> {
    return Promise.all((await this.namedParts()).map(({ open }) => open()))
  }

  /** The same, each to be opened by itself. */
  async namedParts(): Promise<readonly Named<Place>[]> {
    const layout = await this.#current()
    if (layout === 'ALONE') return [{ name: 'the server', open: () => Promise.resolve(this.#named) }]
    return layout.shards.map((shard) => ({
      name: `the shard ${shard.id} on ${shard.host}:${shard.port}`,
      open: async () => {
        await this.#open(layout, shard)
        return { ...this.#connected(shard), kind: 'PART', shard: shard.id }
      },
    }))
  }

  /**
   * The parts that have such rows, node by node: each is asked by one statement, whatever the number of its shards. A server
   * is not asked.
   */
  async partsWith(rows: SomeRows): Promise<readonly Promise<readonly Place[]>[]> {
    const layout = await this.#current()
    if (layout === 'ALONE') return [Promise.resolve([this.#named])]
    const nodes = Map.groupBy(layout.shards, ({ host, port }) => `${host}:${port}`)
    return [...nodes.values()].map((shards) => this.#partsOf(layout, shards, rows))
  }

  /** @param shards of one node */
  async #partsOf(layout: Layout, shards: readonly Shard[], { table, where }: SomeRows): Promise<Place[]> {
    await Promise.all(shards.map(async (shard) => await this.#open(layout, shard)))
    const looks = shards.map(({ id }) => {
      const any = where.map((condition) => `EXISTS (SELECT FROM shard_${id}.${table} WHERE ${condition})`)
      return `SELECT '${id}' AS id WHERE ${any.join(' OR ')}`
    })
    const [node] = shards.map((shard) => this.#connected(shard))
    const found = await this.#ask<{ id: string }>(looks.join(' UNION ALL '), node).catch((error: unknown) => {
      // Perhaps one of them was away meanwhile, and is not open any more.
      for (const { id } of shards) layout.opened.delete(id)
      throw translate(error)
    })
    return shards
      .filter(({ id }) => found.some((one) => one.id === id))
      .map((shard) => ({ ...this.#connected(shard), kind: 'PART', shard: shard.id }))
  }

  /** The server for a transaction about these businesses, or about none. */
  of(about: About): Place | Promise<Place> {
    const layout = this.#layout
    return layout ? this.#within(layout, about) : this.#read().then((read) => this.#within(read, about))
  }

  /** Each server that has rows, as the layout is now. */
  async nodes(): Promise<readonly Place[]> {
    const layout = await this.#current()
    return layout === 'ALONE' ? [this.#named] : layout.nodes.map((node) => this.#connected(node))
  }

  /** The same as it was when it was last asked for, perhaps by another caller. */
  async knownNodes(): Promise<readonly Place[]> {
    const layout = this.#layout ?? (await this.#read())
    return layout === 'ALONE' ? [this.#named] : layout.nodes.map((node) => this.#connected(node))
  }

  /** What a failure means to the caller; where rows have moved, the next request finds them. */
  explain(error: unknown, commits = false): unknown {
    if (!isMoving(error)) return this.#told(translate(error, commits))
    this.#layout = undefined
    return refused(
      'ServiceUnavailable',
      'The books of this business are being moved to another database server. Nothing was written. Try again.',
      {},
      { cause: error },
    )
  }

  /** The same for work that only reads: if it writes, it is at fault, not the server. */
  explainRead(error: unknown): unknown {
    return isMoving(error) ? this.explain(error) : this.#told(translateRead(error))
  }

  /** A node that does not answer may have left the cluster: what lay there is looked for again, once in a while. */
  #told(meant: unknown): unknown {
    const mayHaveLeft = meant instanceof DomainError && meant.errorEnum === 'ServiceUnavailable'
    if (mayHaveLeft && this.#layout instanceof Layout && performance.now() - this.#lookedAt > LOOK_AGAIN_MS) {
      this.#lookedAt = performance.now()
      // As long as the coordinator does not answer either, rows are where they were.
      void this.#read().catch(() => undefined)
    }
    return meant
  }

  /** What is in use and at most may be: of a cluster, on all of its nodes. */
  use(): PoolUse {
    const all = [this.#named, ...this.#nodes.values()].map(({ connections }) => connections.use())
    const sum = (of: (use: PoolUse) => number): number => all.reduce((total, use) => total + of(use), 0)
    const rooms = [...this.#shared.values()].map(({ room }) => room)
    return {
      inUse: sum((u) => u.inUse),
      idle: sum((u) => u.idle),
      waiting: sum((u) => u.waiting) + rooms.reduce((total, { waiting }) => total + waiting, 0),
      max: rooms.reduce((total, { max }) => total + max, this.#options.poolSize),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const all = [this.#named, ...this.#nodes.values()]
    for (const { breaker } of all) breaker.stop()
    await Promise.all(all.map(({ connections }) => connections.close()))
  }

  #within(layout: Layout | 'ALONE', about: About): Place | Promise<Place> {
    if (layout === 'ALONE') return this.#named
    // Several businesses that are none see nothing, anywhere.
    if ('businessIds' in about) return this.#open(layout, layout.shardOf(about.businessIds[0] ?? NO_BUSINESS))
    const { businessId } = about
    return businessId ? this.#open(layout, layout.shardOf(businessId)) : { ...this.#named, kind: 'COORDINATOR' }
  }

  /** A shard that is not open on its node yet has just been moved there. */
  #open(layout: Layout, shard: Shard): Place | Promise<Place> {
    const server = this.#connected(shard, shard.id)
    const opened = layout.opened.get(shard.id)
    if (opened === true) return server
    if (opened) return opened.then(() => server)
    const opening = this.#ask('SELECT open_shard_v1($1, false)', this.#connected(shard), [shard.id]).then(
      () => void layout.opened.set(shard.id, true),
      (error: unknown) => {
        layout.opened.delete(shard.id)
        throw error
      },
    )
    layout.opened.set(shard.id, opening)
    return opening.then(() => server)
  }

  /** As many as to a server, but one for the node itself and for each shard that it has: these cannot do with less for long. */
  #connectionsTo({ host, port }: Node): number {
    const shards = this.#layout instanceof Layout ? this.#layout.shards : []
    const here = shards.filter((shard) => shard.host === host && shard.port === port)
    return Math.max(this.#options.poolSize, 1 + here.length)
  }

  /** A node, or one of its shards. */
  #connected(node: Node, shard?: string): Place {
    const at = `${node.host}:${node.port}`
    const name = `${at} ${shard ?? ''}`
    const known = this.#nodes.get(name)
    if (known) return known
    const options = { ...this.#options, url: urlAt(this.#options.url, node) }
    const shared = this.#shared.get(at) ?? {
      room: new Room(() => this.#connectionsTo(node)),
      breaker: breakerOf(options),
    }
    this.#shared.set(at, shared)
    const { room, breaker } = shared
    const made = connectTo({ ...options, room }, breaker, shard === undefined ? 'NODE' : 'SHARD', shard)
    this.#nodes.set(name, made)
    if (this.#isClosed) void made.connections.close()
    return made
  }

  /** As rows lie now: no server becomes one of a cluster while services run. */
  async #current(): Promise<Layout | 'ALONE'> {
    return this.#layout === 'ALONE' ? this.#layout : this.#read()
  }

  #read(): Promise<Layout | 'ALONE'> {
    this.#reading ??= Layout.read((sql) => this.#ask(sql))
      .then((layout) => {
        if (this.#layout instanceof Layout) layout?.keepOpen(this.#layout)
        return (this.#layout = layout ?? 'ALONE')
      })
      .catch((error: unknown) => Promise.reject(translate(error) as Error))
      .finally(() => (this.#reading = undefined))
    return this.#reading
  }

  #ask<Row extends object>(sql: string, server = this.#named, bind: Bind = []): Promise<Row[]> {
    const { connections } = server
    return whileAnswering(server, false, async () => {
      const wire = await connections.take()
      try {
        return (await wire.ask(sql, bind)).rows as Row[]
      } finally {
        await connections.giveBack(wire)
      }
    })
  }
}
