/** What a bookkeeping team asks the user of a business, from the platform and from the browser of that user. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  newClient,
  target,
  taskOperations,
  tasksOf,
  type Answer,
  type Api,
  type Books,
  type Call,
  type Task,
  type TestClient,
} from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books
/** As the user of the business, with a token for it alone. */
let user: Api

beforeAll(async () => {
  client = await newClient(target(), 'tasks')
  books = await client.books({ bookkeeping_enrolled: true, time_zone: 'Pacific/Kiritimati' })
  const { access_token } = (await books.api.call('issueBusinessToken')).body.data
  user = books.api.as(access_token)
})

const make = async (body: object = {}, of = books): Promise<Task> =>
  (await of.api.call('createTask', { body: { title: 'Receipt', ...body } })).body.data
const update = (taskId: string, body: object) => books.api.call('updateTask', { path: { taskId }, body })
const respond = (taskId: string, user_response: string, as = user) =>
  as.call('respondToTask', { path: { taskId }, body: { user_response } })
const read = async (taskId: string): Promise<Task> => (await user.call('getTask', { path: { taskId } })).body.data
const list = async (query: Call['query'] = {}, of = books) => (await of.api.call('listTasks', { query })).body

const refused = (status: number, error_enum: string, field?: string) => ({ status, error_enum, field })

describe('a task', () => {
  test('goes from the team to the user and back, until the team completes it', async () => {
    const made = await make({ question: 'What was it for?', effective_at: '2026-01-30T00:00:00Z', metadata: { a: 1 } })
    expect(made).toEqual({
      type: 'Human_Task',
      id: made.id,
      business_id: books.id,
      external_id: null,
      title: 'Receipt',
      question: 'What was it for?',
      status: 'TODO',
      effective_at: '2026-01-30T00:00:00.000Z',
      user_response: null,
      responded_at: null,
      completed_at: null,
      document_ids: [],
      memo: null,
      metadata: { a: 1 },
      reference_number: null,
      created_at: made.created_at,
      updated_at: made.created_at,
    })
    expect(await read(made.id)).toEqual(made)
    const answered = (await respond(made.id, 'A lock.')).body.data
    expect(answered).toMatchObject({ status: 'USER_MARKED_COMPLETED', user_response: 'A lock.' })
    expect(answered.responded_at).toBe(answered.updated_at)
    const back = (await update(made.id, { status: 'ASSIGNED', question: 'Which lock?' })).body.data
    expect(back).toMatchObject({ status: 'ASSIGNED', user_response: 'A lock.', responded_at: answered.responded_at })
    await respond(made.id, 'That of the workshop.')
    const completed = (await update(made.id, { status: 'COMPLETED' })).body.data
    expect(completed).toMatchObject({ status: 'COMPLETED', user_response: 'That of the workshop.' })
    expect(completed.completed_at).toBe(completed.updated_at)
    expect(await read(made.id)).toEqual(completed)
    const reopened = (await update(made.id, { status: 'TODO' })).body.data
    expect(reopened).toMatchObject({ status: 'TODO', completed_at: null, user_response: 'That of the workshop.' })
  })

  test('is made once by its external_id and by an Idempotency-Key', async () => {
    const body = { title: 'Once', external_id: 'once' }
    const [first, again] = [await books.api.call('createTask', { body }), await books.api.call('createTask', { body })]
    expect([first.status, again.status, again.body.data]).toEqual([201, 200, first.body.data])
    expect((await books.api.call('createTask', { body: { ...body, title: 'Twice' } })).refusal).toMatchObject({
      status: 409,
      error_enum: 'ExternalIdReused',
      field: 'title',
    })
    const headers = { 'idempotency-key': 'once' }
    const keyed = () => books.api.call('createTask', { body: { title: 'Keyed' }, headers })
    const [one, other] = [await keyed(), await keyed()]
    expect([other.status, other.body]).toEqual([201, one.body])
    expect(other.headers['idempotency-replayed']).toBe('true')
    const reused = await books.api.call('createTask', { body: { title: 'Other' }, headers })
    expect(reused.refusal).toMatchObject({ status: 409, error_enum: 'IdempotencyKeyReused' })
  })

  test('takes documents with a response, and has null cleared', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const { id } = await make({ document_ids: [one], memo: 'm', external_id: 'cleared' })
    const body = { user_response: 'Both', document_ids: [other, one.toUpperCase()] }
    const { data } = (await user.call('respondToTask', { path: { taskId: id }, body })).body
    expect(data.document_ids).toEqual([one, other])
    const clear = { external_id: null, question: null, document_ids: null, memo: null, metadata: null }
    expect((await update(id, clear)).body.data).toMatchObject({ ...clear, document_ids: [] })
  })
})

