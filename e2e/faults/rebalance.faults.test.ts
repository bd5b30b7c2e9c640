/**
 * Shards that move while postings, documents and imports go on: one by one, all of them when a worker joins, and all away from
 * one that leaves. Callers are asked to try again now and then, and nothing else happens.
 */
import { DATABASE_NAMES, type Stack } from '@pacioli/dev-stack'
import { ownStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agedStack, expectAging } from '../src/aging-checks.ts'
import type { CitusNode } from '../src/citus-cluster.ts'
import { newClient } from '../src/clients.ts'
import { areAllReady, expectRetryable } from '../src/fault-checks.ts'
import { expectToldOnce, versionsOn, type GoneVersion } from '../src/feed-checks.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { NO_CLUSTER, ProductCluster } from '../src/product-cluster.ts'
import { Work } from '../src/work.ts'

const REQUESTS = 40
const WORKS = 2
const TIME = { timeout: 1_800_000 }

/** Blocking and online. */
type How = 'block_writes' | 'force_logical'

let cluster: ProductCluster
let stack: Stack
let works: Work[]
/** Events of the node that has left. */
const gone: GoneVersion[] = []

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
      for (const books of work.books) await expectToldOnce(cluster.adminUrl, books, gone)
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

  const countOn = async ({ postgres }: CitusNode): Promise<number[]> =>
    Promise.all(DATABASE_NAMES.map(async (database) => (await shardsOf(database)).get(postgres.port)?.length ?? 0))

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

  test('to a worker that joins, in the background and at once', TIME, async () => {
    await underLoad(async () => {
      const third = await cluster.addWorker()
      await stack.migrate()
      const [inBackground, ...atOnce] = DATABASE_NAMES
      const terms = `rebalance_strategy => 'by_shard_count', shard_transfer_mode => 'force_logical'`
      await cluster.ask(inBackground ?? '', `SELECT citus_rebalance_start(${terms})`)
      for (const database of atOnce) await cluster.ask(database, `SELECT rebalance_table_shards(${terms})`)
      await cluster.ask(inBackground ?? '', 'SELECT citus_rebalance_wait()')
      for (const count of await countOn(third)) expect(count).toBeGreaterThan(0)
    })
  })

  test('away from a worker that leaves, once its events are published', TIME, async () => {
    const [leaving] = cluster.workers as [CitusNode]
    await underLoad(async () => {
      for (const database of DATABASE_NAMES)
        await expect(remove(database, leaving)).rejects.toThrow(/still has \d+ shards/)
      for (const database of DATABASE_NAMES)
        await cluster.ask(database, `SELECT citus_drain_node($1, $2, 'force_logical')`, placeOf(leaving))
      expect(await countOn(leaving)).toEqual([0, 0, 0, 0])
      for (const database of DATABASE_NAMES)
        await waitFor(`${leaving.name} to be let go by ${database}`, () => isRemoved(database, leaving), {
          timeoutMs: 120_000,
          everyMs: 500,
        })
      gone.push(...(await versionsOn(leaving.postgres.adminUrl)))
      await leaving.postgres.stop()
    })
  })

  test('after all of this the product finds nothing wrong, and both agings say what is owed', TIME, async () => {
    await expectNoViolations(stack)
    await expectAging(agedStack(stack))
  })

  const remove = (database: string, node: CitusNode): Promise<object[]> =>
    cluster.ask(database, 'SELECT remove_node_v1($1, $2)', placeOf(node))

  /** Refused while events of the node wait, and for nothing else. */
  const isRemoved = (database: string, node: CitusNode): Promise<boolean> =>
    remove(database, node).then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain('are not published yet')
        return false
      },
    )
})
