/** The use cases of tasks, for the bookkeeping team and the user of a business. */
import type { Tx } from '@pacioli/db'
import { lockWaits, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Business } from '../businesses/business.ts'
import { clearReadModel } from '../reporting.test-helpers.ts'
import { getNotifications } from '../notifications/get-notifications.ts'
import { countTasksForTheUser, lockTask } from './task.store.ts'
import {
  announced,
  becomeKnown,
  knownBusiness,
  requestOf,
  startTestTasks,
  tasksOf,
  type TestTasks,
} from './tasks.test-helpers.ts'

let tasks: TestTasks
let business: Business
let own: ReturnType<typeof tasksOf>

beforeAll(async () => {
  tasks = await startTestTasks()
  business = await knownBusiness(tasks)
  own = tasksOf(tasks, business)
})
afterAll(() => tasks.close())

const fellow = async (more: Partial<Business> = {}) => {
  const other = await knownBusiness(tasks, more)
  return { other, ...tasksOf(tasks, other) }
}

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'accepted',
    (error: { errorEnum?: string; problems?: { meta: { field?: string } }[] }) => [
      error.errorEnum,
      error.problems?.[0]?.meta.field,
    ],
  )

const inBusiness = <Result>(of: Business, work: (tx: Tx) => Promise<Result>) =>
  tasks.db.transact({ businessId: of.id, clientId: of.clientId }, work)

const DOCUMENTS = ['a', 'b'].map((letter) => `0197a000-0000-7000-8000-00000000000${letter}`)
const FULL = {
  title: 'Receipt of 30 January',
  question: 'What was it for?',
  status: 'ASSIGNED',
  effective_at: '2026-01-30T12:00:00.000Z',
  memo: 'm',
  metadata: '{"a": 1}',
  reference_number: 'r',
  document_ids: DOCUMENTS,
}

describe('a task', () => {
  test('is read as it was created, with every field', async () => {
    const { data, created } = await own.create({ ...FULL, external_id: 'full' })
    expect(created).toBe(true)
    expect(data).toMatchObject({ ...FULL, external_id: 'full', business_id: business.id })
    expect([data?.user_response, data?.responded_at, data?.completed_at]).toEqual([undefined, undefined, undefined])
    expect(await own.get(data?.id ?? '')).toEqual(data)
    expect(await own.get((data?.id ?? '').toUpperCase())).toEqual(data)
  })

  test('is effective now and TODO by default', async () => {
    const before = Date.now()
    const { data } = await own.create()
    expect(data?.status).toBe('TODO')
    expect(Date.parse(data?.effective_at ?? '')).toBeGreaterThanOrEqual(before)
    expect(data?.effective_at).toBe(data?.created_at)
  })

  test('created twice with an external_id is created once, also by ten concurrent requests; with a key each gets the first response', async () => {
    const first = await own.create({ external_id: 'twice', title: 'First' })
    const again = { external_id: 'twice', title: 'First', status: 'TODO' }
    expect(await own.create(again)).toEqual({ ...first, created: false })
    await expect(own.create({ ...again, title: 'Second' })).rejects.toMatchObject({
      problems: [{ error_enum: 'ExternalIdReused', meta: { field: 'title', value: 'twice' } }],
    })
    const race = await Promise.all(Array.from({ length: 10 }, () => own.create({ external_id: 'race' })))
    expect(new Set(race.map(({ data }) => data?.id)).size).toBe(1)
    expect(race.filter(({ created }) => created)).toHaveLength(1)
    const keyed = await Promise.all(Array.from({ length: 10 }, () => own.create({}, 'key')))
    expect(new Set(keyed.map(({ data }) => data?.id)).size).toBe(1)
    expect(await refusal(own.create({}, 'key', 'other'))).toEqual(['IdempotencyKeyReused', 'Idempotency-Key'])
  })

  test.each([
    ['title', { title: ' ' }],
    ['status', { status: 'COMPLETED' }],
    ['effective_at', { effective_at: '2026-01-30' }],
    ['document_ids.1', { document_ids: [DOCUMENTS[0] ?? '', 'x'] }],
    ['document_ids', { document_ids: Array.from({ length: 101 }, () => crypto.randomUUID()) }],
  ])('with a wrong %s is refused, and nothing is written', async (field, input) => {
    const { create, list } = await fellow()
    expect(await refusal(create(input))).toEqual(['InvalidPayload', field])
    expect((await list()).pagination?.total_count).toBe(0)
  })

  test('has one event per version', async () => {
    const { id } = await own.made({ ...FULL, external_id: 'announced' })
    await own.respond(id, 'A lock.')
    await own.respond(id, 'A lock.')
    await own.update(id, { status: 'COMPLETED' })
    await own.update(id, { memo: 'Filed' })
    const events = await announced(tasks, id)
    expect(events.map(({ type, source }) => [type, source])).toEqual(
      ['created', 'updated', 'completed', 'updated'].map((type) => [`pacioli.task.${type}.v1`, '/pacioli/reporting']),
    )
    const now = await own.get(id)
    expect(events.at(-1)?.data).toEqual({
      ...now,
      metadata: { a: 1 },
      memo: 'Filed',
      user_response: 'A lock.',
      status: 'COMPLETED',
      version: 4,
    })
  })
})

