import { refused } from '@pacioli/errors'
import { databaseServers } from '@pacioli/fields/database-url'
import { hashOfUuid } from './hash-of-uuid.ts'

/** A server that rows of businesses are on. */
export type Node = { host: string; port: number }

/** The same database of the same role on a node; the URL may name several servers that are the coordinator by turns. */
export function urlAt(url: string, { host, port }: Node): string {
  const at = new URL(databaseServers(url).urls[0])
  at.hostname = host
  at.port = `${port}`
  // Nodes are spoken to directly.
  at.searchParams.delete('pooler')
  return at.href
}

/** Rows of businesses whose hashes are in one range, on a node. */
export type Shard = Node & { id: string }

/** In their order, without gaps. */
type Range = Shard & { from: number; to: number }

/** As read: the node is missing where none has the shard. */
type Found = Omit<Range, 'host'> & { host: string | null }

/** A statement without values, on the server that the URL names. */
type Ask = <Row extends object>(sql: string) => Promise<Row[]>

/** Any table that is distributed by business stands for all: they are distributed alike. Every service has this one. */
const RANGES = `
SELECT s.shardminvalue::int AS "from", s.shardmaxvalue::int AS "to", s.shardid AS id, n.nodename AS host, n.nodeport AS port
  FROM pg_dist_shard s
  LEFT JOIN pg_dist_placement p USING (shardid)
  LEFT JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
 WHERE s.logicalrelid = to_regclass('idempotency_keys')
 ORDER BY s.shardminvalue::int`

const [LEAST, GREATEST] = [-(2 ** 31), 2 ** 31 - 1]

/** Whether each hash is in one range, and each range on one node. */
const isWhole = (ranges: readonly Found[]): ranges is Range[] =>
  ranges.every(({ from, host }, index) => host !== null && from === (ranges[index - 1]?.to ?? LEAST - 1) + 1) &&
  ranges.at(-1)?.to === GREATEST

/** All of them: also the coordinator, and a node that has no rows yet, or none any more. */
const NODES = `
SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND isactive ORDER BY groupid`

/** Which shard and node of a Citus cluster have the rows of which business. */
export class Layout {
  /** The coordinator comes first. */
  readonly nodes: readonly Node[]
  /** The shards that are open where this layout says that they are, or are being opened. */
  readonly opened = new Map<string, true | Promise<void>>()
  readonly shards: readonly Range[]

  private constructor(nodes: readonly Node[], ranges: readonly Range[]) {
    this.nodes = nodes
    this.shards = ranges
  }

  /**
   * @returns undefined where the database is not one of a cluster
   * @throws ServiceUnavailable while its tables are not distributed: a migration is under way, or was never run to its end
   */
  static async read(ask: Ask): Promise<Layout | undefined> {
    const [found] = await ask<{ citus: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus`,
    )
    if (!found?.citus) return undefined
    const ranges = await ask<Found>(RANGES)
    if (isWhole(ranges)) return new Layout(await ask<Node>(NODES), ranges)
    throw refused(
      'ServiceUnavailable',
      ranges.length === 0
        ? 'The tables are not distributed over the cluster yet. Nothing was written. Try again once the migrations are done.'
        : 'The cluster does not say on which node each shard is. Nothing was written. Try again.',
    )
  }

  /** What was open is so still, where it lies as it did. */
  keepOpen(earlier: Layout): void {
    for (const { id, host, port } of this.shards)
      if (
        earlier.opened.get(id) === true &&
        earlier.shards.some((was) => was.id === id && was.host === host && was.port === port)
      )
        this.opened.set(id, true)
  }

  shardOf(businessId: string): Shard {
    const hash = hashOfUuid(businessId)
    // The ranges cover all integers, in order.
    let [low, high] = [0, this.shards.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.shards[middle] as Range).from <= hash) low = middle
      else high = middle - 1
    }
    return this.shards[low] as Range
  }
}
