/** What waits in the queue, is published again, and is removed with its partition. */
import fc from 'fast-check'
import { Database } from '@pacioli/db'
import { rowsReadBy, waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { StagedEvent } from './cloud-event.ts'
import { eventsDatabase, sampleEvent, stage, type EventsDatabase } from './events-database.test-helpers.ts'
import { turnToNextSlot } from './event-slots.store.ts'
import { emptyOldPartitions } from './housekeeping.ts'
import { claimWaiting, markPublished, readBacklog, readPublished, type ClaimedEvent } from './outbox.store.ts'
import { stageEvents } from './outbox.ts'
import { noteSafe, orderRepeat, orderReplay, recallStream, rememberStream, replaySome } from './replay.store.ts'

let db: EventsDatabase

beforeAll(async () => {
  db = await eventsDatabase()
})
afterEach(() => db.empty())
afterAll(() => db.close())

const businessId = crypto.randomUUID()
const STREAM = { stream: 'S', created: 'first', lastSequence: 0, servers: 'a leads' }
const LAST = { sequence: 1, id: crypto.randomUUID() }
const some = (count: number): StagedEvent[] =>
  Array.from({ length: count }, () => sampleEvent(businessId, crypto.randomUUID(), 1))
const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id)

/** A relay's transaction that publishes up to so many events. */
const publish = (limit: number, losses = 0): Promise<ClaimedEvent[]> =>
  db.relay.transact({}, async (tx) => {
    const claimed = await claimWaiting(tx, limit)
    if (claimed.length > 0) markPublished(tx, claimed, { stream: STREAM.stream, losses }, LAST)
    return claimed
  })

/** All that waits, published in batches; the ids in the order in which they left. */
async function publishAll(losses = 0): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const batch = await publish(3, losses)
    if (batch.length === 0) return ids
    ids.push(...idsOf(batch))
  }
}

const queued = async (): Promise<number> => (await readBacklog(db.relay)).count
const remember = () => db.relay.transact({}, (tx) => rememberStream(tx, STREAM))
const lose = (known = STREAM, created = 'second') =>
  db.relay.transact({}, (tx) => orderReplay(tx, known, { ...STREAM, created }, 7))
const known = async () => (await db.relay.transact({}, (tx) => recallStream(tx, STREAM.stream)))!
/** Its servers have changed: what was published since it was safe is published again, and once more later. */
const doubt = async (isLast: boolean) => {
  const before = await known()
  await db.relay.transact({}, (tx) => orderRepeat(tx, before, 'b leads', isLast ? undefined : 15_000))
}
/** A minute has passed since what is safe was noted, and it is noted again. */
const noteAfterMinute = async () => {
  await db.admin.call(`UPDATE relay_state SET next_at = next_at - interval '61 seconds'`)
  const before = await known()
  await db.relay.transact({}, (tx) => noteSafe(tx, before))
}
const replay = (limit: number) => db.relay.transact({}, (tx) => replaySome(tx, STREAM.stream, limit))
/** Moves all that was noted about partitions into the past. */
const passDays = (days: number) =>
  db.admin.call(
    'UPDATE event_slots SET begun_at = begun_at - make_interval(days => $1), drained_at = drained_at - make_interval(days => $1)',
    [days],
  )
const eventsIn = async (slot: number): Promise<number> =>
  Number((await db.admin.call<{ count: string }>(`SELECT count(*) FROM events_${slot}`))[0]?.count)
const turn = async (): Promise<void> => {
  await passDays(3)
  await db.relay.transact({}, turnToNextSlot)
}

test('only what is published leaves the queue, in batches of any size, and the event stays as it was', async () => {
  await remember()
  const events = some(5)
  await stage(db, events)
  await db.relay.transact({}, async (tx) => {
    const claimed = await claimWaiting(tx, 3)
    markPublished(tx, claimed.slice(0, 2), { stream: STREAM.stream, losses: 0 }, LAST)
  })
  expect(await publishAll()).toEqual(idsOf(events.slice(2)))
  expect(await queued()).toBe(0)
  expect(await eventsIn(0)).toBe(5)
})