describe('a change', () => {
  test('keeps absent fields, and clears named ones', async () => {
    const task = await own.made({ ...FULL, external_id: 'changes' })
    const { data } = await own.update(task.id, { title: 'Other', cleared: ['question', 'memo'] })
    expect(data).toEqual({
      ...task,
      title: 'Other',
      question: undefined,
      memo: undefined,
      updated_at: data?.updated_at,
    })
    const cleared = ['external_id', 'metadata', 'reference_number', 'document_ids']
    const bare = (await own.update(task.id, { cleared })).data
    expect(bare).toMatchObject({ external_id: undefined, metadata: undefined, reference_number: undefined })
    expect(bare?.document_ids).toEqual([])
    const documents = (await own.update(task.id, { document_ids: { items: DOCUMENTS } })).data
    expect(documents?.document_ids).toEqual(DOCUMENTS)
    expect(await own.get(task.id)).toEqual(documents)
  })

  test.each(['title', 'status', 'effective_at'])('cannot clear the %s', async (field) => {
    const task = await own.made()
    expect(await refusal(own.update(task.id, { cleared: [field] }))).toEqual(['InvalidPayload', field])
  })

  test('refuses an external_id of another task, though not of another business', async () => {
    await own.made({ external_id: 'taken' })
    const task = await own.made()
    expect(await refusal(own.update(task.id, { external_id: 'taken' }))).toEqual(['DuplicateExternalId', 'external_id'])
    const { create } = await fellow()
    expect((await create({ external_id: 'taken' })).created).toBe(true)
  })

  test('that is repeated with its key gets the first response', async () => {
    const task = await own.made()
    const first = await own.update(task.id, { status: 'ASSIGNED' }, 'assign')
    await own.update(task.id, { status: 'TODO' })
    expect(await own.update(task.id, { status: 'ASSIGNED' }, 'assign')).toEqual(first)
    expect((await own.get(task.id))?.status).toBe('TODO')
  })
})

describe('requests that race', () => {
  /** Starts both while the task is locked, in this order, and releases it once both wait. */
  async function queued(id: string, ...acts: (() => Promise<unknown>)[]): Promise<unknown[]> {
    let begun: Promise<unknown>[] = []
    await inBusiness(business, async (tx) => {
      await lockTask(tx, business.id, id)
      for (const [index, act] of acts.entries()) {
        begun = [...begun, refusal(act())]
        await waitFor('the request to wait', async () => (await lockWaits(tasks.relayDb)).length === index + 1)
      }
    })
    return Promise.all(begun)
  }

  test('two responses: both count, one after the other, and each has its event', async () => {
    const { id } = await own.made()
    expect(
      await queued(
        id,
        () => own.respond(id, 'First'),
        () => own.respond(id, 'Second'),
      ),
    ).toEqual(['accepted', 'accepted'])
    const events = await announced(tasks, id)
    const responses = events.map(({ data }) => (data as { user_response: string | null }).user_response)
    expect(responses.slice(1).sort()).toEqual(['First', 'Second'])
    expect(events.map(({ data }) => (data as { version: number }).version)).toEqual([1, 2, 3])
    expect((await own.get(id))?.user_response).toBe(responses[2])
  })

  test('a response after the completion that it waited for is refused', async () => {
    const { id } = await own.made()
    expect(
      await queued(
        id,
        () => own.update(id, { status: 'COMPLETED' }),
        () => own.respond(id, 'Late'),
      ),
    ).toEqual(['accepted', ['TaskCompleted', 'user_response']])
    expect(await own.get(id)).toMatchObject({ status: 'COMPLETED', user_response: undefined })
  })

  test('a completion after the response that it waited for keeps it', async () => {
    const { id } = await own.made()
    expect(
      await queued(
        id,
        () => own.respond(id, 'In time'),
        () => own.update(id, { status: 'COMPLETED' }),
      ),
    ).toEqual(['accepted', 'accepted'])
    expect(await own.get(id)).toMatchObject({ status: 'COMPLETED', user_response: 'In time' })
  })

  test('any number of responses and completions leave one sequence of versions, and the state of the last one', async () => {
    const { id } = await own.made()
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        refusal(index === 3 ? own.update(id, { status: 'COMPLETED' }) : own.respond(id, `Answer ${index}`)),
      ),
    )
    const accepted = outcomes.filter((outcome) => outcome === 'accepted').length
    const events = await announced(tasks, id)
    expect(events.map(({ data }) => (data as { version: number }).version)).toEqual(
      Array.from({ length: accepted + 1 }, (_, index) => index + 1),
    )
    const task = await own.get(id)
    const last = events.at(-1)?.data as { status: string; user_response: string | null }
    expect([task?.status, task?.user_response ?? null]).toEqual(['COMPLETED', last.user_response])
  })
})

