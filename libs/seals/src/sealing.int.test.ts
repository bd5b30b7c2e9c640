/** Sealing a history, by any number of sealers, whatever ends them. */
import { Database } from '@pacioli/db'
import { SealedBooksService } from '@pacioli/protos/history'
import { clientOfStreams, serve } from '@pacioli/rpc'
import { startFreezingProxy, waitFor } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leafOf } from './leaf.ts'
import { GrowingTree } from './merkle.ts'
import {
  findLatestSeal,
  findUnsealed,
  keepKey,
  MOST_IN_A_SEAL,
  readKeys,
  readLeafHashes,
  readRecords,
  readSeals,
} from './seal.store.ts'
import { toldBefore } from './seal-event.ts'
import { HISTORY_TABLES } from './books/index.ts'
import { checkSealed } from './check-sealed.ts'
import { Lines, newKey, recordBill, startTestSeals, type TestSeals } from './seals.test-helpers.ts'
import { sealsRpc } from './seals.rpc.ts'
import { sealNext, Sealer, type SealOptions } from './sealing.ts'

let seals: TestSeals
let appUrl: string
let app: Database
let relay: Database
let admin: Database

beforeAll(async () => {
  seals = await startTestSeals()
  ;({ appUrl, app, relay, admin } = seals)
})
afterAll(() => seals.stop())

const options = (more: Partial<SealOptions> = {}): SealOptions => ({
  db: app,
  log: 'BILLING',
  origin: 'books.example.com',
  key: newKey(),
  elsewhere: {},
  clock: () => new Date('2026-11-29T06:00:00Z'),
  newId: randomUUID,
  ...more,
})

const record = (businessId: string, count: number): Promise<void> => recordBill(app, businessId, count)

/** That all records are sealed, as a tree over them is. */
async function expectSealed(businessId: string, size: number): Promise<void> {
  const { records, hashes, seal } = await app.transact({ businessId }, async (tx) => ({
    records: await readRecords(tx, businessId, { after: undefined, limit: size + 1 }),
    hashes: await readLeafHashes(tx, businessId, 0, size),
    seal: await findLatestSeal(tx, businessId),
  }))
  const tree = new GrowingTree()
  const leaves = records.map((one) => leafOf('BILLING', businessId, one).hash)
  for (const hash of leaves) tree.append(hash)
  expect([...hashes.values()]).toEqual(leaves)
  expect(seal).toMatchObject({ size, root: tree.root() })
  const blocks = await admin.call<{ hash: Buffer }>(
    'SELECT hash FROM seal_blocks WHERE business_id = $1 ORDER BY number',
    [businessId],
  )
  expect(blocks.map(({ hash }) => hash)).toEqual(tree.blocks)
}

test('what follows a seal is in the next one, and what is sealed already makes none', async () => {
  const [businessId, sealing] = [randomUUID(), options()]
  expect(await sealNext(businessId, sealing)).toBe(false)
  let size = 0
  for (const more of [1, 1, 254, 3, 300]) {
    await record(businessId, more)
    size += more
    expect(await sealNext(businessId, sealing)).toBe(false)
    await expectSealed(businessId, size)
  }
  expect(await sealNext(businessId, sealing)).toBe(false)
  const [count] = await admin.call<{ count: string }>('SELECT count(*) FROM seals WHERE business_id = $1', [businessId])
  expect(Number(count?.count)).toBe(5)
  const listed = await app.transact({ businessId }, (tx) => readSeals(tx, businessId, { after: 1, limit: 3 }))
  expect(listed.map((seal) => [seal.previousSize, seal.size])).toEqual([
    [1, 2],
    [2, 256],
    [256, 259],
  ])
})

test('a long history is sealed in several seals', async () => {
  const businessId = randomUUID()
  await record(businessId, MOST_IN_A_SEAL + 5)
  const sealing = options()
  expect(await sealNext(businessId, sealing)).toBe(true)
  expect(await sealNext(businessId, sealing)).toBe(false)
  await expectSealed(businessId, MOST_IN_A_SEAL + 5)
})

