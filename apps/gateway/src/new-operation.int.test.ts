/**
 * What the team of one service adds: a field and operations in its own protos. The gateway serves and documents them
 * without a change, and the client knows them.
 */
import openapiTS, { astToString } from 'openapi-typescript'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { definitionOf, fixture } from './testing/fixture.test-helpers.ts'
import type { TestGateway } from './testing/gateway.test-helpers.ts'
import { refusal, FakeServices } from './testing/fake-services.test-helpers.ts'

const services = new FakeServices()
const { call, lastOf } = services
let gateway: TestGateway

const loom = { id: randomUUID(), name: 'Jenny', state: 'STILL', threads: [{ colour: 'red' }] }
let created = true

beforeAll(async () => {
  const page = { data: [loom], pagination: { sort_by: 'name', sort_order: 'ASC', total_count: 1 } }
  gateway = await services.start(
    {
      billing: [
        services.serving(definitionOf('pacioli.billing.v1.LoomsService'), () => ({ data: loom, created }), {
          CreateLooms: () => ({ data: [loom] }),
          ListLooms: () => page,
        }),
      ],
      reporting: [
        services.serving(definitionOf('pacioli.reporting.v1.NotificationsService'), () => ({ unread_letters: 3 })),
      ],
    },
    { api: fixture },
  )
})
afterAll(() => services.stop())

beforeEach(() => {
  services.received = []
  created = true
})

describe('a field that only the protos know', () => {
  test('is shown over HTTP, in its place among the others', async () => {
    const { body } = await call('GET', 'notifications')
    expect(body.data).toMatchObject({ type: 'Business_Notifications', todo_tasks: 0, unread_letters: 3 })
  })
})

describe('operations that only the protos know', () => {
  test('take a body, and answer 201 for what is new and 200 for what was there', async () => {
    const given = { title: 'Jenny', state: 'STILL', weight: 5, metadata: { a: 1 }, category: 'Rent' }
    const first = await call('POST', 'looms', given)
    expect([first.status, first.body.data.name, first.body.data.threads[0].length]).toEqual([201, 'Jenny', null])
    const { title: name, ...rest } = given
    expect(lastOf('CreateLoom')).toMatchObject({
      ...rest,
      name,
      metadata: '{"a":1}',
      category: { type: 'StableName', stable_name: 'Rent' },
    })
    created = false
    expect((await call('POST', 'looms', given)).status).toBe(200)
    expect((await call('POST', 'looms/bulk', [given])).body).toHaveLength(1)
  })

  test('refuse what their limits exclude, before any call', async () => {
    expect(refusal(await call('POST', 'looms', { name: 'Jenny', state: 'GONE' }))).toEqual([
      400,
      'InvalidPayload',
      'state',
    ])
    expect(refusal(await call('POST', 'looms', { name: 'Jenny', state: 'STILL', weight: 101 }))).toEqual([
      400,
      'InvalidPayload',
      'weight',
    ])
    expect(refusal(await call('GET', 'looms?way=SIDEWAYS'))).toEqual([400, 'InvalidQuery', 'way'])
    expect(services.received.filter(({ method }) => method.endsWith('Loom') || method === 'ListLooms')).toEqual([])
  })

  test('are changed by POST and by PATCH, where null clears', async () => {
    for (const [method, path] of [
      ['POST', `looms/${loom.id}/update`],
      ['PATCH', `looms/${loom.id}`],
    ] as const) {
      expect((await call(method, path, { weight: null, name: 'Mule' })).status).toBe(200)
      expect(lastOf('UpdateLoom')).toMatchObject({ loom_id: loom.id, name: 'Mule', cleared: ['weight'] })
    }
    expect(refusal(await call('PATCH', 'looms/no-id', {}))[0]).toBe(404)
  })

  test('are listed by pages and filters', async () => {
    const { body } = await call('GET', 'looms?sort_by=weight&state=STILL&weight_min=2&is_idle=true')
    expect(body).toMatchObject({ data: [{ type: 'Loom', id: loom.id }], meta: { pagination: { total_count: 1 } } })
    expect(lastOf('ListLooms')).toMatchObject({
      page: { sort_by: 'weight' },
      states: ['STILL'],
      min_weight: 2,
      is_idle: true,
    })
  })

  test('need the scope that they say', async () => {
    const reader = await gateway.tokenFor({ scopes: ['books:read'] })
    const { statusCode } = await gateway.app.inject({
      method: 'POST',
      url: `/v1/businesses/${services.businessId}/looms`,
      headers: { authorization: `Bearer ${reader}` },
      payload: { name: 'Jenny', state: 'STILL' },
    })
    expect(statusCode).toBe(403)
  })

  test('are in the reference, and in the types that the client is made with', async () => {
    const document = (await gateway.app.inject('/openapi.json')).body
    const { paths, tags } = JSON.parse(document) as {
      paths: Record<string, Record<string, { operationId: string }>>
      tags: object[]
    }
    expect(tags).toContainEqual({ name: 'Looms', description: 'What cloth is made on.' })
    const looms = Object.entries(paths).filter(([path]) => path.includes('/looms'))
    expect(looms.flatMap(([, operations]) => Object.values(operations).map((one) => one.operationId)).sort()).toEqual([
      'createLoom',
      'createLooms',
      'listLooms',
      'updateLoom',
      'updateLoomByPatch',
    ])
    const types = astToString(await openapiTS(document))
    expect(types).toContain('unread_letters: number;')
    expect(types).toMatch(/"\/v1\/businesses\/\{businessId\}\/looms\/bulk": \{/)
    expect(types).toMatch(/Loom_State: "STILL" \| "WEAVING";/)
  })
})
