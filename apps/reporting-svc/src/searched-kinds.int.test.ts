import { findByText, statementFor } from '@pacioli/search'
import { servingRequest } from '@pacioli/telemetry'
import { unindexed } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Business } from './businesses/business.ts'
import { EarlyEvents } from './event-feed/early-events.ts'
import { feedSubscriber } from './event-feed/feed.subscriber.ts'
import { delivered, sampleBusiness, staged } from './reporting.test-helpers.ts'
import { searchedKinds } from './searched-kinds.ts'
import { knownBusiness, startTestTasks, tasksOf, type TestTasks } from './tasks/tasks.test-helpers.ts'

let tasks: TestTasks
let business: Business
let otherBusiness: Business

beforeAll(async () => {
  tasks = await startTestTasks()
  business = await knownBusiness(tasks)
  otherBusiness = await knownBusiness(tasks)
})
afterAll(() => tasks.close())

const statement = statementFor(searchedKinds)
const find = (text: string, by = business) =>
  tasks.db.transact({ clientId: by.clientId, businessId: by.id }, (tx) => findByText(tx, statement, by.id, text))

test('a task is found by its id, its external_id, its reference number and its request, by its tenant alone', async () => {
  const names = { external_id: 'e-1', reference_number: 'n-1' }
  const { data } = await servingRequest({ requestId: 'r-1' }, () => tasksOf(tasks, business).create(names))
  const id = data?.id ?? ''
  for (const text of [id, id.toUpperCase(), 'e-1', 'n-1', 'r-1']) {
    expect([text, (await find(text)).map((found) => [found.type, found.id])]).toEqual([text, [['task', id]]])
    expect([text, await find(text, otherBusiness)]).toEqual([text, []])
  }
})

test('what a request changed is found by its events, as a part of what it belongs to, and once', async () => {
  const { id, clientId } = business
  const [invoice, refundPayment, refund_id] = [randomUUID(), randomUUID(), randomUUID()]
  const of = (requestId: string | undefined, type: string, aggregateId: string, version: number, more: object = {}) =>
    servingRequest({ requestId }, () =>
      staged(
        id,
        type,
        aggregateId,
        version === 1 ? 'created' : 'changed',
        { id: aggregateId, ...more, version },
        'billing',
      ),
    )
  const feed = feedSubscriber({
    db: tasks.db,
    early: new EarlyEvents(),
    clock: () => new Date(),
    findReceivers: async () => async () => undefined,
  })
  const events = [
    staged(id, 'business', id, 'created', sampleBusiness(id, clientId)),
    of(undefined, 'invoice', invoice, 1),
    of('r-2', 'invoice', invoice, 2),
    of('r-2', 'invoice', invoice, 3),
    of('r-2', 'refund_payment', refundPayment, 1, { refund_id }),
  ]
  await feed.handle(id, events.map(delivered))
  const found = await find('r-2')
  expect(found.toSorted((one, other) => one.type.localeCompare(other.type))).toMatchObject([
    { type: 'invoice', id: invoice, parent: null, match: 'REQUEST_ID', requestId: 'r-2' },
    { type: 'refund_payment', id: refundPayment, parent: refund_id },
  ])
  expect(found).toHaveLength(2)
  expect(await find('r-2', otherBusiness)).toEqual([])
})

test('everything is found by an index', async () => {
  const columns = ['id', 'external_id', 'reference_number', 'request_id']
  const bind = [business.id, 'r-1', randomUUID()]
  const scope = { clientId: business.clientId, businessId: business.id }
  expect(await tasks.db.transact(scope, (tx) => unindexed(tx, statement, bind, columns))).toEqual([])
})