describe('the businesses with tasks', () => {
  test('exclude one that is not enrolled, for reads and writes alike', async () => {
    const { other, create, update, respond, get, list } = await fellow({ bookkeepingEnrolled: false })
    tasks.atLedger = new Map([[other.id, other]])
    const id = crypto.randomUUID()
    const outcomes = await Promise.all([create(), update(id), respond(id, 'x'), get(id), list()].map(refusal))
    expect(outcomes).toEqual(Array(5).fill(['BusinessNotEnrolled', 'businessId']))
  })

  test('include one that was enrolled just now, before its event has arrived', async () => {
    const { other, create, list } = await fellow({ bookkeepingEnrolled: false })
    tasks.atLedger = new Map([[other.id, { ...other, bookkeepingEnrolled: true }]])
    expect((await create()).created).toBe(true)
    expect((await list()).data).toHaveLength(1)
  })

  test('include one that was enrolled again just now, though its events are behind what the ledger has said before', async () => {
    const { other, create, list } = await fellow({ bookkeepingEnrolled: false })
    const enrolled = { ...other, bookkeepingEnrolled: true, version: 2 }
    const left = { ...other, version: 3 }
    tasks.atLedger = new Map([[other.id, left]])
    expect(await refusal(create())).toEqual(['BusinessNotEnrolled', 'businessId'])
    await inBusiness(other, async (tx) => becomeKnown(tx, enrolled))
    expect(await refusal(create())).toEqual(['BusinessNotEnrolled', 'businessId'])
    tasks.atLedger.set(other.id, { ...enrolled, version: 4 })
    expect((await create()).created).toBe(true)
    expect((await list()).data).toHaveLength(1)
  })

  test('exclude one from writes once the ledger has said that it is archived, though its events arrive one by one', async () => {
    const { other, create } = await fellow({ bookkeepingEnrolled: false })
    const enrolled = { ...other, bookkeepingEnrolled: true, version: 2 }
    const archived = { ...enrolled, archivedAt: new Date(), version: 3 }
    const arrives = (state: Business) => inBusiness(other, async (tx) => becomeKnown(tx, state))
    tasks.atLedger = new Map([[other.id, archived]])
    expect(await refusal(create())).toEqual(['BusinessArchived', undefined])
    await arrives(enrolled)
    expect(await refusal(create())).toEqual(['BusinessArchived', undefined])
    await arrives(archived)
    expect(await refusal(create())).toEqual(['BusinessArchived', undefined])
    await arrives({ ...archived, archivedAt: null, version: 4 })
    expect((await create()).created).toBe(true)
  })

  test('include one without events so far, with one ledger query per call', async () => {
    const { other } = await fellow()
    const unheard = { ...other, id: crypto.randomUUID() }
    tasks.atLedger = new Map([[unheard.id, unheard]])
    tasks.fetches = 0
    expect((await tasksOf(tasks, unheard).create()).created).toBe(true)
    expect(tasks.fetches).toBe(1)
    await tasksOf(tasks, other).create()
    expect(tasks.fetches).toBe(1)
    const otherClient = { ...unheard, clientId: crypto.randomUUID() }
    expect(await refusal(tasksOf(tasks, otherClient).create())).toEqual(['BusinessNotFound', 'businessId'])
  })

  test('cannot be decided while the ledger has to be queried and is down; an enrolled one is served', async () => {
    const { create } = await fellow({ bookkeepingEnrolled: null })
    tasks.atLedger = undefined
    expect(await refusal(create())).toEqual(['ServiceUnavailable', undefined])
    expect((await own.create()).created).toBe(true)
  })

  test('include an archived one for reads, not for writes; a repeated write gets its stored response', async () => {
    const { other, create, update, respond, get, list } = await fellow()
    const first = await create({}, 'key')
    const id = first.data?.id ?? ''
    await inBusiness(other, async (tx) => becomeKnown(tx, { ...other, archivedAt: new Date(), version: 2 }))
    const outcomes = await Promise.all([create(), update(id, { memo: 'x' }), respond(id, 'x')].map(refusal))
    expect(outcomes).toEqual(Array(3).fill(['BusinessArchived', undefined]))
    expect(await create({}, 'key')).toEqual(first)
    expect(await get(id)).toEqual(first.data)
    expect((await list()).data).toEqual([first.data])
  })

  test('do not see tasks of each other: such an id is unknown', async () => {
    const task = await own.made({ external_id: 'hidden', reference_number: 'hidden' })
    const { update, respond, get, list } = await fellow()
    for (const id of [task.id, crypto.randomUUID(), 'x']) {
      const outcomes = await Promise.all([update(id, { memo: 'x' }), respond(id, 'x'), get(id)].map(refusal))
      expect(outcomes).toEqual(Array(3).fill(['TaskNotFound', 'taskId']))
    }
    for (const filter of [{}, { external_id: 'hidden' }, { reference_numbers: ['hidden'] }])
      expect((await list(filter)).data).toEqual([])
    expect(await own.get(task.id)).toEqual({ ...task })
  })

  test('are enforced by the database, which shows and accepts no task without its tenant', async () => {
    const task = await own.made()
    const { other } = await fellow()
    const rows = await inBusiness(other, (tx) => tx.rows('SELECT id FROM tasks WHERE id = $1', [task.id]))
    expect(rows).toEqual([])
    const stolen = inBusiness(other, (tx) =>
      tx.rows(
        `INSERT INTO tasks SELECT $1, id, external_id, title, question, status, effective_at, user_response, responded_at,
                completed_at, document_ids, memo, metadata, reference_number, version, created_at, updated_at
           FROM (VALUES ($2::uuid, null::text, 't', null::text, 'TODO', now(), null::text, null::timestamptz,
                 null::timestamptz, '{}'::uuid[], null::text, null::jsonb, null::text, 1::bigint, now(), now()))
                AS n(id, external_id, title, question, status, effective_at, user_response, responded_at, completed_at,
                     document_ids, memo, metadata, reference_number, version, created_at, updated_at)`,
        [business.id, crypto.randomUUID()],
      ),
    )
    await expect(stolen).rejects.toThrow('row-level security')
  })
})

