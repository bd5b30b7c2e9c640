/** On a cluster no business waits for the shard of another one. */
import { connectAt } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { leftBehind, startPosting, type TestPosting } from './postings.test-helpers.ts'
import type { PostingRelay } from './relay.ts'

let service: TestPosting
let relay: PostingRelay | undefined

beforeAll(async () => {
  service = await startPosting()
})
beforeEach(() => {
  // Postings just staged belong to their request for some seconds.
  service.clock.aheadMs += 60_000
})
afterEach(async () => {
  await relay?.stop()
})
afterAll(() => service.stop())

type Left = Awaited<ReturnType<typeof leftBehind>>

const becomes = ({ business }: Left, counts: object): Promise<void> =>
  expect.poll(() => service.countsOf(business), { timeout: 30_000 }).toEqual(counts)

/** Two businesses on different shards, each with postings that nobody has delivered. */
async function apart(): Promise<[Left, Left]> {
  const groupOf = ({ business }: Left): string => service.db.groupOf(business.businessId)
  const one = await leftBehind(service, 2)
  for (;;) {
    const other = await leftBehind(service, 2)
    if (groupOf(other) !== groupOf(one)) return [one, other]
  }
}

/** Locks the shard of a business as a move does. */
async function startMoving({ business }: Left): ReturnType<typeof connectAt> {
  const moving = await connectAt(service.adminUrl, business.businessId)
  await moving.query('BEGIN')
  await moving.query(`SELECT lock_shard_metadata(7, ARRAY[substring(current_schema FROM '[0-9]+$')::bigint])`)
  return moving
}

test('postings of other shards are delivered while one is being moved, and those of that one afterwards', async () => {
  const [held, other] = await apart()
  const moving = await startMoving(held)
  try {
    service.clock.aheadMs += 11_000
    relay = service.startRelay()
    await becomes(other, { POSTED: 2 })
    const sent = new Set(service.peer.calls.flat())
    expect(held.some.filter((id) => sent.has(`${id}:1`))).toEqual([])
  } finally {
    await moving.query('ROLLBACK')
    await moving.end()
  }
  await becomes(held, { POSTED: 2 })
})

test('who waits for locks for a short time does so for a move, too', async () => {
  const left = await leftBehind(service, 1)
  const moving = await startMoving(left)
  try {
    const { businessId } = left.business
    const asked = [{}, { lockTimeoutMs: 20 }].map((limit) =>
      service.db
        .transact({ businessId, ...limit }, (tx) => tx.rows('SELECT 1'))
        .catch((error: unknown) => ({ limit, error })),
    )
    expect(await Promise.race(asked)).toMatchObject({
      limit: { lockTimeoutMs: 20 },
      error: { errorEnum: 'ServiceUnavailable' },
    })
    await Promise.all(asked)
  } finally {
    await moving.query('ROLLBACK')
    await moving.end()
  }
})

test('a shard that is not open any more is opened again, and holds up no other', async () => {
  const [closed, other] = await apart()
  const admin = await connectAt(service.adminUrl, closed.business.businessId)
  await admin.query(`DO $$ BEGIN EXECUTE format('DROP VIEW %I.postings', current_schema); END $$`)
  await admin.end()
  service.clock.aheadMs += 11_000
  relay = service.startRelay()
  await becomes(other, { POSTED: 2 })
  await becomes(closed, { POSTED: 2 })
})

test('what looks through the rows of all tenants visits the shards that have any such, and no other', async () => {
  const { business } = await leftBehind(service, 1)
  const visited = async (where: readonly string[]): Promise<object[]> => {
    const { done, failures } = await service.relayDb.inPartsWith({ table: 'postings', where }, (part) =>
      part.call('SELECT current_schema AS shard'),
    )
    expect(failures).toEqual([])
    return done.flat()
  }
  const home = await service.db.call('SELECT current_schema AS shard', [], business.businessId)
  expect(await visited([`business_id = '${business.businessId}'`])).toEqual(home)
  expect(await visited([`status = 'NONE'`])).toEqual([])
  expect((await visited(['true'])).length).toBeLessThanOrEqual((await service.relayDb.parts()).length)
})
