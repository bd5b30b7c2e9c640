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

/** In their order; one is from this hash on, up to the next one. */
type Range = Shard & { from: number }

/** A statement without values, on the server that the URL names. */
type Ask = <Row extends object>(sql: string) => Promise<Row[]>

/** Any table that is distributed by business stands for all: they are distributed alike. Every service has this one. */
const RANGES = `
SELECT s.shardminvalue::int AS "from", s.shardid AS id, n.nodename AS host, n.nodeport AS port
  FROM pg_dist_shard s
  JOIN pg_dist_placement p USING (shardid)
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
 WHERE s.logicalrelid = 'idempotency_keys'::regclass
 ORDER BY s.shardminvalue::int`

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

  /** @returns undefined where nothing is distributed */
  static async read(ask: Ask): Promise<Layout | undefined> {
    const [found] = await ask<{ citus: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus`,
    )
    if (!found?.citus) return undefined
    const ranges = await ask<Range>(RANGES)
    return ranges.length === 0 ? undefined : new Layout(await ask<Node>(NODES), ranges)
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

  /** How many shards are on a node. */
  countOn({ host, port }: Node): number {
    return this.shards.filter((range) => range.host === host && range.port === port).length
  }
}