test('many that seal at once, while more is recorded, make one line of seals', async () => {
  const businessId = randomUUID()
  for (let round = 0; round < 10; round++)
    await Promise.all([record(businessId, 7), ...Array.from({ length: 6 }, () => sealNext(businessId, options()))])
  await sealNext(businessId, options())
  await expectSealed(businessId, 70)
})

describe('the check of seals', () => {
  const businessId = randomUUID()
  beforeAll(async () => {
    const sealing = options()
    await app.transact({}, async (tx) =>
      keepKey(tx, { id: sealing.key.id, publicKey: sealing.key.publicKey, since: sealing.clock() }),
    )
    for (const more of [200, 60, 2]) {
      await record(businessId, more)
      await sealNext(businessId, sealing)
    }
  })

  const found = async (): Promise<string[]> => {
    const rows = await app.transact({ businessId }, (tx) =>
      tx.rows<{ invariant: string }>('SELECT invariant FROM check_seals_v1($1)', [businessId]),
    )
    return rows.map(({ invariant }) => invariant)
  }

  test('finds nothing in right ones', async () => {
    expect(await found()).toEqual([])
  })

  test.each([
    ['seals', 'DELETE FROM seals WHERE size = 260', 'each seal begins where the one before ends'],
    [
      'seals',
      'UPDATE seals SET hashes = hashes || hashes WHERE size = 262',
      'each seal begins where the one before ends',
    ],
    ['seals', 'DELETE FROM seals WHERE size = 262', 'the history is sealed as far as its head of seals says'],
    ['seal_heads', 'UPDATE seal_heads SET size = 261', 'the history is sealed as far as its head of seals says'],
    ['seal_heads', 'UPDATE seal_heads SET size = 263', 'nothing is sealed that is not recorded'],
    ['seal_blocks', 'DELETE FROM seal_blocks', 'each whole block of leaves has its hash'],
    ['seals', "UPDATE seals SET key_id = 'x' WHERE size = 200", 'the key of each seal is known'],
  ])('names what is broken in %s by %s', async (table, statement, invariant) => {
    await admin.call(`CREATE TABLE kept AS SELECT * FROM ${table} WHERE business_id = '${businessId}'`)
    await admin.call(`${statement}${statement.includes('WHERE') ? ' AND' : ' WHERE'} business_id = $1`, [businessId])
    const findings = await found()
    await admin.call(`DELETE FROM ${table} WHERE business_id = $1`, [businessId])
    await admin.call(`INSERT INTO ${table} SELECT * FROM kept`)
    await admin.call('DROP TABLE kept')
    expect(findings).toContain(invariant)
  })
})

