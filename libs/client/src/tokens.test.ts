import { afterAll, beforeAll, expect, test } from 'vitest'
import { PacioliClient, type TokenSource } from './index.ts'
import {
  json,
  lost,
  refusal,
  standingWorld,
  startService,
  type Reply,
  type Service,
} from './testing/service.test-helpers.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const issued = (token: string): Reply => json(200, { access_token: token, expires_in: 3_600 })
const fine = json(200, { data: [] })
const expired = refusal(401, 'ExpiredToken')

const withCredentials = () => {
  const world = standingWorld()
  const credentials = { clientId: 'id', clientSecret: 's&cret', scope: 'books:read' }
  return { client: new PacioliClient({ baseUrl: service.url, ...credentials, world }), world }
}
const asked = () =>
  service.received.map(({ url, headers }) => (url === '/oauth2/token' ? 'token' : headers.authorization))

test('credentials are exchanged once for requests at the same time and after', async () => {
  const { client } = withCredentials()
  service.replies(issued('a'), fine)
  await Promise.all([1, 2, 3].map(() => client.GET('/v1/businesses')))
  await client.GET('/v1/businesses')
  expect(asked()).toEqual(['token', ...Array(4).fill('Bearer a')])
  const [{ body = '', headers = {} } = {}] = service.received
  expect(body).toBe('grant_type=client_credentials&client_id=id&client_secret=s%26cret&scope=books%3Aread')
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
})

test('a token is renewed a minute before its end, and no sooner', async () => {
  const { client, world } = withCredentials()
  service.replies(issued('a'), fine, fine, issued('b'), fine)
  await client.GET('/v1/businesses')
  await world.sleep(3_539_999)
  await client.GET('/v1/businesses')
  await world.sleep(1)
  await client.GET('/v1/businesses')
  expect(asked()).toEqual(['token', 'Bearer a', 'Bearer a', 'token', 'Bearer b'])
})

test('a token that is not accepted is renewed once, and the request is sent again', async () => {
  const { client } = withCredentials()
  service.replies(issued('a'), expired, issued('b'), fine)
  await client.POST('/v1/businesses', { body: { legal_name: 'x' } })
  expect(asked()).toEqual(['token', 'Bearer a', 'token', 'Bearer b'])
  expect(service.received.at(-1)?.body).toBe('{"legal_name":"x"}')
  service.replies(expired, issued('c'), expired)
  await expect(client.GET('/v1/businesses')).rejects.toMatchObject({ status: 401, errorEnum: 'ExpiredToken' })
  expect(asked()).toEqual(['Bearer b', 'token', 'Bearer c'])
})

test('an exchange is repeated after a failure, and its refusal is thrown', async () => {
  const { client } = withCredentials()
  service.replies(lost, refusal(429, 'RateLimitExceeded', { 'retry-after': '1' }), issued('a'), fine)
  await client.GET('/v1/businesses')
  expect(asked()).toEqual(['token', 'token', 'token', 'Bearer a'])
  service.replies(refusal(401, 'InvalidClient'))
  await expect(withCredentials().client.GET('/v1/businesses')).rejects.toMatchObject({ errorEnum: 'InvalidClient' })
  expect(asked()).toEqual(['token'])
})

test('an aborted wait does not take the token away from others', async () => {
  const { client } = withCredentials()
  const giving = new AbortController()
  service.replies((received, response) => {
    giving.abort()
    issued('a')(received, response)
  }, fine)
  const [given, kept] = await Promise.allSettled([
    client.GET('/v1/businesses', { signal: giving.signal }),
    client.GET('/v1/businesses'),
  ])
  expect([given.status, kept.status]).toEqual(['rejected', 'fulfilled'])
  expect(asked()).toEqual(['token', 'Bearer a'])
})

test('a token is sent as it was given, and is not renewed', async () => {
  service.replies(expired)
  const client = new PacioliClient({ baseUrl: service.url, token: 'mine' })
  await expect(client.GET('/v1/businesses')).rejects.toMatchObject({ status: 401 })
  expect(asked()).toEqual(['Bearer mine'])
})

test('what a function throws that has no token is thrown, and nothing is sent', async () => {
  service.replies(fine)
  const reason = new Error('Nobody is signed in.')
  const raise = (): string => {
    throw reason
  }
  for (const token of [raise, () => Promise.reject(reason)])
    await expect(new PacioliClient({ baseUrl: service.url, token }).GET('/v1/businesses')).rejects.toBe(reason)
  expect(asked()).toEqual([])
})

test('a function gives a token for each request, and another one for a refused one', async () => {
  const refusedOnes: (string | undefined)[] = []
  const token: TokenSource = (refused) => {
    refusedOnes.push(refused)
    return refused === undefined ? 'old' : 'new'
  }
  service.replies(expired, fine)
  await new PacioliClient({ baseUrl: service.url, token }).GET('/v1/businesses')
  expect(asked()).toEqual(['Bearer old', 'Bearer new'])
  expect(refusedOnes).toEqual([undefined, 'old'])
})