describe('what is refused', () => {
  test('transitions that no task takes', async () => {
    const { id } = await make()
    const marked = await update(id, { status: 'USER_MARKED_COMPLETED' })
    expect(marked.refusal).toEqual(refused(422, 'TaskTransitionNotPossible', 'status'))
    await update(id, { status: 'COMPLETED' })
    const before = await read(id)
    const assigned = await update(id, { status: 'ASSIGNED' })
    expect(assigned.refusal).toEqual(refused(422, 'TaskTransitionNotPossible', 'status'))
    expect((await respond(id, 'Late')).refusal).toEqual(refused(422, 'TaskCompleted', 'user_response'))
    expect((await update(id, { question: 'Why?' })).refusal).toEqual(refused(422, 'TaskCompleted', 'question'))
    expect(await read(id)).toEqual(before)
    expect((await update(id, { memo: 'Filed' })).body.data.memo).toBe('Filed')
  })

  test.each([
    ['title', {}],
    ['title', { title: '' }],
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(256) }],
    ['status', { title: 'x', status: 'COMPLETED' }],
    ['effective_at', { title: 'x', effective_at: '2026-02-30T00:00:00Z' }],
    ['document_ids.0', { title: 'x', document_ids: ['x'] }],
    ['metadata', { title: 'x', metadata: { a: 'x'.repeat(1_017) } }],
    ['type', { title: 'x', type: 'Human_Task' }],
  ])('a new task with a wrong %s', async (field, body) => {
    const { refusal } = await books.api.call('createTask', { body })
    expect([refusal.status, refusal.field]).toEqual([400, field])
  })

  test('a response that says nothing, and a change of what is always there', async () => {
    const { id } = await make()
    for (const text of ['', ' \n']) expect((await respond(id, text)).refusal.field).toBe('user_response')
    for (const field of ['title', 'status', 'effective_at'])
      expect((await update(id, { [field]: null })).refusal).toEqual(refused(400, 'InvalidPayload', field))
    const path = { taskId: id }
    const many = Array.from({ length: 100 }, () => crypto.randomUUID())
    await update(id, { document_ids: many })
    const body = { user_response: 'x', document_ids: [crypto.randomUUID()] }
    const { refusal } = await user.call('respondToTask', { path, body })
    expect(refusal).toEqual(refused(400, 'InvalidPayload', 'document_ids'))
  })

  test('an external_id that another task has', async () => {
    await make({ external_id: 'taken' })
    const { id } = await make()
    expect((await update(id, { external_id: 'taken' })).refusal).toEqual(
      refused(409, 'DuplicateExternalId', 'external_id'),
    )
  })

  test('what only the team does, to a token for one business', async () => {
    const { id } = await make()
    const answers = [
      await user.call('createTask', { body: { title: 'x' } }),
      await user.call('updateTask', { path: { taskId: id }, body: { status: 'COMPLETED' } }),
    ]
    for (const { refusal } of answers) expect(refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
    expect((await user.call('listTasks')).status).toBe(200)
  })

  test('ids that name nothing, and cursors of something else', async () => {
    for (const taskId of [NOBODY, 'nonsense'])
      for (const [operationId, call] of taskOperations(() => ({ task: taskId })).filter(([, one]) => one().path)) {
        const { refusal } = await books.api.call(operationId, call())
        expect([operationId, refusal]).toEqual([operationId, refused(404, 'TaskNotFound', 'taskId')])
      }
    const { refusal } = await books.api.call('listTasks', { query: { cursor: 'x' } })
    expect(refusal).toEqual(refused(400, 'InvalidCursor', 'cursor'))
    for (const query of [{ status: 'DONE' }, { statuses: 'TODO,DONE' }, { start_date: 'soon' }, { sort_by: 'title' }])
      expect((await books.api.call('listTasks', { query })).refusal).toMatchObject({
        status: 400,
        error_enum: 'InvalidQuery',
        field: Object.keys(query)[0],
      })
  })

  test('everything of a business that is not enrolled; what it had is there again once it is', async () => {
    const own = await client.books()
    const enrol = async (bookkeeping_enrolled: boolean) => {
      const { body } = await own.api.call('updateBusiness', { body: { bookkeeping_enrolled } })
      expect(body.data.bookkeeping_enrolled).toBe(bookkeeping_enrolled)
    }
    for (const [operationId, call] of taskOperations(() => ({ task: NOBODY }))) {
      const { refusal } = await own.api.call(operationId, call())
      expect([operationId, refusal]).toEqual([operationId, refused(422, 'BusinessNotEnrolled', 'businessId')])
    }
    // At once: the ledger knows, whether its event has arrived or not.
    await enrol(true)
    await tasksOf(own, 'kept')
    const task = (await list({}, own)).data[0]
    await enrol(false)
    await waitFor('the news to reach the tasks', async () => (await own.api.call('listTasks')).status === 422)
    await enrol(true)
    expect((await list({}, own)).data).toEqual([task])
  })

  test('every write of an archived business, and no read', async () => {
    const own = await client.books({ bookkeeping_enrolled: true })
    const ids = await tasksOf(own, 'archived')
    await own.api.call('archiveBusiness')
    const rename = { path: { taskId: ids.task }, body: { memo: 'No' } }
    await waitFor('the news to reach the tasks', async () => (await own.api.call('updateTask', rename)).status === 422)
    const before = await list({}, own)
    for (const [operationId, call] of taskOperations(() => ids)) {
      const answer: Answer<unknown> = await own.api.call(operationId, call())
      const reads = own.api.contract.operation(operationId).method === 'GET'
      expect([operationId, reads ? answer.status : answer.refusal.error_enum]).toEqual([
        operationId,
        reads ? 200 : 'BusinessArchived',
      ])
    }
    expect(await list({}, own)).toEqual(before)
  })
})

