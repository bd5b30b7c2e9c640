/** What callers may send, below the level of schemas: paths, headers, encodings, and how often. */
import { refused } from '@pacioli/errors'
import { BusinessesService, ChartOfAccountsService, ClientsService, JournalService } from '@pacioli/protos/ledger'
import { implement, serve, type CallContext, type Handlers, type RpcServer } from '@pacioli/rpc'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exampleBody as exampleEntryInput } from './testing/interface.test-helpers.ts'
import { testGateway, type TestGateway } from './testing/gateway.test-helpers.ts'

const clientId = 'abcdef01-2345-4678-9abc-def012345678'
const businessId = 'fedcba98-7654-4321-8abc-def012345678'
const entryId = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
const secret = 'right'

type Given = Record<string, unknown>
let requests: { method: string; request: Given; context: CallContext }[] = []

const heard =
  (method: string, answer: (context: CallContext, request: Given) => object) =>
  async (given: unknown, context: CallContext): Promise<never> => {
    requests.push({ method, request: given as Given, context })
    return answer(context, given as Given) as never
  }

/** A service that answers what these tests need. */
const partly = <Definition>(definition: Definition, handlers: Partial<Handlers<Definition>>) =>
  implement(definition, handlers as Handlers<Definition>)

const clientFacts = (_context: CallContext, { client_id }: Given) => {
  if (client_id !== clientId) throw refused('ClientNotFound', 'No such client.')
  return { id: clientId, name: 'test' }
}

const services = [
  partly(ClientsService, {
    GetClient: heard('GetClient', clientFacts),
    AuthenticateClient: heard('AuthenticateClient', (context, request) => {
      if (request.client_secret !== secret) throw refused('InvalidClient', 'Wrong.')
      return clientFacts(context, request)
    }),
  }),
  partly(BusinessesService, {
    GetBusiness: heard('GetBusiness', (context) => {
      if (context.businessId !== businessId) throw refused('BusinessNotFound', 'No such business.')
      return { data: { id: businessId } }
    }),
    UpdateBusiness: heard('UpdateBusiness', () => ({ data: { id: businessId } })),
    ArchiveBusiness: heard('ArchiveBusiness', () => ({ data: { id: businessId } })),
  }),
  partly(ChartOfAccountsService, { UpdateAccount: heard('UpdateAccount', () => ({ data: {} })) }),
  partly(JournalService, {
    GetEntry: heard('GetEntry', () => ({ data: { id: entryId } })),
    PostJournalEntry: heard('PostJournalEntry', () => ({ data: { id: entryId }, created: true })),
    PostJournalEntries: heard('PostJournalEntries', () => ({ data: [] })),
    ListEntries: heard('ListEntries', () => ({ data: [], pagination: {} })),
  }),
]

let server: RpcServer
let gateway: TestGateway
let token: string

beforeAll(async () => {
  server = await serve({ host: '127.0.0.1', port: 0, services })
  gateway = await testGateway(addresses(), { edge: { requestMs: 300 } })
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  token = await gateway.tokenFor({ client: clientId })
})

afterAll(async () => {
  await gateway.close()
  await server.stop(1_000)
})

beforeEach(() => {
  requests = []
})

const addresses = () => ({ ledger: `127.0.0.1:${server.port}`, reporting: '127.0.0.1:1' })
const B = `/v1/businesses/${businessId}`
const bearer = (given = token): Record<string, string> => ({ authorization: `Bearer ${given}` })
const get = (url: string, headers: Record<string, string> = {}) =>
  gateway.app.inject({ url, headers: { ...bearer(), ...headers } })
const send = (method: 'POST' | 'PUT', url: string, payload?: object | string, headers: Record<string, string> = {}) =>
  gateway.app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { ...bearer(), ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  })
const lastOf = (method: string) => requests.findLast((one) => one.method === method)
const nameOf = (answer: { statusCode: number; json: () => Given }) => [answer.statusCode, answer.json().error_enum]

