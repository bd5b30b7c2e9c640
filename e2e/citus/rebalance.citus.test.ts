/**
 * Shards that move while postings, documents and imports go on: callers are asked to try again now and then, and nothing else
 * happens.
 */
import { DATABASE_NAMES, type Stack } from '@pacioli/dev-stack'
import { ownStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { CitusNode } from '../src/citus-cluster.ts'
import { newClient } from '../src/clients.ts'
import { areAllReady, expectRetryable } from '../src/fault-checks.ts'
import { expectToldOnce } from '../src/feed-checks.ts'
import { NO_CLUSTER, ProductCluster } from '../src/product-cluster.ts'
import { Work } from '../src/work.ts'

const REQUESTS = 40
const WORKS = 2
const TIME = { timeout: 900_000 }

/** Blocking and online. */
type How = 'block_writes' | 'force_logical'

let cluster: ProductCluster
let stack: Stack
let works: Work[]

type Shard = { id: string }

describe.skipIf(NO_CLUSTER !== undefined)(`shards that move${NO_CLUSTER ? ` (${NO_CLUSTER})` : ''}`, () => {
  beforeAll(async () => {
    cluster = await ProductCluster.start('rebalance', 2)
    stack = await ownStack('rebalance', { postgresAdminUrl: cluster.adminUrl })
    const client = await newClient(stack, 'rebalance', { isPatient: true })
    works = await Promise.all(Array.from({ length: WORKS }, () => Work.begin(client)))
  }, 600_000)
  afterAll(async () => {
    await stack?.stop()
    await cluster?.stop()
  }, 120_000)

  /** Lets this happen in the midst of all that is written, and then looks at it. */
  async function underLoad(happens: () => Promise<void>): Promise<void> {
    let isOver = false
    const happening = happens().finally(() => (isOver = true))
    const write = async (): Promise<void> => {
      do await Promise.all(works.map((work) => work.run(REQUESTS, () => Promise.resolve())))
      while (!isOver)
    }
    await Promise.all([happening, write()])
    expectRetryable(works.flatMap((work) => Object.values(work.repeats()).flat()))
    await waitFor('every service to be ready', () => areAllReady(stack), { timeoutMs: 60_000 })
    for (const work of works) {
      await work.expectSound()
      for (const books of work.books) await expectToldOnce(cluster.adminUrl, books)
    }
  }

  /** Shards by the port of their worker; each stands for all that lie with it. */
  async function shardsOf(database: string): Promise<Map<number, Shard[]>> {
    const shards = await cluster.ask<Shard & { port: number }>(
      database,
      `SELECT s.shardid AS id, n.nodeport AS port FROM pg_dist_shard s JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node n USING (groupid)
        WHERE s.logicalrelid = 'idempotency_keys'::regclass AND n.noderole = 'primary' ORDER BY s.shardid`,
    )
    return Map.groupBy(shards, ({ port }) => port)
  }

  /** One shard of each database from one worker to the other. */
  async function moveOne(from: CitusNode, to: CitusNode, how: How): Promise<void> {
    for (const database of DATABASE_NAMES) {
      const [shard] = (await shardsOf(database)).get(from.postgres.port) ?? []
      if (!shard) throw new Error(`${from.name} has no shard of ${database}`)
      await cluster.ask(database, `SELECT citus_move_shard_placement($1, $2, $3, $4, $5, $6)`, [
        shard.id,
        ...placeOf(from),
        ...placeOf(to),
        how,
      ])
    }
  }

  const placeOf = ({ postgres }: CitusNode): [host: string, port: number] => ['127.0.0.1', postgres.port]

  test.for<How>(['block_writes', 'force_logical'])('there and back again, by %s', TIME, async (how) => {
    const [first, second] = cluster.workers as [CitusNode, CitusNode]
    await underLoad(async () => {
      await moveOne(first, second, how)
      await moveOne(second, first, how)
    })
  })
})