test('events of a relay that dies before its commit wait again', async () => {
  await remember()
  const events = some(2)
  await stage(db, events)
  const dying = db.relay.transact({}, async (tx) => {
    markPublished(tx, await claimWaiting(tx, 2), { stream: STREAM.stream, losses: 0 }, LAST)
    throw new Error('the relay died')
  })
  await expect(dying).rejects.toThrow('the relay died')
  expect(await publishAll()).toEqual(idsOf(events))
})

test('no relay takes a version while another has an earlier one', async () => {
  await remember()
  const [first, second] = [1, 2].map((version) => sampleEvent(businessId, businessId, version))
  const other = some(1)
  await stage(db, [first!, second!, ...other])
  await db.relay.transact({}, async (tx) => {
    expect(idsOf(await claimWaiting(tx, 2))).toEqual(idsOf([first!, ...other]))
    expect(await publish(10)).toEqual([])
  })
  expect(await publishAll()).toEqual(idsOf([first!, ...other, second!]))
})

test('versions of an aggregate are claimed together, each in the turn after the one before it, and others have their share', async () => {
  await remember()
  const versions = Array.from({ length: 20 }, (_, index) => sampleEvent(businessId, businessId, index + 1))
  const [one, two] = some(2)
  await stage(db, [...versions, one!, two!])
  await db.relay.transact({}, async (tx) => {
    const claimed = await claimWaiting(tx, 12)
    expect(claimed.map(({ id, turn }) => [id, turn])).toEqual([
      ...[versions[0]!, one!, two!].map(({ id }) => [id, 0]),
      ...versions.slice(1, 4).map(({ id }, index) => [id, index + 1]),
    ])
    expect(await publish(10)).toEqual([])
  })
  await db.relay.transact({}, async (tx) => {
    const claimed = await claimWaiting(tx, 12)
    markPublished(tx, claimed, { stream: STREAM.stream, losses: 0 }, LAST)
  })
  expect(await publishAll()).toEqual(idsOf(versions.slice(4)))
})

test('what waits in the outbox leaves before the queue', async () => {
  await remember()
  const [before, after] = [1, 2].map((version) => sampleEvent(businessId, businessId, version))
  await db.admin.call('UPDATE event_slots SET is_current = false')
  await stage(db, [before!])
  await db.admin.call('UPDATE event_slots SET is_current = true WHERE slot = 0')
  await stage(db, [after!])
  expect(await queued()).toBe(2)
  await db.relay.transact({}, async (tx) => {
    expect(idsOf(await claimWaiting(tx, 10))).toEqual([before!.id])
    // One that another relay is about to mark still waits.
    expect(await publish(10)).toEqual([])
  })
  expect(await publishAll()).toEqual(idsOf([before!, after!]))
})

test('the oldest of both says since when events wait, and through when all is published', async () => {
  await remember()
  const at = (event: StagedEvent, time: string): StagedEvent => ({ ...event, createdAt: new Date(time) })
  const [early, late] = some(2)
  await stage(db, [at(late!, '2026-02-02T00:00:00Z')])
  expect((await readPublished(db.relay, STREAM.stream))?.through).toEqual(new Date('2026-02-02T00:00:00Z'))
  await db.admin.call('UPDATE event_slots SET is_current = false')
  await stage(db, [at(early!, '2026-01-01T00:00:00Z')])
  expect(await readBacklog(db.relay)).toEqual({ count: 2, oldest: new Date('2026-01-01T00:00:00Z') })
  expect((await readPublished(db.relay, STREAM.stream))?.through).toEqual(new Date('2026-01-01T00:00:00Z'))
  await publishAll()
  expect((await readBacklog(db.relay)).oldest).toBeNull()
})

test('after a loss of the stream all events are published again, in their order, in batches', async () => {
  await remember()
  const events = some(7)
  await stage(db, events)
  await publishAll()
  const later = some(1)
  await stage(db, later)
  await lose()
  expect(await readPublished(db.relay, STREAM.stream)).toBeUndefined()
  expect([await replay(3), await replay(3), await replay(3), await replay(3)]).toEqual([3, 3, 2, 'done'])
  expect(await publishAll(1)).toEqual(idsOf([...events, ...later]))
  expect(await readPublished(db.relay, STREAM.stream)).toBeDefined()
})