describe('an id in capitals is the same id', () => {
  const upperB = `/v1/businesses/${businessId.toUpperCase()}`

  test('in a path, on its way to the services', async () => {
    expect((await get(`${upperB}/ledger/entries/${entryId.toUpperCase()}`)).statusCode).toBe(200)
    expect(lastOf('GetEntry')).toMatchObject({ request: { entry_id: entryId }, context: { businessId } })
    await send('PUT', `${upperB}/ledger/accounts/${entryId.toUpperCase()}`, { name: 'x' })
    expect(lastOf('UpdateAccount')?.request).toMatchObject({ account_id: entryId })
    await send('PUT', `${upperB}/ledger/accounts/CASH`, { name: 'x' })
    expect(lastOf('UpdateAccount')?.request).toMatchObject({ account_id: 'CASH' })
  })

  test('for a token of one business, and in the token made for it', async () => {
    const narrow = await gateway.tokenFor({ client: clientId, businessId: businessId.toUpperCase() })
    expect((await get(upperB, bearer(narrow))).statusCode).toBe(200)
    expect((await get(B, bearer(narrow))).statusCode).toBe(200)
    const { access_token } = (await send('POST', `${upperB}/auth-token`, {})).json().data
    const claims = JSON.parse(Buffer.from(String(access_token).split('.')[1] ?? '', 'base64url').toString())
    expect(claims.business_id).toBe(businessId)
  })

  test('of a client in a token', async () => {
    const loud = await gateway.tokenFor({ client: clientId.toUpperCase() })
    expect((await get(B, bearer(loud))).statusCode).toBe(200)
    expect(lastOf('GetBusiness')?.context.clientId).toBe(clientId)
  })
})

describe('a path or a query', () => {
  test.each([
    ['a query that is no UTF-8', `${B}/ledger/entries?external_id=%ff`, 400, 'InvalidQuery'],
    ['a query with half an escape', `${B}/ledger/entries?external_id=%e`, 400, 'InvalidQuery'],
    ['a query whose field name is broken', `${B}/ledger/entries?%c3=1`, 400, 'InvalidQuery'],
    ['a path that is no UTF-8', '/v1/businesses/%ff', 400, 'InvalidQuery'],
    ['a query named __proto__', `${B}/ledger/entries?__proto__=1`, 400, 'UnknownField'],
    ['a query named constructor', `${B}/ledger/entries?constructor=1`, 400, 'UnknownField'],
    ['a business id of 600 characters', `/v1/businesses/${'x'.repeat(600)}`, 404, 'BusinessNotFound'],
    ['an account of 600 characters', `${B}/ledger/accounts/${'x'.repeat(600)}/lines`, 404, 'AccountNotFound'],
    ['an entry of 600 characters', `${B}/ledger/entries/${'x'.repeat(600)}`, 404, 'EntryNotFound'],
    ['a path longer than any request', `/v1/businesses/${'x'.repeat(20_000)}`, 404, 'RouteNotFound'],
  ])('with %s', async (_what, url, status, name) => {
    const answer = await get(url)
    expect(nameOf(answer)).toEqual([status, name])
    expect(answer.json().meta.request_id).toBe(answer.headers['x-request-id'])
  })

  test('with proper escapes passes', async () => {
    await get(`${B}/ledger/entries?external_id=caf%C3%A9+%26%25`)
    expect(lastOf('ListEntries')?.request).toMatchObject({ external_id: 'café &%' })
  })
})