describe('an event tells of a seal', () => {
  const START = Date.parse('2026-11-29T06:00:00Z')
  const MINUTE = 60_000
  let businessId: string
  let minute: number
  let sealing: SealOptions
  beforeEach(() => {
    businessId = randomUUID()
    minute = 0
    sealing = options({
      clock: () => new Date(START + minute * MINUTE),
      isToldAtOnce: () => minute === 30,
    })
  })

  type Told = { aggregate_id: string; version: string; subject: string; event: string }
  const told = (): Promise<Told[]> =>
    admin.call<Told>(
      `SELECT aggregate_id, version, subject, event FROM events WHERE business_id = $1 ORDER BY position`,
      [businessId],
    )
  const sizes = async (): Promise<number[]> =>
    (await told()).map(({ event }) => (JSON.parse(event) as { data: { size: number } }).data.size)
  /** The sizes of the seals that are told, after it was sealed in a minute with so many more records. */
  const sealedAt = async (at: number, more: number): Promise<number[]> => {
    minute = at
    if (more > 0) await record(businessId, more)
    await sealNext(businessId, sealing)
    return sizes()
  }

  test('at once, and then an hour after at the earliest, or with what is told at once', async () => {
    expect(await sealedAt(0, 2)).toEqual([2])
    expect(await sealedAt(1, 1)).toEqual([2])
    expect(await sealedAt(30, 1)).toEqual([2, 4])
    expect(await sealedAt(60, 1)).toEqual([2, 4])
    expect(await sealedAt(89, 1)).toEqual([2, 4])
    expect(await sealedAt(90, 1)).toEqual([2, 4, 7])
  })

  test('that was the last one when an hour is over, once, and of a quiet business no more', async () => {
    expect(await sealedAt(0, 2)).toEqual([2])
    expect(await sealedAt(1, 1)).toEqual([2])
    const found = async (): Promise<boolean> => {
      const ids = await relay.transact({}, (tx) =>
        findUnsealed(tx, '00000000-0000-0000-0000-000000000000', 1_000, toldBefore(sealing.clock())),
      )
      return ids.includes(businessId)
    }
    minute = 59
    expect(await found()).toBe(false)
    expect(await sealedAt(59, 0)).toEqual([2])
    minute = 60
    expect(await found()).toBe(true)
    expect(await sealedAt(60, 0)).toEqual([2, 3])
    for (const later of [61, 120, 6_000]) {
      expect(await sealedAt(later, 0)).toEqual([2, 3])
      expect(await found()).toBe(false)
    }
    const [seals] = await admin.call<{ count: string }>('SELECT count(*) FROM seals WHERE business_id = $1', [
      businessId,
    ])
    expect(seals?.count).toBe('2')
  })

  test('with all that the seal is, each the only version of its own', async () => {
    await sealedAt(0, 2)
    await sealedAt(90, 3)
    const seal = await app.transact({ businessId }, (tx) => findLatestSeal(tx, businessId))
    const events = await told()
    expect(new Set(events.map(({ aggregate_id }) => aggregate_id)).size).toBe(2)
    expect(events.map(({ version }) => version)).toEqual(['1', '1'])
    expect(events[1]?.subject).toBe(`pacioli.${businessId}.seal.created`)
    expect(JSON.parse(events[1]?.event ?? '')).toMatchObject({
      source: '/pacioli/billing',
      type: 'pacioli.seal.created.v1',
      subject: events[1]?.aggregate_id,
      data: {
        id: events[1]?.aggregate_id,
        log: 'BILLING',
        size: 5,
        previous_size: 2,
        root: seal?.root.toString('base64'),
        note: seal?.note,
        key_id: sealing.key.id,
        sealed_at: seal?.sealedAt.toISOString(),
        version: 1,
      },
    })
  })

  test('that was signed with a key of before under the name of that key', async () => {
    await app.transact({ businessId }, async (tx) => keepKey(tx, { ...sealing.key, since: sealing.clock() }))
    await sealedAt(0, 1)
    await sealedAt(1, 1)
    const before = sealing.key
    sealing = { ...sealing, key: newKey() }
    await sealedAt(60, 0)
    expect(JSON.parse((await told())[1]?.event ?? '')).toMatchObject({
      data: { size: 2, key_id: before.id, verifier_key: expect.stringContaining('books.example.com/businesses/') },
    })
  })

  test('in the transaction that writes it: without the one there is not the other', async () => {
    await record(businessId, 1)
    sealing = { ...sealing, newId: () => 'no id' }
    await expect(sealNext(businessId, sealing)).rejects.toThrow()
    expect(await app.transact({ businessId }, (tx) => findLatestSeal(tx, businessId))).toBeUndefined()
    expect(await told()).toEqual([])
  })
})

test('a record beyond the head is not sealed', async () => {
  const businessId = randomUUID()
  await record(businessId, 2)
  await admin.call(
    `INSERT INTO records SELECT business_id, 3, recorded_at, aggregate_type, gen_random_uuid(), 1, gen_random_uuid(), event_type,
            request_id, actor, state, salt FROM records WHERE business_id = $1 AND position = 2`,
    [businessId],
  )
  await sealNext(businessId, options())
  const seal = await app.transact({ businessId }, (tx) => findLatestSeal(tx, businessId))
  expect(seal?.size).toBe(2)
})

test('a history with a gap is not sealed on, and the failure names it', async () => {
  const businessId = randomUUID()
  await record(businessId, 3)
  await admin.call('DELETE FROM records WHERE business_id = $1 AND position = 2', [businessId])
  await expect(sealNext(businessId, options())).rejects.toThrow(`The history of ${businessId} goes on at 3 after 1.`)
  expect(await app.transact({ businessId }, (tx) => findLatestSeal(tx, businessId))).toBeUndefined()
})