test('after a loss an earlier version of the outbox is published again before a later one of the queue', async () => {
  await remember()
  const [before, after] = [1, 2].map((version) => sampleEvent(businessId, businessId, version))
  const others = some(3)
  await db.admin.call('UPDATE event_slots SET is_current = false')
  for (const event of [...others, before!]) {
    await stage(db, [event])
    await publishAll()
  }
  await db.admin.call('UPDATE event_slots SET is_current = true WHERE slot = 0')
  await stage(db, [after!])
  await publishAll()
  await lose()
  const again: string[] = []
  while (Number(await replay(2)) > 0) again.push(...(await publishAll(1)))
  expect(again).toEqual(idsOf([...others, before!, after!]))
})

test('a second loss begins from the first event again', async () => {
  await remember()
  const events = some(4)
  await stage(db, events)
  await publishAll()
  await lose()
  await replay(2)
  await lose({ ...STREAM, created: 'second' }, 'third')
  expect([await replay(10), await replay(10)]).toEqual([4, 'done'])
  expect(await publishAll(2)).toEqual(idsOf(events))
})

test('a relay that published before it knew of a loss takes nothing out of the queue', async () => {
  await remember()
  const events = some(2)
  await stage(db, events)
  const late = db.relay.transact({}, async (tx) => {
    const claimed = await claimWaiting(tx, 10)
    await lose()
    expect(await replay(10)).toBe(2)
    markPublished(tx, claimed, { stream: STREAM.stream, losses: 0 }, LAST)
  })
  await expect(late).rejects.toThrow('the stream may have lost events meanwhile')
  expect(await publishAll(1)).toEqual(idsOf(events))
})

test('a replay waits for a relay that is about to commit, and puts its events back', async () => {
  await remember()
  const events = some(2)
  await stage(db, events)
  const { losing } = await db.relay.transact({}, async (tx) => {
    markPublished(tx, await claimWaiting(tx, 10), { stream: STREAM.stream, losses: 0 }, LAST)
    await tx.rows('SELECT')
    const losing = lose().then(() => replay(10))
    await waitFor('the loss to wait for it', async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return (await db.admin.call(waiting)).length > 0
    })
    return { losing }
  })
  expect(await losing).toBe(2)
  expect(await publishAll(1)).toEqual(idsOf(events))
})

test('after a change of servers what was published in the last minutes is published again, and nothing of before', async () => {
  await remember()
  const [long, lately, now] = [some(3), some(2), some(1)]
  await stage(db, long)
  await publishAll()
  await noteAfterMinute()
  await stage(db, lately)
  await publishAll()
  // What was noted is safe only when that was a minute ago.
  await noteAfterMinute()
  await stage(db, now)
  await publishAll()
  await doubt(false)
  expect(await readPublished(db.relay, STREAM.stream)).toBeUndefined()
  expect([await replay(10), await replay(10)]).toEqual([3, 'done'])
  expect(await publishAll(1)).toEqual(idsOf([...lately, ...now]))
  // Until it was published twice, nothing newer is safe, and nothing is said to be published.
  await noteAfterMinute()
  expect(await readPublished(db.relay, STREAM.stream)).toBeUndefined()
  await doubt(true)
  expect([await replay(10), await replay(10)]).toEqual([3, 'done'])
  expect(await publishAll(2)).toEqual(idsOf([...lately, ...now]))
  expect(await readPublished(db.relay, STREAM.stream)).toBeDefined()
})

test('after a change of servers a replay that is under way goes on from where it was', async () => {
  await remember()
  const events = some(5)
  await stage(db, events)
  await publishAll()
  await lose()
  await replay(2)
  await publishAll(1)
  await db.admin.call('UPDATE relay_state SET safe_position = (SELECT max(position) FROM events)')
  await doubt(false)
  while (Number(await replay(10)) > 0);
  expect(await publishAll(2)).toEqual(idsOf(events.slice(2)))
})

test('of several relays that doubt the stream one orders, and one that published before takes nothing out of the queue', async () => {
  await remember()
  const events = some(2)
  await stage(db, events)
  const before = await known()
  const late = db.relay.transact({}, async (tx) => {
    const claimed = await claimWaiting(tx, 10)
    for (const servers of ['b leads', 'c leads'])
      await db.relay.transact({}, (other) => orderRepeat(other, before, servers, 15_000))
    markPublished(tx, claimed, { stream: STREAM.stream, losses: 0 }, LAST)
  })
  await expect(late).rejects.toThrow('the stream may have lost events meanwhile')
  expect(await known()).toMatchObject({ losses: 1, servers: 'b leads' })
})

