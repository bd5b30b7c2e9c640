/** Small answers stored with keys have a budget per client, and no repeat ever writes again. */
import { writeOnce, type WriteRequest } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsDatabase, type EventsDatabase } from './events-database.test-helpers.ts'
import { forgetBeyondBudget } from './kept-answers.ts'

let db: EventsDatabase
beforeAll(async () => {
  db = await eventsDatabase()
})
afterAll(() => db.close())

const KIB = 1024
const DAY_MINUTES = 24 * 60
const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

/** Each test has its own days. */
let days = 0
const nextNow = (): Date => minutesBefore(new Date('2026-11-25T12:00:30Z'), DAY_MINUTES * 2 * days++)

/** A new client, and what it wrote so many minutes ago. */
function client(now: Date) {
  const clientId = randomUUID()
  const written: string[] = []
  const write = (key: string, minutesAgo: number, bytes: number, businessId?: string) => {
    const request: WriteRequest = {
      clientId,
      businessId,
      idempotency: { key, operation: 'op', requestHash: 'h' },
      deadline: new Date(Date.now() + 30_000),
      markReplayed: () => undefined,
    }
    return writeOnce(db.app, request, minutesBefore(now, minutesAgo), async () => {
      written.push(key)
      return { key, text: randomBytes((bytes * 3) / 4).toString('base64') }
    })
  }
  const outcome = (key: string, businessId?: string): Promise<string> =>
    write(key, 0, 0, businessId).then(
      (answer) => `answered ${answer.key}`,
      (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
    )
  return { write, written, outcome }
}

test('the oldest of a client beyond its budget are emptied; the newest, large ones and those of others stay', async () => {
  const now = nextNow()
  const [one, other] = [client(now), client(now)]
  const businessId = randomUUID()
  await one.write('oldest', 600, 10 * KIB, businessId)
  await one.write('large', 500, 40 * KIB)
  await one.write('older', 30, 10 * KIB)
  await one.write('newer', 20, 10 * KIB, businessId)
  await one.write('newest', 0, 10 * KIB)
  await other.write('theirs', 600, 10 * KIB)

  const budget = { bytes: 25 * KIB, now }
  expect(await forgetBeyondBudget(db.relay, budget)).toBe(2)
  expect(await one.outcome('oldest', businessId)).toBe('AnswerNotKept')
  expect(await one.outcome('older')).toBe('AnswerNotKept')
  expect(await one.outcome('newer', businessId)).toBe('answered newer')
  expect(await one.outcome('newest')).toBe('answered newest')
  expect(await one.outcome('large')).toBe('answered large')
  expect(await other.outcome('theirs')).toBe('answered theirs')
  expect(one.written).toEqual(['oldest', 'large', 'older', 'newer', 'newest'])
  // Emptied answers no longer count, and are not emptied again.
  expect(await forgetBeyondBudget(db.relay, budget)).toBe(0)
})

test('answers of the last minutes stay, however many', async () => {
  const now = nextNow()
  const { write, outcome } = client(now)
  for (const key of ['one', 'two', 'three']) await write(key, 0, 15 * KIB)
  expect(await forgetBeyondBudget(db.relay, { bytes: KIB, now })).toBe(0)
  expect(await outcome('one')).toBe('answered one')
})

test('nothing is read where all answers together are below the budget of one client', async () => {
  const now = nextNow()
  const { write, outcome } = client(now)
  await write('kept', 90, 10 * KIB)
  const asked = await forgetBeyondBudget(db.relay, { bytes: 1024 ** 3, now })
  expect([asked, await outcome('kept')]).toEqual([0, 'answered kept'])
})
