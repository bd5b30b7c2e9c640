/**
 * A broker of three: what the kill of a server costs, of any of them and in the midst of postings and documents, is time
 * for what follows the books. The books themselves do not need it.
 */
import type { Stack } from '@pacioli/dev-stack'
import { ownStack, testNatsCluster, waitFor, type ClusterServer, type NatsCluster } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sale, type Books } from '../src/books.ts'
import { newClient, type TestClient } from '../src/clients.ts'
import { expectReportedAsKept } from '../src/fault-checks.ts'
import { CONSUMERS, expectToldOnce, rowsOfAll } from '../src/feed-checks.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { Work } from '../src/work.ts'

const FAULTS = 20
/** Requests to the journal in the midst of which one of them comes; those to the others are fewer. */
const REQUESTS = 40
const STREAM = 'PACIOLI'
/** How long a cluster may take to be whole again. */
const WHOLE_MS = 120_000
/** Servers elect a leader after at most nine seconds; a frozen one is given up after fifteen, by those connected to it. */
const TIME_FOR_ONE = { timeout: 300_000 }

let cluster: NatsCluster
let stack: Stack
let client: TestClient
/** Books of the test's own, beside those of the work. */
let books: Books

beforeAll(async () => {
  cluster = await testNatsCluster()
  stack = await ownStack('nats-cluster', { env: { NATS_URL: cluster.url, NATS_STREAM_REPLICAS: '3' } })
  // Nothing is connected to the server that a stack has of its own.
  await stack.nats.stop()
  client = await newClient(stack, 'nats-cluster', { isPatient: true })
  books = await client.books()
  await books.allPosted([sale(1_250), sale(300)])
  await expectReportedAsKept(books)
  await cluster.whenWhole(STREAM, WHOLE_MS)
}, 240_000)

afterAll(async () => {
  await stack?.stop()
  await cluster?.stop()
})

/**
 * Every service says that it is ready while a server is away: none of them needs the broker for what it is asked. One look
 * alone may find a machine too busy to answer in time, as a probe may.
 */
async function expectReady(): Promise<void> {
  for (const [name, { ports }] of Object.entries(stack.services)) {
    const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).status === 200
    await waitFor(`${name} to be ready`, isReady, { timeoutMs: 5_000, everyMs: 500 })
  }
}

/** What is posted now reaches the reports, with the servers that are left. */
async function expectServed(): Promise<void> {
  expect((await books.post(sale(100))).status).toBe(201)
  await expectReady()
  await expectReportedAsKept(books)
}

const waiting = async (): Promise<number> =>
  (await rowsOfAll(stack.postgresAdminUrl, 'SELECT FROM event_queue WHERE business_id = $1', [books.id])).length

type Roles = { leader: ClusterServer; followers: readonly ClusterServer[] }

async function roles(): Promise<Roles> {
  const leader = await waitFor('a leader', () => cluster.leaderOf(STREAM))
  return { leader, followers: cluster.servers.filter((server) => server !== leader) }
}

async function kill(server: ClusterServer | undefined): Promise<void> {
  await server?.crash()
  try {
    await expectServed()
  } finally {
    await server?.start()
  }
}

async function freeze(server: ClusterServer | undefined): Promise<void> {
  server?.freeze()
  try {
    await expectServed()
  } finally {
    server?.thaw()
  }
}

/** One server alone decides nothing: everything is written and waits, and nothing is lost once there is a second one. */
async function loseMajority({ leader, followers: [other] }: Roles): Promise<void> {
  await Promise.all([leader.crash(), other?.crash()])
  try {
    const posted = 5
    for (let index = 0; index < posted; index++) expect((await books.post(sale(100))).status).toBe(201)
    await expectReady()
    // Those of the last minutes wait, too, if they are to be published again.
    expect(await waiting()).toBeGreaterThanOrEqual(posted)
  } finally {
    await other?.start()
  }
  try {
    await expectServed()
  } finally {
    await leader.start()
  }
}

const KINDS: readonly [what: string, happens: (roles: Roles) => Promise<void>][] = [
  ['a follower is killed', ({ followers: [one] }) => kill(one)],
  ['the leader of the stream is killed', ({ leader }) => kill(leader)],
  ['the leader of the stream is frozen, and continued', ({ leader }) => freeze(leader)],
  ['a follower is frozen, and continued', ({ followers: [, other] }) => freeze(other)],
  ['the majority is killed, and back', loseMajority],
]

const SERIES = Array.from({ length: FAULTS }, (_, round) => ({
  round: round + 1,
  kind: KINDS[round % KINDS.length] ?? KINDS[0],
}))

describe('every acknowledged write is there once and told once, nothing was refused, and reports have caught up by themselves, after', () => {
  test.each(SERIES.map(({ round, kind }) => [round, kind?.[0], kind?.[1]] as const))(
    'fault %i: %s',
    TIME_FOR_ONE,
    async (_round, _what, happens) => {
      await cluster.whenWhole(STREAM, WHOLE_MS)
      const now = await roles()
      const work = await Work.begin(client)
      await work.run(REQUESTS, async () => happens?.(now))
      for (const [kind, repeats] of Object.entries(work.repeats())) expect([kind, repeats]).toEqual([kind, []])
      await work.expectSound()
      for (const one of [...work.books, books]) await expectToldOnce(stack.postgresAdminUrl, one)
    },
  )

  test('all of them, for the product’s own checks, too', { timeout: 300_000 }, async () => {
    await expectNoViolations(stack)
    expect(await rowsOfAll(stack.postgresAdminUrl, 'SELECT * FROM parked_events', [], CONSUMERS)).toEqual([])
  })
})

test('for all services it is the same stream all the time', async () => {
  const known = await rowsOfAll<{ created: string }>(stack.postgresAdminUrl, 'SELECT created FROM relay_state')
  expect(new Set(known.map(({ created }) => created)).size).toBe(1)
})