describe('a list of tasks', () => {
  test('is filtered, sorted and paged', async () => {
    const own = await client.books({ bookkeeping_enrolled: true, time_zone: 'Pacific/Kiritimati' })
    const at = (effective_at: string, more: object = {}) => make({ effective_at, title: effective_at, ...more }, own)
    const a = await at('2026-03-05T09:00:00Z', { reference_number: 'r1', external_id: 'a' })
    const b = await at('2026-03-05T10:00:00Z', { status: 'ASSIGNED', reference_number: 'r2' })
    const c = await at('2026-03-06T10:00:00Z', { reference_number: 'r3' })
    const found = async (query: Call['query']) => (await list(query, own)).data.map(({ id }) => id)
    const cases: [Call['query'], Task[]][] = [
      [{}, [c, b, a]],
      [{ status: 'ASSIGNED' }, [b]],
      [{ statuses: 'TODO,ASSIGNED', sort_by: 'effective_at', sort_order: 'ASC' }, [a, b, c]],
      [{ external_id: 'a' }, [a]],
      [{ reference_number: 'r1', reference_numbers: 'r2,x' }, [b, a]],
      // The sixth of March begins there at 10:00 UTC of the fifth.
      [{ start_date: '2026-03-06', end_date: '2026-03-06' }, [b]],
      [{ start_date: '2026-03-06' }, [c, b]],
      [{ end_date: '2026-03-05T09:00:00Z' }, [a]],
      [{ sort_by: 'updated_at', sort_order: 'ASC' }, [a, b, c]],
    ]
    for (const [query, expected] of cases)
      expect([query, await found(query)]).toEqual([query, expected.map(({ id }) => id)])
    const first = await list({ limit: 2, sort_by: 'effective_at' }, own)
    expect(first.meta).toMatchObject({
      type: 'request_metadata',
      pagination: { sort_by: 'effective_at', sort_order: 'DESC', has_more: true, total_count: 3 },
    })
    await at('2026-03-07T00:00:00Z')
    const cursor = first.meta.pagination.cursor ?? ''
    const second = await list({ limit: 2, sort_by: 'effective_at', cursor }, own)
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([c.id, b.id, a.id])
    expect(second.meta.pagination).toMatchObject({ has_more: false, cursor: null, total_count: 3 })
  })
})

test('a business of nobody has no tasks either', async () => {
  for (const [operationId, call] of taskOperations(() => ({ task: NOBODY }))) {
    const { refusal } = await client.api.of(NOBODY).call(operationId, call())
    expect([operationId, refusal]).toEqual([operationId, refused(404, 'BusinessNotFound', 'businessId')])
  }
})