test('a sealer finds what nobody told it of, seals what it is told of, and keeps the key', async () => {
  const [found, told, broken] = [randomUUID(), randomUUID(), randomUUID()]
  await record(found, 3)
  await record(broken, 2)
  await admin.call('DELETE FROM records WHERE business_id = $1 AND position = 1', [broken])
  const sealing = options()
  const lines = new Lines()
  const sealer = new Sealer({ ...sealing, relayDb: relay, logger: lines })
  try {
    const sealed = (businessId: string) =>
      waitFor('the seal', () => app.transact({ businessId }, (tx) => findLatestSeal(tx, businessId)))
    expect(await sealed(found)).toMatchObject({ size: 3, keyId: sealing.key.id })
    await record(told, 4)
    sealer.touch([told])
    expect(await sealed(told)).toMatchObject({ size: 4 })
    expect(lines.of(broken)).toEqual(['error The history of a business cannot be sealed; trying again until it can'])
    const keys = await app.transact({}, readKeys)
    expect(keys.find(({ id }) => id === sealing.key.id)?.publicKey).toEqual(sealing.key.publicKey)
  } finally {
    await sealer.stop()
  }
})

test('a database that is down makes one line, and one when it is back, however often it was tried', async () => {
  const businessIds = [randomUUID(), randomUUID(), randomUUID()]
  const own = new URL(appUrl)
  const proxy = await startFreezingProxy({ host: own.hostname, port: Number(own.port) })
  own.host = `127.0.0.1:${proxy.port}`
  let begun = 0
  class Counted extends Database {
    override transact: Database['transact'] = (...asked) => {
      begun += 1
      return super.transact(...asked)
    }
  }
  const breaker = { unresponsiveMs: 200, probeTimeoutMs: 300, probeIntervalMs: 20 }
  const db = new Counted({ url: own.href, applicationName: 'test', poolSize: 2, breaker })
  const lines = new Lines()
  const sealer = new Sealer({ ...options({ db }), relayDb: relay, logger: lines })
  const sealed = (size: number) =>
    Promise.all(
      businessIds.map((businessId) =>
        waitFor('the seal', async () => {
          const seal = await app.transact({ businessId }, (tx) => findLatestSeal(tx, businessId))
          return seal?.size === size || undefined
        }),
      ),
    )
  try {
    for (const id of businessIds) await record(id, 1)
    sealer.touch(businessIds)
    await sealed(1)
    proxy.freeze()
    for (const id of businessIds) await record(id, 1)
    sealer.touch(businessIds)
    await waitFor('the outage to be told', () => lines.of(undefined).length > 0)
    const before = begun
    await waitFor('further rounds', () => begun > before + 2 * businessIds.length)
    proxy.thaw()
    await sealed(2)
    await waitFor('the recovery to be told', () => lines.of(undefined).length > 1)
  } finally {
    proxy.thaw()
    await sealer.stop()
    await db.close()
    await proxy.close()
  }
  expect(lines.of(undefined)).toEqual([
    'error Histories cannot be sealed; trying again until they can',
    'info Histories are sealed again',
  ])
  for (const id of businessIds) expect(lines.of(id)).toEqual([])
})

test('a business that cannot be sealed is told once, and once more when it can', async () => {
  const businessId = randomUUID()
  await record(businessId, 2)
  await admin.call('UPDATE records SET position = 3 WHERE business_id = $1 AND position = 2', [businessId])
  await admin.call('UPDATE record_heads SET position = 3 WHERE business_id = $1', [businessId])
  let tried = 0
  const clock = (): Date => new Date('2026-11-29T06:00:00Z')
  class Counted extends Database {
    override transact: Database['transact'] = (tenant, ...rest) => {
      if ('businessId' in tenant && tenant.businessId === businessId) tried += 1
      return super.transact(tenant, ...rest)
    }
  }
  const db = new Counted({ url: appUrl, applicationName: 'test', poolSize: 2 })
  const lines = new Lines()
  const sealer = new Sealer({ ...options({ db, clock }), relayDb: relay, logger: lines })
  try {
    for (let time = 1; time <= 3; time++) {
      sealer.touch([businessId])
      await waitFor('it to be tried', () => tried >= time)
    }
    await admin.call('UPDATE records SET position = 2 WHERE business_id = $1 AND position = 3', [businessId])
    await admin.call('UPDATE record_heads SET position = 2 WHERE business_id = $1', [businessId])
    sealer.touch([businessId])
    await waitFor('the recovery to be told', () => lines.of(businessId).length > 1)
  } finally {
    await sealer.stop()
    await db.close()
  }
  expect(lines.of(businessId)).toEqual([
    'error The history of a business cannot be sealed; trying again until it can',
    'info The history of a business is sealed again',
  ])
})