describe('the count of notifications', () => {
  const todo = async (of: Business, fetchBusiness = async (): Promise<Business | undefined> => undefined) =>
    (await getNotifications(tasks.db, { tenant: requestOf(of), now: new Date(), fetchBusiness })).todo_tasks

  test('is of those that wait for the user, exactly, at once', async () => {
    const { other, made, update, respond } = await fellow()
    expect(await todo(other)).toBe(0)
    const [first, second] = [await made(), await made({ status: 'ASSIGNED' })]
    expect(await todo(other)).toBe(2)
    await respond(first.id, 'x')
    expect(await todo(other)).toBe(1)
    await update(second.id, { status: 'COMPLETED' })
    expect(await todo(other)).toBe(0)
    await update(second.id, { status: 'TODO' })
    await update(first.id, { status: 'ASSIGNED' })
    expect(await todo(other)).toBe(2)
  })

  test('is 0 for a business that is no longer enrolled; the ledger is queried if an old row does not say', async () => {
    const { other, made } = await fellow()
    await made()
    const become = (bookkeepingEnrolled: boolean | null, version: number) =>
      inBusiness(other, async (tx) => becomeKnown(tx, { ...other, bookkeepingEnrolled, version }))
    await become(false, 2)
    expect(await todo(other)).toBe(0)
    await become(null, 3)
    expect(await todo(other, async () => other)).toBe(1)
    await expect(todo(other)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    await become(true, 4)
    expect(await todo(other)).toBe(1)
  })

  test('and the tasks themselves outlast a rebuild of the read models', async () => {
    const { other, made, get } = await fellow()
    const task = await made(FULL)
    await inBusiness(other, (tx) => clearReadModel(tx, other.id))
    tasks.atLedger = new Map([[other.id, other]])
    expect(await get(task.id)).toEqual({ ...task })
    expect(await inBusiness(other, (tx) => countTasksForTheUser(tx, other.id))).toBe(1)
  })

  test('reads none of those that are done', async () => {
    const { other, made } = await fellow()
    await inBusiness(other, (tx) =>
      tx.rows(
        `INSERT INTO tasks (business_id, id, title, status, effective_at, completed_at, document_ids, version, created_at,
                            updated_at)
         SELECT $1, gen_random_uuid(), 'Done', 'COMPLETED', now(), now(), '{}', 1, now(), now()
           FROM generate_series(1, 5000)`,
        [other.id],
      ),
    )
    await made()
    const plan = await inBusiness(other, (tx) =>
      tx.rows(
        `EXPLAIN SELECT count(*) FROM tasks WHERE business_id = '${other.id}' AND status IN ('TODO', 'ASSIGNED')`,
      ),
    )
    expect(JSON.stringify(plan)).toContain('tasks_for_the_user')
    expect(await todo(other)).toBe(1)
  })
})
