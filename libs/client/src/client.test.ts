import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NoAnswerError, PacioliClient, PacioliError } from './index.ts'
import { realWorld } from './world.ts'
import { clientOf, json, lost, refusal, startService, type Service } from './testing/service.test-helpers.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const fine = json(201, { data: { id: 'b' } }, { 'pacioli-posting': 'pending' })
const keys = () => service.received.map(({ headers }) => headers['idempotency-key'])
const body = { legal_name: 'Café' }

describe('a write', () => {
  test('has a key, the same when it is repeated, and another one each time', async () => {
    const { client } = clientOf(service)
    service.replies(lost, refusal(503, 'OutcomeUnknown'), fine)
    await client.POST('/v1/businesses', { body })
    await client.POST('/v1/businesses', { body })
    expect(keys()).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
    expect(service.received.map((received) => received.body)).toEqual(Array(4).fill('{"legal_name":"Café"}'))
  })

  test.each([
    ['a header', { headers: { 'idempotency-key': 'mine' } }],
    ['a parameter', { params: { header: { 'Idempotency-Key': 'mine' } } }],
  ])('keeps the key that it was given as %s', async (_how, given) => {
    service.replies(lost, fine)
    await clientOf(service).client.POST('/v1/businesses', { body, ...given })
    expect(keys()).toEqual(['mine', 'mine'])
  })

  test('has a key of 32 random digits unless a test says otherwise', () => {
    expect(realWorld.newKey()).toMatch(/^[0-9a-f]{32}$/)
    expect(realWorld.newKey()).not.toBe(realWorld.newKey())
  })
})

test('a preview asks only to validate, has no key, and is repeated like a read, a deletion too', async () => {
  const { client } = clientOf(service)
  const told = { data: { id: 'b' }, meta: { preview: { entries: [], balances: [], through: [] } } }
  service.replies(lost, refusal(503, 'ServiceUnavailable'), json(201, told))
  const { body: previewed } = await client.preview('POST', '/v1/businesses', { body })
  expect(previewed.meta.preview.entries).toEqual([])
  const path = { businessId: 'b', ruleId: 'r' }
  await client.preview('DELETE', '/v1/businesses/{businessId}/categorization-rules/{ruleId}', { params: { path } })
  expect(service.received.map(({ url }) => url)).toEqual([
    ...Array<string>(3).fill('/v1/businesses?validate_only=true'),
    '/v1/businesses/b/categorization-rules/r?validate_only=true',
  ])
  expect(keys()).toEqual(Array(4).fill(undefined))
  // @ts-expect-error What is outside of the books is not previewed.
  const webhook = () => client.preview('POST', '/v1/configure/webhooks', { body: { url: 'https://x' } })
  expect(webhook).toBeTypeOf('function')
})

test('a read and a deletion have no key', async () => {
  const { client } = clientOf(service)
  service.replies(json(200, { data: {} }))
  await client.GET('/v1/businesses')
  await client.DELETE('/v1/configure/webhooks/{webhookId}', { params: { path: { webhookId: 'w' } } })
  expect(keys()).toEqual([undefined, undefined])
})

test('an answer states the progress of its postings, and a report its completeness', async () => {
  const { client } = clientOf(service)
  service.replies(fine, json(200, { data: {} }, { 'pacioli-through': '2026-01-31T12:00:00.000Z' }))
  const written = await client.POST('/v1/businesses', { body })
  expect([written.response.status, written.posting, written.through]).toEqual([201, 'pending', undefined])
  const params = { path: { businessId: 'b' } }
  const report = await client.GET('/v1/businesses/{businessId}/reports/balance-sheet', { params })
  expect([report.posting, report.through]).toEqual([undefined, new Date('2026-01-31T12:00:00Z')])
})

test('an address may have a path, and a slash at its end', async () => {
  service.replies(json(200, { data: [] }))
  await new PacioliClient({ baseUrl: `${service.url}/books/`, token: 't' }).GET('/v1/businesses')
  expect(service.received[0]?.url).toBe('/books/v1/businesses')
})

describe('an answer that is no success is thrown', () => {
  const refused = (reply: Parameters<Service['replies']>[0]) => {
    service.replies(reply)
    return clientOf(service, { retries: { most: 0 } })
      .client.POST('/v1/businesses', { body })
      .catch((error: unknown) => error)
  }

  test('with all that the API says', async () => {
    const error = (await refused(refusal(422, 'PeriodClosed', { 'x-request-id': 'r-2' }))) as PacioliError
    expect(error).toBeInstanceOf(PacioliError)
    expect(error).toMatchObject({
      name: 'PacioliError',
      status: 422,
      errorEnum: 'PeriodClosed',
      description: 'PeriodClosed.',
      meta: { field: 'f' },
      requestId: 'r-2',
      docUrl: 'https://books.example/docs/errors#PeriodClosed',
      retryAfter: undefined,
    })
    expect(error.message).toBe(`POST ${service.url}/v1/businesses answered 422: PeriodClosed.`)
    expect(error.errors.map(({ error_enum }) => error_enum)).toEqual(['PeriodClosed', 'Second'])
  })

  test('with what a proxy says', async () => {
    const html = '<h1>No</h1>'
    const error = await refused((_received, response) => void response.writeHead(502, { 'retry-after': '7' }).end(html))
    const nothingNamed = { errorEnum: undefined, requestId: undefined, docUrl: undefined, meta: {}, errors: [] }
    expect(error).toMatchObject({ status: 502, description: html, retryAfter: 7, ...nothingNamed })
  })

  test.each(['null', '[]', '"text"', '{}', '{', ''])('with %j as it is', async (text) => {
    const error = await refused((_received, response) => void response.writeHead(500).end(text))
    expect(error).toMatchObject({ status: 500, errorEnum: undefined, description: text, errors: [] })
  })

  test('and that nobody listens there', async () => {
    const gone = await startService()
    await gone.close()
    const away = new PacioliClient({ baseUrl: gone.url, token: 't', retries: { most: 0 } })
    await expect(away.GET('/v1/businesses')).rejects.toThrow(/^GET http.* got no answer: .*ECONNREFUSED/)
  })

  test('and no answer is, with its cause', async () => {
    const error = await refused(lost)
    expect(error).toBeInstanceOf(NoAnswerError)
    expect(error).toMatchObject({ cause: expect.any(TypeError) })
  })
})