describe('a body', () => {
  const post = (payload: object | string, headers: Record<string, string> = {}) =>
    send('POST', `${B}/ledger/journal-entries`, payload, headers)

  test.each([
    ['gzip', { 'content-encoding': 'gzip' }],
    ['identity and gzip', { 'content-encoding': 'identity, gzip' }],
    ['Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16, quoted', { 'content-type': 'application/json;charset="utf-16"' }],
  ])('in %s is 415', async (_what, headers) => {
    expect(nameOf(await post(exampleEntryInput, headers))).toEqual([415, 'UnsupportedMediaType'])
    expect(lastOf('PostJournalEntry')).toBeUndefined()
  })

  test.each([
    ['as it is', { 'content-encoding': 'identity' }],
    ['in UTF-8', { 'content-type': 'application/json; charset=UTF-8' }],
  ])('%s passes', async (_what, headers) => {
    expect((await post(exampleEntryInput, headers)).statusCode).toBe(201)
  })

  test('with a number that would become another one is refused, in metadata too', async () => {
    const body = JSON.stringify({ ...exampleEntryInput, metadata: { k: 'NUMBER' } })
    for (const number of ['12345678901234567890', '1e400', '-0', '4503599627370496.3']) {
      const answer = await post(body.replace('"NUMBER"', number))
      expect(nameOf(answer)).toEqual([400, 'InvalidPayload'])
      expect(answer.json().description).toContain(number)
      expect(nameOf(await post(body.replace('125000', number)))).toEqual([400, 'InvalidPayload'])
    }
    expect((await post(body.replaceAll('125000', '125e3').replace('"NUMBER"', '10.0'))).statusCode).toBe(201)
    expect(lastOf('PostJournalEntry')?.request).toMatchObject({ line_items: [{ amount: 125_000 }, {}] })
  })

  test('of a bulk request with more than 10,000 line items is refused without calling a service', async () => {
    const { entry_at, line_items } = exampleEntryInput
    const entry = { entry_at, line_items: Array(1_000).fill(line_items[0]) }
    const refusal = await send('POST', `${B}/ledger/journal-entries/bulk`, Array(11).fill(entry))
    expect(nameOf(refusal)).toEqual([413, 'PayloadTooLarge'])
    expect(refusal.json().meta.field).toBe('line_items')
    expect(lastOf('PostJournalEntries')).toBeUndefined()
  })

  test.each(['legal_name', 'currency', 'time_zone', 'activation_at', 'bookkeeping_enrolled'])(
    'of an update cannot clear the %s of a business',
    async (field) => {
      const answer = await send('PUT', B, { [field]: null })
      expect(nameOf(answer)).toEqual([400, 'InvalidPayload'])
      expect(answer.json().meta.field).toBe(field)
      expect(lastOf('UpdateBusiness')).toBeUndefined()
    },
  )
})

test('a token for one business does not archive it', async () => {
  const narrow = await gateway.tokenFor({ client: clientId, businessId })
  expect(nameOf(await send('PUT', `${B}/archive`, undefined, bearer(narrow)))).toEqual([403, 'InsufficientScope'])
  expect(lastOf('ArchiveBusiness')).toBeUndefined()
  expect((await send('PUT', `${B}/archive`)).statusCode).toBe(200)
})