test('seals go on under a new key, and the service can change or remove none', async () => {
  const businessId = randomUUID()
  await record(businessId, 1)
  await sealNext(businessId, options())
  await record(businessId, 1)
  const key = newKey()
  await sealNext(businessId, options({ key }))
  expect(await app.transact({ businessId }, (tx) => findLatestSeal(tx, businessId))).toMatchObject({ keyId: key.id })
  await expectSealed(businessId, 2)
  for (const statement of [
    'UPDATE seals SET root = root',
    'DELETE FROM seals',
    'DELETE FROM seal_blocks',
    'DELETE FROM seal_keys',
    'UPDATE seal_cosignatures SET line = line',
    'DELETE FROM seal_cosignatures',
  ])
    await expect(app.transact({ businessId }, (tx) => tx.rows(statement))).rejects.toThrow('permission denied')
  const other = await app.transact({ businessId: randomUUID() }, (tx) => tx.rows('SELECT * FROM seals'))
  expect(other).toEqual([])
})

/** A history of two seals and some more, of which nothing is wrong. */
async function sealedTwice(): Promise<{ businessId: string; details: () => Promise<string[]> }> {
  const businessId = randomUUID()
  const given = options()
  await app.transact({}, async (tx) =>
    keepKey(tx, { id: given.key.id, publicKey: given.key.publicKey, since: new Date() }),
  )
  await record(businessId, 3)
  while (await sealNext(businessId, given));
  await record(businessId, 700)
  while (await sealNext(businessId, given));
  await record(businessId, 2)
  const tenant = { clientId: randomUUID(), businessId }
  const details = async () =>
    (await checkSealed(app, { ...given, ownedBy: () => ({}) }, tenant)).map(({ detail }) => detail)
  expect(await details()).toEqual([])
  return { businessId, details }
}

test('whatever is altered of what is sealed is found by its position, and what is not sealed yet is left', async () => {
  const { businessId, details } = await sealedTwice()
  const found = async () => (await details()).map((detail) => detail.split(':')[0])
  const altered = (set: string, ...positions: number[]): Promise<unknown> =>
    admin.call(`UPDATE records SET ${set} WHERE business_id = $1 AND position = ANY ($2)`, [businessId, positions])
  await altered(`salt = sha256(salt)`, 1, 702, 704)
  await altered(`request_id = 'another'`, 3)
  await altered(`recorded_at = recorded_at + interval '1 millisecond'`, 600)
  expect(await found()).toEqual(['position 1', 'position 3', 'position 600', 'position 702'])
})

