/** Answers stored with keys stay within the budget of their client, and no repeat ever writes again. */
import { DomainError } from '@pacioli/errors'
import { testDatabase } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database, findAnswer, isAnswered, writeOnce, type WriteRequest } from './index.ts'
import { provision } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

const APP = { role: 'kept_app', password: 'app' }

let db: Database
let adminUrl: string
beforeAll(async () => {
  const database = await testDatabase({
    name: 'kept_answers',
    migrate: (admin, name) =>
      provision({
        adminUrl: admin,
        database: name,
        owner: 'kept_owner',
        app: APP,
        relay: { role: 'kept_relay', password: 'relay' },
        migrations: [sharedMigrations],
      }),
  })
  adminUrl = database.adminUrl
  db = new Database({ url: database.urlFor(APP.role, APP.password), applicationName: 'test', poolSize: 4 })
  await db.ping()
})
afterAll(() => db.close())

const KIB = 1024

/** Of the same shard as all others: a client has its budget in each. */
const place = randomUUID()
function anotherBusiness(): string {
  for (;;) {
    const id = randomUUID()
    if (db.groupOf(id) === db.groupOf(place)) return id
  }
}

/** A new client, and its writes. */
function client() {
  const clientId = randomUUID()
  const own = anotherBusiness()
  const written: string[] = []
  let now = 1_750_000_000_000
  const request = (key: string, businessId = own): WriteRequest & { businessId: string } => ({
    clientId,
    businessId,
    idempotency: { key, operation: 'op', requestHash: 'h' },
    deadline: new Date(Date.now() + 30_000),
    markReplayed: () => undefined,
  })
  const write = (key: string, bytes: number, businessId?: string) =>
    writeOnce(db, request(key, businessId), new Date((now += 1)), async () => {
      written.push(key)
      return { key, text: 'x'.repeat(bytes) }
    })
  const outcome = (key: string, businessId?: string): Promise<string> =>
    write(key, 0, businessId).then(
      (answer) => `answered ${answer.key}`,
      (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
    )
  const forget = (budget: number) =>
    db.transact({ clientId, businessId: own }, (tx) => tx.rows('SELECT forget_answers_v1($1)', [budget]))
  return { own, write, written, outcome, forget, request }
}

test('the oldest large answers beyond the budget are removed, small ones stay, and no repeat writes again', async () => {
  const { write, written, outcome, forget, request } = client()
  await write('oldest', 20 * KIB)
  await write('small', 1 * KIB)
  await write('older', 20 * KIB, anotherBusiness())
  const businessId = anotherBusiness()
  await write('newer', 20 * KIB, businessId)
  await write('newest', 20 * KIB)
  await forget(45 * KIB)
  expect(await outcome('oldest')).toBe('AnswerNotKept')
  expect(await outcome('small')).toBe('answered small')
  expect(await outcome('newer', businessId)).toBe('answered newer')
  expect(await outcome('newest')).toBe('answered newest')
  expect(written).toEqual(['oldest', 'small', 'older', 'newer', 'newest'])
  expect(await isAnswered(db, request('oldest'), new Date(1_750_000_000_000))).toBe(true)
  const other = { ...request('oldest'), idempotency: { key: 'oldest', operation: 'op', requestHash: 'another' } }
  await expect(writeOnce(db, other, new Date(1_750_000_000_000), () => Promise.resolve({}))).rejects.toMatchObject({
    errorEnum: 'IdempotencyKeyReused',
  })
})

test('an answer is found by its own request alone, for a day, in one statement', async () => {
  const { write, forget, request } = client()
  const businessId = anotherBusiness()
  await write('whole', 1)
  await write('large', 20 * KIB, businessId)
  await write('larger', 20 * KIB, businessId)
  await forget(1)
  const now = new Date(1_750_000_000_000)
  const found = (asked: Parameters<typeof findAnswer>[1], at = now) => findAnswer(db, asked, at)
  const none = { outcome: 'NEW', answer: null }
  expect(await found(request('whole'))).toEqual({ outcome: 'REPLAY', answer: '{"key":"whole","text":"x"}' })
  expect(await found(request('larger', businessId))).toMatchObject({ outcome: 'REPLAY' })
  expect(await found(request('large', businessId))).toEqual({ outcome: 'FORGOTTEN', answer: null })
  const claimed = { key: 'whole', operation: 'op', requestHash: 'h' }
  for (const key of ['whole', 'large']) {
    const other = { ...request(key, key === 'large' ? businessId : undefined) }
    const reused = { ...other, idempotency: { ...claimed, key, requestHash: 'another' } }
    expect(await found(reused)).toEqual({ outcome: 'REUSED', answer: null })
  }
  const others = [
    { ...request('whole'), clientId: randomUUID() },
    request('whole', businessId),
    request('large'),
    request('large', anotherBusiness()),
    { ...request('whole'), idempotency: { ...claimed, operation: 'another' } },
    request('another'),
    { ...request('whole'), idempotency: undefined },
  ]
  expect(await Promise.all(others.map((other) => found(other)))).toEqual(others.map(() => none))
  const [day, later] = [24 * 3_600_000, 24 * 3_600_000 + 1].map((ms) => new Date(now.getTime() + ms))
  expect(await found(request('whole'), day)).toMatchObject({ outcome: 'REPLAY' })
  expect(await found(request('whole'), later)).toEqual(none)
})

test('the answer to a key that a write holds is on its way', async () => {
  const { request, outcome } = client()
  const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const now = new Date(1_750_000_000_000)
  const writing = writeOnce(db, request('key'), now, async () => {
    begun.resolve()
    await held.promise
    return { key: 'key' }
  })
  await begun.promise
  expect(await findAnswer(db, request('key'), now)).toEqual({ outcome: 'IN_PROGRESS', answer: null })
  held.resolve()
  await writing
  expect(await findAnswer(db, request('key'), now)).toEqual({ outcome: 'REPLAY', answer: '{"key":"key"}' })
  expect(await outcome('key')).toBe('answered key')
})

test('the newest answer is kept whatever its size, and answers of other clients are not touched', async () => {
  const [one, other] = [client(), client()]
  await other.write('theirs', 20 * KIB)
  await one.write('huge', 200 * KIB)
  await one.forget(1)
  expect(await one.outcome('huge')).toBe('answered huge')
  expect(await other.outcome('theirs')).toBe('answered theirs')
})

test('a client with the largest possible answers keeps about 64 MiB of them', async () => {
  const { write, outcome } = client()
  const bytes = 24 * KIB * KIB
  for (const key of ['first', 'second', 'third']) await write(key, bytes)
  expect([await outcome('first'), await outcome('second'), await outcome('third')]).toEqual([
    'AnswerNotKept',
    'answered second',
    'answered third',
  ])
})

test('writes of one client at once do not wait for one another, and all are answered', async () => {
  const { write, written, forget } = client()
  const keys = Array.from({ length: 12 }, (_, index) => `key ${index}`)
  await Promise.all(keys.flatMap((key) => [write(key, 20 * KIB), forget(30 * KIB)]))
  expect(written.toSorted()).toEqual(keys.toSorted())
})

test('the previous version refuses such a repeat, too', async () => {
  // As in a database that the previous version began: it does not refuse.
  const ofBefore = readFileSync(new URL('../migrations/functions/before/without-versions.sql', import.meta.url), 'utf8')
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const drops = 'DROP VIEW began_with_a_later_version; DROP FUNCTION claim_idempotency_key, keep_answer;'
  await admin.query(`${drops} ${ofBefore}`)
  await admin.end()
  const { own, write, forget, request } = client()
  await write('oldest', 20 * KIB)
  await write('newest', 20 * KIB)
  await forget(1)
  const { clientId, idempotency } = request('oldest')
  const [claim] = await db.transact({ clientId, businessId: own }, (tx) =>
    tx.rows('SELECT outcome, answer FROM claim_idempotency_key($1, $2, $3, $4, $5, $6)', [
      own,
      clientId,
      idempotency?.operation,
      idempotency?.key,
      idempotency?.requestHash,
      new Date(1_750_000_000_000),
    ]),
  )
  expect(claim).toEqual({ outcome: 'REUSED', answer: null })
})
