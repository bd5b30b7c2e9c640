import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NoAnswerError, PacioliError } from './index.ts'
import { mayRepeat, pauseBefore, RETRIES } from './retries.ts'
import {
  clientOf,
  json,
  lost,
  lostHalfway,
  refusal,
  silence,
  startService,
  type Service,
} from './testing/service.test-helpers.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const params = { path: { businessId: 'b', dimensionId: 'd' } }
const fine = json(200, { data: { id: 'b' } })
const unavailable = refusal(503, 'ServiceUnavailable', { 'retry-after': '3' })
const proxy = (status: number) => json(status, 'Bad gateway')

const read = () => {
  const { client, slept } = clientOf(service)
  return { answer: client.GET('/v1/businesses/{businessId}', { params }), slept }
}
const write = () => clientOf(service).client.POST('/v1/businesses', { body: { legal_name: 'x' } })
const remove = () =>
  clientOf(service).client.DELETE('/v1/businesses/{businessId}/tags/dimensions/{dimensionId}', { params })

test.each([
  ['429', refusal(429, 'RateLimitExceeded', { 'retry-after': '1' })],
  ['503', unavailable],
  ['503 of an unknown outcome', refusal(503, 'OutcomeUnknown')],
  ['a 502 of a proxy', proxy(502)],
  ['a 504 of a proxy', proxy(504)],
  ['a lost connection', lost],
  ['a connection that was lost halfway', lostHalfway],
])('reads and keyed writes are repeated after %s', async (_what, failure) => {
  service.replies(failure, fine)
  expect((await read().answer).body.data.id).toBe('b')
  service.replies(failure, fine)
  expect((await write()).body.data.id).toBe('b')
  expect(service.received).toHaveLength(2)
})

test.each([400, 401, 403, 404, 409, 422, 500])('an answer of %d is final', async (status) => {
  service.replies(refusal(status, 'Named'), fine)
  await expect(read().answer).rejects.toMatchObject({ status, errorEnum: 'Named' })
  expect(service.received).toHaveLength(1)
})

test.each(['IdempotencyInProgress', 'VersionConflict'])('a refusal of the moment, %s, is waited out', async (name) => {
  service.replies(lost, refusal(409, name), fine)
  expect((await write()).body.data.id).toBe('b')
  expect(service.received).toHaveLength(3)
})

describe('a deletion, which takes no key,', () => {
  test.each([
    ['an unknown outcome', refusal(503, 'OutcomeUnknown')],
    ['a 502', proxy(502)],
    ['a 503 of a proxy', proxy(503)],
  ])('is not repeated after %s', async (_what, failure) => {
    service.replies(failure, fine)
    await expect(remove()).rejects.toThrow(PacioliError)
    expect(service.received).toHaveLength(1)
  })

  test('is not repeated after a lost connection', async () => {
    service.replies(lost, fine)
    await expect(remove()).rejects.toThrow(NoAnswerError)
    expect(service.received).toHaveLength(1)
  })

  test('is repeated where nothing was done', async () => {
    service.replies(unavailable, refusal(429, 'RateLimitExceeded'), fine)
    await remove()
    expect(service.received).toHaveLength(3)
  })
})

test('a webhook is not created twice: its answer contains a secret, and is stored under no key', async () => {
  service.replies(lost, fine)
  const { client } = clientOf(service)
  await expect(
    client.POST('/v1/configure/webhooks', { body: { url: 'https://x.example/', event_types: ['invoice'] } }),
  ).rejects.toThrow(NoAnswerError)
  expect(service.received).toHaveLength(1)
})

test('Retry-After is waited out, in seconds or until a date', async () => {
  service.replies(unavailable, refusal(429, 'X', { 'retry-after': 'Sat, 31 Jan 2026 12:00:10 GMT' }), fine)
  const { answer, slept } = read()
  await answer
  // The first pause is 3 s and all of the first quarter of a second; at 12:00:03.250 the date is 6.75 s away.
  expect(slept).toEqual([3_250, 7_250])
})

test('a service that always fails is called six times in total', async () => {
  service.replies(unavailable)
  await expect(read().answer).rejects.toMatchObject({ status: 503, retryAfter: 3 })
  expect(service.received).toHaveLength(6)
})

test('a pause that would outlast the deadline is not begun', async () => {
  service.replies(refusal(503, 'ServiceUnavailable', { 'retry-after': '61' }), fine)
  const { answer, slept } = read()
  await expect(answer).rejects.toMatchObject({ status: 503, retryAfter: 61 })
  expect(slept).toEqual([])
})

test('a request to an unresponsive service ends at the deadline', async () => {
  service.replies(silence)
  const { client } = clientOf(service)
  const answer = client.GET('/v1/businesses/{businessId}', { params, deadlineMs: 50 })
  await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError', cause: { name: 'TimeoutError' } })
})

test('a deadline may be for ever', async () => {
  service.replies(unavailable, fine)
  const { client } = clientOf(service)
  const { body } = await client.GET('/v1/businesses/{businessId}', { params, deadlineMs: Infinity })
  expect(body.data.id).toBe('b')
})

test('a request is given up with its signal, and the reason is thrown', async () => {
  const giving = new AbortController()
  const reason = new Error('The user left.')
  service.replies(() => giving.abort(reason))
  const { client } = clientOf(service)
  const given = { params, signal: giving.signal }
  await expect(client.GET('/v1/businesses/{businessId}', given)).rejects.toBe(reason)
  await expect(client.GET('/v1/businesses/{businessId}', given)).rejects.toBe(reason)
  expect(service.received).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  service.replies((_received, response) => void response.writeHead(307, { location: '/elsewhere' }).end())
  await expect(read().answer).rejects.toMatchObject({ status: 307 })
  expect(service.received).toHaveLength(1)
})

describe('for any failure', () => {
  const failures = fc
    .record({
      status: fc.integer({ min: 300, max: 599 }),
      errorEnum: fc.constantFrom('ServiceUnavailable', 'OutcomeUnknown', 'InvalidPayload', undefined),
      retryAfter: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    })
    .map(({ status, errorEnum, retryAfter }) => {
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      const body = JSON.stringify(errorEnum === undefined ? {} : { error_enum: errorEnum })
      return new PacioliError('GET /x', new Response(null, { status, headers }), body, 0)
    })
  const outgoing = { method: 'POST', url: 'http://x/', headers: new Headers() }

  test('what is not safe is repeated only where nothing was done', () => {
    fc.assert(
      fc.property(failures, (failure) => {
        const isUndone =
          failure.status === 429 || (failure.status === 503 && failure.errorEnum === 'ServiceUnavailable')
        expect(mayRepeat({ ...outgoing, isSafe: false }, failure)).toBe(isUndone)
        if (isUndone) expect(mayRepeat({ ...outgoing, isSafe: true }, failure)).toBe(true)
      }),
    )
  })

  test('a pause is never shorter than what was asked for, and longer by no more than the longest', () => {
    fc.assert(
      fc.property(failures, fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), (failure, repeated, random) => {
        const asked = (failure.retryAfter ?? 0) * 1_000
        const pause = pauseBefore(repeated, failure, RETRIES, () => random)
        expect(pause).toBeGreaterThanOrEqual(asked)
        expect(pause - asked).toBeLessThanOrEqual(
          Math.min(RETRIES.longestPauseMs, RETRIES.firstPauseMs * 2 ** repeated),
        )
      }),
    )
  })
})