test('whatever is altered of seals, of their keys and of what is kept of the tree is found', async () => {
  const { businessId, details: found } = await sealedTwice()
  const foundAfter = async (sql: string): Promise<string[]> => {
    const tables = ['seals', 'seal_blocks', 'seal_heads', 'records', 'seal_keys']
    for (const one of tables) await admin.call(`CREATE TABLE kept_${one} AS TABLE ${one}`)
    try {
      await admin.call(sql)
      return await found()
    } finally {
      for (const one of tables) {
        await admin.call(`DELETE FROM ${one}`)
        await admin.call(`INSERT INTO ${one} SELECT * FROM kept_${one}`)
        await admin.call(`DROP TABLE kept_${one}`)
      }
    }
  }
  const of = `business_id = '${businessId}'`
  const root = 'seal of 3 records: its root is that of other leaves'
  const note = 'seal of 3 records: its note is not signed for it'
  expect(await foundAfter(`UPDATE seals SET root = sha256('x') WHERE size = 3 AND ${of}`)).toEqual([root])
  expect(await foundAfter(`UPDATE seals SET note = replace(note, '— ', '— x') WHERE size = 3 AND ${of}`)).toEqual([
    note,
  ])
  expect(
    await foundAfter(
      `UPDATE seals SET note = overlay(note placing E'\n4\n' from position(E'\n3\n' in note) for 3) WHERE size = 3 AND ${of}`,
    ),
  ).toEqual([note])
  expect(await foundAfter(`UPDATE seal_keys SET public_key = sha256('x')`)).toEqual([
    note,
    'seal of 703 records: its note is not signed for it',
  ])
  expect(await foundAfter(`UPDATE seal_heads SET edge = edge || '' WHERE ${of}`)).toEqual([])
  expect(await foundAfter(`UPDATE seal_heads SET edge = overlay(edge placing '\\x00ff' from 40) WHERE ${of}`)).toEqual([
    'its edge after 703 records is another one',
  ])
  expect(await foundAfter(`UPDATE seal_blocks SET hash = sha256(hash) WHERE number = 1 AND ${of}`)).toEqual([
    'block 1, after 256 records, has another hash',
  ])
})

test('a log is told whole up to a seal, which is waited for, and rows as of the moment of it', async () => {
  const businessId = randomUUID()
  const given = options()
  await app.transact({}, async (tx) =>
    keepKey(tx, { id: given.key.id, publicKey: given.key.publicKey, since: new Date() }),
  )
  await record(businessId, 3)
  while (await sealNext(businessId, given));
  await record(businessId, 450)
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: sealsRpc({ ...given, tables: HISTORY_TABLES, ownedBy: () => ({}) }),
  })
  const { client, close } = clientOfStreams(SealedBooksService, { target: `127.0.0.1:${server.port}`, count: 1 })
  const asked = { context: { requestId: 'r', clientId: randomUUID(), businessId }, timeoutMs: 20_000 }
  const all = async <Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> => {
    const found: Piece[] = []
    for await (const piece of pieces) found.push(piece)
    return found
  }
  try {
    const waiting = all(client.ReadRows({}, asked))
    while (await sealNext(businessId, given));
    const [first, ...pieces] = await waiting
    expect(first).toMatchObject({ size: 453, rows: [] })
    const rows = new Map<string, Record<string, unknown>[]>()
    for (const { table, rows: told } of pieces)
      if (typeof table === 'string') rows.set(table, [])
      else [...rows.values()].at(-1)?.push(...told.map((row) => JSON.parse(row) as Record<string, unknown>))
    expect([...rows].map(([name, { length }]) => [name, length])).toEqual([
      ['large_states', 0],
      ['records', 453],
      ['record_heads', 1],
    ])
    expect(rows.get('records')?.map(({ position }) => position)).toEqual(
      Array.from({ length: 453 }, (_, nth) => nth + 1),
    )
    expect(Object.keys(rows.get('record_heads')?.[0] ?? {})).toEqual(['position', 'recorded_at'])
    const seals = (await all(client.ReadSeals({ through: 453 }, asked))).flatMap((piece) => piece.seals)
    expect(seals.map(({ size }) => size)).toEqual([3, 453])
    const leaves = (await all(client.ReadLeaves({ through: 453 }, asked))).flatMap((piece) => piece.leaves)
    expect(leaves.map(({ position }) => position)).toEqual(Array.from({ length: 453 }, (_, nth) => nth + 1))
    const things = async (through: number) =>
      (await all(client.ReadThings({ aggregate_type: 'bill', through }, asked))).flatMap((piece) => piece.things)
    expect((await things(453)).map(({ position, version }) => [position, version])).toEqual([
      [3, 3],
      [453, 450],
    ])
    expect((await things(5)).map(({ position, version }) => [position, version])).toEqual([
      [3, 3],
      [5, 2],
    ])
  } finally {
    close()
    await server.stop()
  }
})
