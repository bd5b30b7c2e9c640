/**
 * Primaries that fail under postings, one after the other, while nobody looks after them: the standby takes over, the
 * services find it, and the one that failed comes back as a standby.
 */
import { randomUUID } from 'node:crypto'
import type { Stack } from '@pacioli/dev-stack'
import { ownStack, waitFor } from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entry } from '../src/answers.ts'
import { agedStack, expectAging } from '../src/aging-checks.ts'
import { sale, type Books } from '../src/books.ts'
import { newClient } from '../src/clients.ts'
import { areAllReady, expectReportedAsKept, expectRetryable, expectSoundBooks } from '../src/fault-checks.ts'
import { Load } from '../src/load.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { PatroniCluster, type Fault, type Node } from '../src/patroni.ts'
import { refusalIn, sendKeyed } from '../src/writers.ts'

const FAILOVERS = 20
const FAULTS: readonly Fault[] = ['killed', 'frozen', 'cut off']

/** Requests around each failover, and while the failed one comes back. */
const REQUESTS = 120
const REQUESTS_MEANWHILE = 40

/** Until the first posting is acknowledged, counted from when the new primary takes writes. */
const AT_MOST_MS = 5_000
const PATRONI_MS = 60_000

let cluster: PatroniCluster
let stack: Stack
let load: Load
let watched: Books
/** What was posted to see whether there is service: by its key, the id of the entry once it is acknowledged. */
const posted = new Map<string, string>()

beforeAll(async () => {
  cluster = await PatroniCluster.start()
  stack = await ownStack('failovers', { postgresAdminUrl: cluster.adminUrl })
  const client = await newClient(stack, 'failovers', { isPatient: true })
  load = new Load(await client.books({ activation_at: '2026-01-01T00:00:00Z' }))
  watched = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
  const [primary] = await cluster.untilSynchronous()
  await writeTo(primary, 'CREATE TABLE taken_over (at timestamptz)')
}, 240_000)
afterAll(async () => {
  await stack?.stop()
  await cluster?.stop()
}, 120_000)

async function writeTo(node: Node, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: node.adminUrl,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const takesWrites = (node: Node): Promise<true> =>
  waitFor(
    `${node.name} to take over`,
    () =>
      writeTo(node, 'INSERT INTO taken_over VALUES (now())').then(
        () => true as const,
        () => false as const,
      ),
    { timeoutMs: PATRONI_MS, everyMs: 25 },
  )

/** One entry under this key, with the same external_id. @returns its id, or the refusal */
async function post(key: string): Promise<{ id?: string; refusal?: string }> {
  const url = `${watched.api.baseUrl}/v1/businesses/${watched.business.id}/ledger/journal-entries`
  const answer = await sendKeyed(watched, {
    method: 'POST',
    url,
    key,
    body: { ...sale(100), external_id: key },
  })
  if (answer.status !== 201) return { refusal: refusalIn(answer) }
  return { id: (JSON.parse(answer.text) as { data: Entry }).data.id }
}

/** Posts entries, each until it is acknowledged under its key, until `isOver`. */
async function keepPosting(isOver: () => boolean, refusals: string[]): Promise<void> {
  while (!isOver()) {
    const key = `watched ${randomUUID()}`
    const ask = async (): Promise<string | undefined> => {
      const { id, refusal } = await post(key)
      if (refusal !== undefined) refusals.push(refusal)
      return id
    }
    posted.set(key, await waitFor(`${key} to be posted`, ask, { timeoutMs: PATRONI_MS, everyMs: 25 }))
  }
}

const rounds = Array.from({ length: FAILOVERS }, (_, index) => ({
  round: index + 1,
  fault: FAULTS[index % FAULTS.length] ?? 'killed',
}))

test.for(rounds)(
  'failover $round: a primary that is $fault under postings costs nothing but time',
  async ({ round, fault }) => {
    const [primary, standby] = await cluster.untilSynchronous()
    const repeatsBefore = load.repeats.length
    const refusals: string[] = []
    let [takenOverMs, servedMs] = [0, 0]

    await load.run(REQUESTS, async () => {
      const failedAt = performance.now()
      let isOver = false
      primary.suffer(fault)
      const posting = keepPosting(() => isOver, refusals)
      const missed = waitFor('every service to miss its database', () => areAllReady(stack, false), {
        timeoutMs: PATRONI_MS,
        everyMs: 100,
      })
      await takesWrites(standby)
      takenOverMs = performance.now() - failedAt
      const key = `first ${randomUUID()}`
      const first = async (): Promise<string | undefined> => (await post(key)).id
      posted.set(key, await waitFor('a posting to be acknowledged', first, { timeoutMs: PATRONI_MS }))
      servedMs = performance.now() - failedAt - takenOverMs
      await missed
      isOver = true
      await posting
    })
    process.stdout.write(
      `Failover ${round}: the primary was ${fault}, another took writes after ${Math.round(takenOverMs)} ms, ` +
        `the first posting was acknowledged ${Math.round(servedMs)} ms later\n`,
    )
    // In the midst of postings, or this proves nothing.
    expect(load.repeats.length).toBeGreaterThan(repeatsBefore)
    expect(servedMs).toBeLessThan(AT_MOST_MS)

    await load.run(REQUESTS_MEANWHILE, async () => {
      await primary.recover(fault)
      expect(await cluster.untilSynchronous()).toEqual([standby, primary])
    })
    await waitFor('every service to be ready', () => areAllReady(stack), { timeoutMs: PATRONI_MS })
    expectRetryable([...load.repeats.slice(repeatsBefore), ...refusals])

    for (const [key, id] of posted) expect(await post(key)).toEqual({ id })
    const entries = await watched.allEntries()
    expect(new Map(entries.map(({ external_id, id }) => [external_id, id]))).toEqual(posted)
    expect(entries).toHaveLength(posted.size)
    await expectReportedAsKept(watched)
    await expectSoundBooks(standby.adminUrl, load.books, load)
  },
)

test('after all of them the product finds nothing wrong, and both agings say what is owed', async () => {
  await expectNoViolations(stack)
  const [primary] = await cluster.untilSynchronous()
  await expectAging({ ...agedStack(stack), postgresAdminUrl: primary.adminUrl })
})