/**
 * What happens to the outbox, in any order: writing, publishing by two relays, of which one may die and one may fail in the
 * midst of a turn, losses, partitions.
 */
type Step = (typeof STEPS)[number]
const STEPS = [
  'write',
  'write later versions',
  'publish',
  'fail',
  'die',
  'lose',
  'lose the end',
  'note',
  'replay',
  'turn',
  'tidy',
] as const

test('whatever happens, no event is lost, none leaves before an earlier version of its aggregate', async () => {
  const step = fc.constantFrom<Step>(...STEPS)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await db.empty()
      await remember()
      const written: StagedEvent[] = []
      const versions = new Map<string, number>()
      let stream: string[] = []
      let losses = 0
      // What of the stream no change of servers may cost: what had been published two notes ago.
      let [safe, next] = [0, 0]
      const write = async (aggregateId: string) => {
        const version = (versions.get(aggregateId) ?? 0) + 1
        versions.set(aggregateId, version)
        const event = sampleEvent(businessId, aggregateId, version)
        written.push(event)
        await stage(db, [event])
      }
      const take = (outcome: 'publishes' | 'fails' | 'dies') =>
        db.relay.transact({}, async (tx) => {
          const claimed = await claimWaiting(tx, 4)
          // Every other one of its second turn, and none of the later ones.
          const published = claimed.filter(({ turn }, index) => outcome !== 'fails' || turn + (index % 2) < 2)
          stream.push(...idsOf(published))
          if (published.length > 0) markPublished(tx, published, { stream: STREAM.stream, losses }, LAST)
          if (outcome === 'dies') throw new Error('died')
          return published.length
        })
      const act: Record<Step, () => Promise<unknown>> = {
        write: () => write(crypto.randomUUID()),
        'write later versions': async () => {
          for (const aggregateId of [...versions.keys()].slice(0, 2))
            for (let count = 0; count < 3; count++) await write(aggregateId)
        },
        publish: () => Promise.all([take('publishes'), take('publishes')]),
        fail: () => Promise.all([take('fails'), take('publishes')]),
        die: () => Promise.all([take('dies').catch(() => undefined), take('publishes')]),
        lose: async () => {
          const { created } = await known()
          stream = []
          losses += 1
          safe = next = 0
          await lose({ ...STREAM, created }, `lost ${losses}`)
        },
        'lose the end': async () => {
          stream = stream.slice(0, safe)
          losses += 1
          await doubt(true)
        },
        note: async () => {
          const { replaying } = await known()
          await noteAfterMinute()
          if (!replaying) [safe, next] = [next, stream.length]
        },
        replay: () => replay(2),
        turn,
        // Time enough for a partition to be old, were it not for the queue.
        tidy: () => emptyOldPartitions(db.relay, 7),
      }
      for (const one of steps) await act[one]()
      while (Number(await replay(2)) > 0);
      while ((await take('publishes')) > 0);
      expect(new Set(stream)).toEqual(new Set(idsOf(written)))
      // An event may come again; what comes first of an aggregate comes in its order, as long as no stream was lost.
      if (losses > 0) return
      const first = [...new Set(stream)]
      for (const aggregateId of versions.keys()) {
        const own = written.filter((event) => event.aggregateId === aggregateId)
        expect(first.filter((id) => own.some((event) => event.id === id))).toEqual(idsOf(own))
      }
    }),
    {
      numRuns: 25,
      // What was to be published again when its partition had been drained for long.
      examples: [[['write', 'turn', 'publish', 'lose the end', 'tidy', 'turn', 'turn', 'turn', 'tidy']]],
    },
  )
}, 120_000)

test('writers go on to the next partition after two days, if it is empty', async () => {
  await db.relay.transact({}, turnToNextSlot)
  await stage(db, some(1))
  await turn()
  await stage(db, some(2))
  expect([await eventsIn(0), await eventsIn(1)]).toEqual([1, 2])
  for (let slot = 2; slot < 7; slot++) await turn()
  // All five are in use: the last one grows.
  await stage(db, some(3))
  expect(await eventsIn(4)).toBe(3)
})