describe('on the wire', () => {
  const raw = async (sent: string): Promise<string> => {
    const { port } = gateway.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(sent)
    return text(socket)
  }

  test('a request without Host is refused', async () => {
    const answer = await raw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400[\s\S]*"error_enum":"InvalidQuery"[\s\S]*Host/)
    expect(await raw('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/)
  })

  test('a body that never ends is refused', async () => {
    const head = `POST ${B}/ledger/journal-entries HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`
    const answer = await raw(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"memo":`)
    expect(answer).toMatch(/^HTTP\/1\.1 400[\s\S]*"error_enum":"InvalidPayload"[\s\S]*did not arrive in time/)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect((await get(B)).statusCode).toBe(200)
  })
})

describe('what cannot be answered is refused in the one shape', () => {
  const raw = async (sent: string): Promise<string> => {
    const { port } = gateway.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(sent)
    return text(socket)
  }
  const END = 'Connection: close\r\n\r\n'
  const post = `POST ${B}/ledger/journal-entries HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`

  test.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400, 'InvalidQuery'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'InvalidQuery'],
    ['an unknown method', `BREW /v1/businesses HTTP/1.1\r\nHost: x\r\n${END}`, 400, 'InvalidQuery'],
    ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n${END}`, 400, 'InvalidQuery'],
    ['a length and chunks', `${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n${END}`, 400, 'InvalidQuery'],
    ['a header without a name', `GET /healthz HTTP/1.1\r\nHost: x\r\n: y\r\n${END}`, 400, 'InvalidQuery'],
    ['long headers', `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_000)}\r\n${END}`, 413, 'PayloadTooLarge'],
    ['no Host', `GET /healthz HTTP/1.1\r\n${END}`, 400, 'InvalidQuery'],
    ['two Hosts', `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n${END}`, 400, 'InvalidQuery'],
    ['the same Host twice', `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n${END}`, 400, 'InvalidQuery'],
    ['an expectation', `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: x\r\n${END}`, 417, 'ExpectationFailed'],
    ['CONNECT', `CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n${END}`, 405, 'MethodNotAllowed'],
    ['TRACE', `TRACE /v1/businesses HTTP/1.1\r\nHost: x\r\n${END}`, 405, 'MethodNotAllowed'],
    ['PROPFIND', `PROPFIND /v1/businesses HTTP/1.1\r\nHost: x\r\n${END}`, 405, 'MethodNotAllowed'],
    ['PROPFIND of nothing', `PROPFIND /nothing HTTP/1.1\r\nHost: x\r\n${END}`, 404, 'RouteNotFound'],
    ['OPTIONS of all', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${END}`, 404, 'RouteNotFound'],
    ['no path', `GET elsewhere HTTP/1.1\r\nHost: x\r\n${END}`, 400, 'InvalidQuery'],
    ['DELETE of the token endpoint', `DELETE /oauth2/token HTTP/1.1\r\nHost: x\r\n${END}`, 405, 'MethodNotAllowed'],
    ['POST to the probes', `POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n${END}`, 405, 'MethodNotAllowed'],
  ])('%s', async (_what, sent, status, name) => {
    const answer = await raw(sent)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect([head.split('\r\n')[0], JSON.parse(body)]).toEqual([
      expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} \\w`)),
      expect.objectContaining({ error_enum: name, errors: [expect.objectContaining({ error_enum: name })] }),
    ])
    const id = /^x-request-id: (.+)$/im.exec(head)?.[1]
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.parse(body).meta.request_id).toBe(id)
    expect(JSON.parse(body).meta.doc_url).toBe(`http://127.0.0.1:8080/docs/errors#${name}`)
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
  })

  test('chunks that are none, after the headers were taken', async () => {
    const chunks = `Authorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`
    expect(await raw(post + chunks)).toMatch(/^HTTP\/1\.1 400[^]*"error_enum":"InvalidQuery"/)
  })

  test('a body that comes with its headers is read, in one length or in chunks', async () => {
    const body = JSON.stringify(exampleEntryInput)
    const length = Buffer.byteLength(body)
    const head = `${post}Authorization: Bearer ${token}\r\n`
    expect(await raw(`${head}Content-Length: ${length}\r\n${END}${body}`)).toMatch(/^HTTP\/1\.1 201/)
    const chunks = `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expect(await raw(`${head}Transfer-Encoding: chunked\r\n${END}${chunks}`)).toMatch(/^HTTP\/1\.1 201/)
  })

  test('a caller that expects 100-continue gets it once the headers are accepted, and else the refusal', async () => {
    const body = JSON.stringify(exampleEntryInput)
    const head = (bearing: string): string =>
      `${post}Authorization: Bearer ${bearing}\r\nExpect: 100-continue\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    const socket = connect((gateway.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`${head(token)}${END}`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(body)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201/)
    const large = head(token).replace(/Content-Length: \d+/, 'Content-Length: 99999999')
    expect(await raw(`${large}\r\n`)).toMatch(/^HTTP\/1\.1 413[^]*connection: close[^]*"error_enum":"PayloadTooLarge"/i)
    // The connection ends: a body that was announced may come or not.
    expect(await raw(`${head('none')}\r\n`)).toMatch(
      /^HTTP\/1\.1 401[^]*connection: close[^]*"error_enum":"InvalidToken"/i,
    )
  })
})

describe('each operation documents the refusal of', () => {
  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  type Document = { paths: Record<string, Record<string, { responses: object }>> }
  const ids: Record<string, string> = { businessId, provider: 'x', report: 'x' }
  let operations: { method: Method; path: string; documented: string[] }[]
  beforeAll(async () => {
    const { paths } = (await gateway.app.inject({ url: '/openapi.json' })).json<Document>()
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        method: method.toUpperCase() as Method,
        path: path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? entryId),
        documented: Object.keys(responses),
      })),
    )
  })

  test.each([
    ['a body of another type', 'not json', { 'content-type': 'text/plain' }, ''],
    ['a body that is compressed', '{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, ''],
    ['a body that is no JSON', '{', { 'content-type': 'application/json' }, ''],
    ['an unknown parameter', undefined, {}, '?no_such_parameter=1'],
  ])('%s', async (_what, payload, headers, query) => {
    const undocumented: unknown[] = []
    for (const { method, path, documented } of operations) {
      const { statusCode, body } = await gateway.app.inject({
        method,
        url: path + query,
        headers: { ...bearer(), ...headers },
        ...(payload === undefined ? {} : { payload }),
      })
      if (!documented.includes(String(statusCode))) undocumented.push([method, path, statusCode, body.slice(0, 120)])
    }
    expect(undocumented).toEqual([])
  })
})