test('a partition is emptied days after nothing of it waits, and is written to again', async () => {
  await remember()
  await stage(db, some(2))
  await turn()
  await passDays(30)
  await emptyOldPartitions(db.relay, 7)
  expect(await eventsIn(0)).toBe(2)
  await publishAll()
  // Published just now, whenever it was written.
  await emptyOldPartitions(db.relay, 7)
  await passDays(6)
  await emptyOldPartitions(db.relay, 7)
  expect(await eventsIn(0)).toBe(2)
  await passDays(1)
  await emptyOldPartitions(db.relay, 7)
  expect(await eventsIn(0)).toBe(0)
  const isCurrent = async () =>
    (await db.admin.call('SELECT FROM event_slots WHERE slot = 0 AND is_current')).length > 0
  while (!(await isCurrent())) await turn()
  await stage(db, some(1))
  expect(await eventsIn(0)).toBe(1)
})

test('a partition with events that wait again is kept, whatever was noted before', async () => {
  await remember()
  const events = some(2)
  await stage(db, events)
  await publishAll()
  await turn()
  await emptyOldPartitions(db.relay, 7)
  await passDays(8)
  await lose()
  await replay(10)
  expect(await emptyOldPartitions(db.relay, 7)).toBe(0)
  expect(await publishAll(1)).toEqual(idsOf(events))
})

test('no partition is emptied under a transaction that still writes to it', async () => {
  await turn()
  await db.app.transact({ businessId }, async (tx) => {
    await tx.rows('SELECT write_event_v1($1, $2, $2, 1, $3, $4, now())', [
      businessId,
      crypto.randomUUID(),
      'pacioli.x.sample.changed',
      '{}',
    ])
    await turn()
    await emptyOldPartitions(db.relay, 7)
    await passDays(8)
    await expect(emptyOldPartitions(db.relay, 7)).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await queued()).toBe(1)
  expect(await eventsIn(1)).toBe(1)
})

test('writers wait for no partition but the one they write to', async () => {
  const writer = new Database({ url: db.appUrl, applicationName: 'test', poolSize: 1 })
  const write = (staged: readonly StagedEvent[]) =>
    writer.transact({ businessId, lockTimeoutMs: 100 }, (tx) => stageEvents(tx, staged))
  await db.admin.transact({}, async (tx) => {
    await tx.rows('LOCK TABLE events_1, events_2, events_3, events_4 IN ACCESS EXCLUSIVE MODE')
    await write(some(1))
    await write(some(2))
  })
  await writer.close()
  expect(await eventsIn(0)).toBe(3)
})

test('a replay reads only its own rows, however many events are kept, without statistics too', async () => {
  await remember()
  await db.admin.call(
    `INSERT INTO events SELECT 0, n, $1, gen_random_uuid(), 'sample', gen_random_uuid(), 1, 'pacioli.sample', '{}', now()
       FROM generate_series(1, 20000) AS n`,
    [businessId],
  )
  await lose()
  await db.relay.transact({}, async (tx) => {
    const { answer, rowsRead } = await rowsReadBy(tx, 'events_0', () => replaySome(tx, STREAM.stream, 200))
    expect(answer).toBe(200)
    expect(rowsRead).toBeLessThanOrEqual(400)
  })
})

test('claiming and finishing read only their own rows, however many wait', async () => {
  await remember()
  await stage(db, some(3_000))
  await db.relay.transact({}, async (tx) => {
    const claiming = await rowsReadBy(tx, 'event_queue', () => claimWaiting(tx, 20))
    const reading = await rowsReadBy(tx, 'events_0', () => claimWaiting(tx, 20))
    const finishing = await rowsReadBy(tx, 'event_queue', async () =>
      markPublished(tx, claiming.answer, { stream: STREAM.stream, losses: 0 }, LAST),
    )
    expect(claiming.answer).toHaveLength(20)
    expect(claiming.rowsRead).toBeLessThanOrEqual(60)
    expect(reading.rowsRead).toBeLessThanOrEqual(40)
    expect(finishing.rowsRead).toBeLessThanOrEqual(40)
  })
})