describe('a flood', () => {
  test('of /readyz probes the services once', async () => {
    const flooded = await testGateway({ ledger: `127.0.0.1:${server.port}`, reporting: `127.0.0.1:${server.port}` })
    const answers = await Promise.all(Array.from({ length: 50 }, () => flooded.app.inject({ url: '/readyz' })))
    expect(new Set(answers.map(({ statusCode }) => statusCode)).size).toBe(1)
    expect(requests.filter(({ method }) => method === 'GetClient')).toHaveLength(1)
    await flooded.close()
  })
})

describe('the limits of the token endpoint', () => {
  const limited = (burst: number) => testGateway(addresses(), { limit: { perSecond: 1, burst }, trustProxy: 1 })
  const askFrom = (of: TestGateway, address: string, client_secret: string, client_id = clientId) =>
    of.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      payload: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    })

  test('let a stranger use up only its own tokens', async () => {
    const own = await limited(1_000)
    const guesses = await Promise.all(Array.from({ length: 60 }, () => askFrom(own, '10.0.0.1', 'wrong')))
    expect(new Set(guesses.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]))
    for (const { headers } of guesses) expect(headers).toHaveProperty('x-ratelimit-remaining')
    const owner = await askFrom(own, '10.0.0.2', secret)
    expect(owner.statusCode).toBe(200)
    expect(owner.headers['x-ratelimit-remaining']).toBe('49')
    await own.close()
  })

  test.each([
    ['one proxy that appends', 1, (own: string) => `${own}, 10.0.0.1`],
    ['two', 2, (own: string) => `${own}, 10.0.0.1, 192.0.2.1`],
    ['proxies of a network', '127.0.0.0/8,192.0.2.0/24', (own: string) => `${own}, 10.0.0.1, 192.0.2.1, 192.0.2.2`],
  ])('go by the address before %s, whatever the caller itself wrote', async (_which, trustProxy, list) => {
    const own = await testGateway(addresses(), { limit: { perSecond: 1, burst: 3 }, trustProxy })
    const guesses = ['1.1.1.1', '2.2.2.2', '3.3.3.3, 4.4.4.4', '5.5.5.5'].map((claimed) =>
      askFrom(own, list(claimed), 'wrong'),
    )
    expect((await Promise.all(guesses)).map(({ statusCode }) => statusCode).sort()).toEqual([401, 401, 401, 429])
    await own.close()
  })

  test('go by the connection where no proxy is trusted, or it is none of them', async () => {
    for (const trustProxy of [false, '192.0.2.0/24'] as const) {
      const own = await testGateway(addresses(), { limit: { perSecond: 1, burst: 3 }, trustProxy })
      const guesses = ['1.1.1.1', '2.2.2.2', '3.3.3.3', '5.5.5.5'].map((claimed) => askFrom(own, claimed, 'wrong'))
      expect((await Promise.all(guesses)).map(({ statusCode }) => statusCode).sort()).toEqual([401, 401, 401, 429])
      await own.close()
    }
  })

  test('count an address whatever client it claims to be, and before anything is read', async () => {
    const own = await limited(3)
    const names = await Promise.all(
      Array.from({ length: 4 }, (_, at) => askFrom(own, '10.0.0.1', 'x', clientId.replace(/.$/, String(at)))),
    )
    expect(names.map(({ statusCode }) => statusCode).sort()).toEqual([401, 401, 401, 429])
    const unread = await own.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      payload: '<a/>',
      headers: { 'content-type': 'application/xml', 'x-forwarded-for': '10.0.0.2' },
    })
    expect([unread.statusCode, unread.headers['x-ratelimit-remaining']]).toEqual([415, '2'])
    await own.close()
  })

  test('hold for one client over all addresses', async () => {
    const own = await limited(1_000)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => askFrom(own, `10.0.0.${at % 4}`, secret)))
    const issued = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(issued).toBeGreaterThanOrEqual(50)
    expect(issued).toBeLessThan(60)
    await own.close()
  })
})
