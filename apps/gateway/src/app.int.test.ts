/**
 * The gateway before fake services: who is admitted, and what answers and refusals look like outside. What the real
 * services answer is the subject of the end-to-end tests.
 */
import { DomainError, problem, refused } from '@pacioli/errors'
import { BankAccountsService, BankTransactionsService } from '@pacioli/protos/banking'
import { VendorsService } from '@pacioli/protos/billing'
import { BusinessesService, ChartOfAccountsService, ClientsService, JournalService } from '@pacioli/protos/ledger'
import { NotificationsService, ReportsService } from '@pacioli/protos/reporting'
import { implement, implementStream, serve, type CallContext, type RpcServer, type Handlers } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exampleBody as exampleEntryInput } from './testing/interface.test-helpers.ts'
import { clientId, testGateway, type TestGateway } from './testing/gateway.test-helpers.ts'

const businessId = randomUUID()
const secret = 's3cret+/='
const account = {
  id: { id: randomUUID() },
  name: 'Bank accounts',
  normality: 'DEBIT',
  account_type: { value: 'ASSET', display_name: 'Assets' },
  account_subtype: { value: 'BANK_ACCOUNTS', display_name: 'Bank accounts' },
}
const entry = {
  id: randomUUID(),
  business_id: businessId,
  ledger_id: randomUUID(),
  agent: 'API',
  entry_type: 'MANUAL',
  basis: 'BOTH',
  date: '2026-01-31T17:00:00.000Z',
  entry_at: '2026-01-31T17:00:00.000Z',
  metadata: '{"a":[1,{"b":null}]}',
  line_items: [
    { id: randomUUID(), entry_id: 'x', account, amount: 5, direction: 'DEBIT', entry_at: 'x', createdAt: 'x' },
  ],
}
const business = { id: businessId, client_id: clientId, legal_name: 'Lovelace', currency: 'USD', time_zone: 'UTC' }

/** The requests that the services received, and their answers. */
type Sent = {
  client_id: string
  client_secret: string
  entries: unknown[]
  reference_numbers: string[]
  line_items: unknown[]
}
let requests: { method: string; request: Sent; context: CallContext }[] = []
let tokensNotBefore: string | undefined
let reportBreaksOff = false
let reportWithoutEnd: { started: () => void; mayBegin: Promise<void>; ended: () => void } | undefined
let answerEntry: (context: CallContext) => object = () => ({ data: entry, created: true })

const heard =
  <Answer>(method: string, answer: (context: CallContext, request: Sent) => Answer) =>
  async (given: unknown, context: CallContext): Promise<Answer> => {
    const request = given as Sent
    requests.push({ method, request, context })
    return answer(context, request)
  }

const step = () => Promise.withResolvers<void>()

const clientFacts = () => ({
  id: clientId,
  name: 'test',
  ...(tokensNotBefore ? { tokens_not_before: tokensNotBefore } : {}),
})
const ownBusiness = ({ businessId: id, clientId: client }: CallContext) => {
  if (id !== businessId || client !== clientId) throw refused('BusinessNotFound', 'No such business here.')
  return { data: business }
}

/** A service that answers what these tests need. */
const partly = <Definition>(definition: Definition, handlers: Partial<Handlers<Definition>>) =>
  implement(definition, handlers as Handlers<Definition>)

const ledger = [
  partly(ClientsService, {
    GetClient: heard('GetClient', (_context, { client_id }) => {
      if (client_id !== clientId) throw refused('ClientNotFound', 'No such client.')
      return clientFacts()
    }),
    AuthenticateClient: heard('AuthenticateClient', (_context, { client_id, client_secret }) => {
      if (client_id !== clientId || client_secret !== secret) throw refused('InvalidClient', 'Wrong.')
      return clientFacts()
    }),
  }),
  partly(BusinessesService, {
    GetBusiness: heard('GetBusiness', ownBusiness),
    CreateBusiness: heard('CreateBusiness', () => ({ data: business, created: true })),
    UpdateBusiness: heard('UpdateBusiness', () => ({ data: business })),
    ListBusinesses: heard('ListBusinesses', () => ({
      data: [business],
      pagination: { sort_by: 'created_at', sort_order: 'ASC', total_count: 1 },
    })),
  }),
  partly(ChartOfAccountsService, {
    GetChart: heard('GetChart', () => ({
      accounts: [{ ...account, sub_accounts: [{ ...account, stable_name: { stable_name: 'X' } }] }],
    })),
    UpdateAccount: heard('UpdateAccount', () => ({ data: account })),
  }),
  partly(JournalService, {
    PostJournalEntry: heard('PostJournalEntry', (context) => answerEntry(context)),
    PostJournalEntries: heard('PostJournalEntries', (_context, { entries }) => ({ data: entries.map(() => entry) })),
    ReverseEntry: heard('ReverseEntry', () => ({ data: entry, created: false })),
    ListAccountLines: heard('ListAccountLines', () => ({
      data: [{ id: 'x', entry_id: 'x', account, amount: 1, direction: 'DEBIT', date: 'x', running_balance: 1 }],
      pagination: { sort_by: 'date', sort_order: 'ASC', cursor: 'next', has_more: true, total_count: 7 },
      reporting_basis: 'CASH',
    })),
    ListEntries: heard('ListEntries', () => ({ data: [], pagination: { sort_by: 'entry_at', sort_order: 'ASC' } })),
  }),
]
const banking = [
  partly(BankAccountsService, { ListBankAccounts: heard('ListBankAccounts', () => ({ data: [] })) }),
  partly(BankTransactionsService, {
    GetTransactionsOfEntries: heard('GetTransactionsOfEntries', () => ({ data: [] })),
  }),
]
const billing = [partly(VendorsService, { ListVendors: heard('ListVendors', () => ({ data: [] })) })]
const reporting = [
  implementStream(ReportsService, {
    GetReport: async function* () {
      if (reportWithoutEnd) {
        reportWithoutEnd.started()
        await reportWithoutEnd.mayBegin
        try {
          for (;;) yield { json: Buffer.alloc(1_048_576, ' ') }
        } finally {
          reportWithoutEnd.ended()
        }
      }
      yield { json: Buffer.from('{"data":') }
      yield { json: Buffer.from('{"type":"Unified_Report"}}') }
      if (reportBreaksOff) throw refused('ServiceUnavailable', 'The rest is not there.')
    },
  }),
  partly(NotificationsService, {
    GetBusinessNotifications: heard('GetBusinessNotifications', () => ({})),
  }),
]

let servers: RpcServer[]
let gateway: TestGateway
let token: string

beforeAll(async () => {
  const named = Object.entries({ ledger, banking, billing, reporting })
  servers = await Promise.all(named.map(([, services]) => serve({ host: '127.0.0.1', port: 0, services })))
  gateway = await testGateway(
    Object.fromEntries(named.map(([name], index) => [name, `127.0.0.1:${servers[index]?.port}`])),
    { limit: { perSecond: 1_000, burst: 1_000 }, corsOrigins: ['https://app.example'] },
  )
  token = await gateway.tokenFor()
})

afterAll(async () => {
  await gateway.close()
  await Promise.all(servers.map((server) => server.stop(1_000)))
})

beforeEach(() => {
  requests = []
  tokensNotBefore = undefined
  reportBreaksOff = false
  reportWithoutEnd = undefined
  answerEntry = () => ({ data: entry, created: true })
  gateway.clients.clear()
  gateway.businesses.clear()
})

const B = `/v1/businesses/${businessId}`
const entriesUrl = `${B}/ledger/journal-entries`
const bearer = (given = token) => ({ authorization: `Bearer ${given}` })
const get = (url: string, headers: Record<string, string> = bearer()) => gateway.app.inject({ url, headers })
const send = (method: 'POST' | 'PUT', url: string, payload: object | undefined, headers: Record<string, string> = {}) =>
  gateway.app.inject({ method, url, ...(payload ? { payload } : {}), headers: { ...bearer(), ...headers } })
const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  send('POST', url, payload, headers)
/** Most of these tests need no connection. */
async function listeningPort(): Promise<number> {
  if (!gateway.app.server.listening) await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  return (gateway.app.server.address() as AddressInfo).port
}
const lastOf = (method: string) => requests.findLast((one) => one.method === method)

describe('an answer', () => {
  test('carries every field: null where there is no value, [] for an empty list, constants filled in', async () => {
    const { data } = (await post(entriesUrl, exampleEntryInput)).json()
    expect(data).toMatchObject({
      type: 'Ledger_Entry',
      reversal_id: null,
      external_id: null,
      metadata: { a: [1, { b: null }] },
      transaction_tags: [],
      line_items: [
        {
          memo: null,
          transaction_tags: [],
          account: {
            type: 'Single_Chart_Account',
            id: { type: 'AccountId', id: account.id.id },
            account_number: null,
            stable_name: null,
          },
        },
      ],
    })
  })

  test('to a list carries its pagination, and what it says beside', async () => {
    const body = (await get(`${B}/ledger/accounts/BANK_ACCOUNTS/lines?limit=1`)).json()
    expect(body.meta).toEqual({
      type: 'request_metadata',
      pagination: { sort_by: 'date', sort_order: 'ASC', cursor: 'next', has_more: true, total_count: 7 },
      reporting_basis: 'CASH',
    })
    expect(body.data[0]).toMatchObject({
      type: 'Ledger_Account_Line_Item',
      source: null,
      transaction: null,
      invoice: null,
    })
    expect((await get(`${B}/ledger/entries`)).json().meta.pagination).toMatchObject({ cursor: null, total_count: 0 })
  })

  test('nests trees', async () => {
    const { data } = (await get(`${B}/ledger/chart`)).json()
    expect(data.accounts[0].sub_accounts[0].stable_name).toEqual({ type: 'StableName', stable_name: 'X' })
  })

  test('of a report is the text that its pieces make', async () => {
    const { headers, body } = await get(`${B}/reports/trial-balance?reporting_basis=CASH`)
    expect(body).toBe('{"data":{"type":"Unified_Report"}}')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('of a report that fails midway is cut off, so that no caller takes a part for the whole', async () => {
    reportBreaksOff = true
    await expect(get(`${B}/reports/trial-balance`)).rejects.toThrow()
  })

  test('of a report stops when its caller leaves before it begins, or while it comes', async () => {
    const { server } = gateway.app
    const url = `http://127.0.0.1:${await listeningPort()}${B}/reports/trial-balance`
    for (const leavesBefore of [true, false]) {
      const [isStarted, begin, isOver] = [step(), step(), step()]
      reportWithoutEnd = { started: isStarted.resolve, mayBegin: begin.promise, ended: isOver.resolve }
      const leaving = new AbortController()
      const answer = fetch(url, { headers: bearer(), signal: leaving.signal })
      answer.catch(() => undefined)
      await isStarted.promise
      if (!leavesBefore) {
        begin.resolve()
        await answer
      }
      leaving.abort()
      await waitFor('the client to be gone', async () => (await promisify(server.getConnections.bind(server))()) === 0)
      begin.resolve()
      await isOver.promise
    }
  })

  test('is 201 for what is new and 200 for what was there', async () => {
    expect((await post(entriesUrl, exampleEntryInput)).statusCode).toBe(201)
    answerEntry = () => ({ data: entry, created: false })
    expect((await post(entriesUrl, exampleEntryInput)).statusCode).toBe(200)
    expect((await post(`${entriesUrl}/bulk`, [exampleEntryInput, exampleEntryInput])).json().data).toHaveLength(2)
    expect((await post(`${B}/ledger/entries/${entry.id}/reverse`)).statusCode).toBe(200)
  })

  test('has security headers and is not to be stored', async () => {
    const { headers } = await get(B)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-ratelimit-limit': '1000',
    })
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('a request', () => {
  test('reaches the service in its words', async () => {
    await post(entriesUrl, { ...exampleEntryInput, memo: null, metadata: { k: 1 } })
    const { request } = lastOf('PostJournalEntry') ?? {}
    const { external_id, reference_number } = exampleEntryInput
    expect(request).toMatchObject({ external_id, reference_number, metadata: '{"k":1}' })
    expect(request).not.toHaveProperty('memo')
    expect(request?.line_items[0]).toMatchObject({ amount: 125_000, account_identifier: { type: 'StableName' } })
  })

  test('that updates names the fields to clear', async () => {
    await send('PUT', B, { legal_name: 'New', industry: null, tin: null })
    expect(lastOf('UpdateBusiness')?.request).toMatchObject({ legal_name: 'New', cleared: ['industry', 'tin'] })
    const parent_id = randomUUID()
    await send('PUT', `${B}/ledger/accounts/SALES`, { parent_id, stable_name: null })
    expect(lastOf('UpdateAccount')?.request).toMatchObject({
      account_id: 'SALES',
      parent_id: { type: 'AccountId', id: parent_id },
      cleared: ['stable_name'],
    })
  })

  test('keeps its id, and gets one where its own is unusable', async () => {
    expect((await get(B, { ...bearer(), 'x-request-id': 'r-7' })).headers['x-request-id']).toBe('r-7')
    expect(lastOf('GetBusiness')?.context.requestId).toBe('r-7')
    const made = (await get(B, { ...bearer(), 'x-request-id': 'a b' })).headers['x-request-id']
    expect(made).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('with both halves of a tag filter passes, with one is refused', async () => {
    const lines = `${B}/ledger/accounts/SALES/lines`
    expect((await get(`${lines}?tag_key=k&tag_values=a&tag_values=b`)).statusCode).toBe(200)
    expect(lastOf('ListAccountLines')?.request).toMatchObject({ tag_key: 'k', tag_values: ['a', 'b'] })
    for (const query of ['tag_key=k', 'tag_values=a']) {
      expect((await get(`${lines}?${query}`)).json()).toMatchObject({ error_enum: 'MissingTagValues' })
    }
    await get(`${B}/ledger/entries?reference_number=a&reference_numbers=b,c`)
    expect(lastOf('ListEntries')?.request.reference_numbers).toEqual(['a', 'b', 'c'])
  })
})

describe('an idempotency key', () => {
  const key = { 'idempotency-key': 'k 1' }

  test('travels with the operation and a hash of the whole request', async () => {
    await post(entriesUrl, exampleEntryInput, key)
    const first = lastOf('PostJournalEntry')?.context.idempotency
    expect(first).toMatchObject({ key: 'k 1', operation: 'POST /v1/businesses/:businessId/ledger/journal-entries' })
    await post(entriesUrl, exampleEntryInput, key)
    expect(lastOf('PostJournalEntry')?.context.idempotency).toEqual(first)
    await post(entriesUrl, { ...exampleEntryInput, memo: 'other' }, key)
    expect(lastOf('PostJournalEntry')?.context.idempotency?.requestHash).not.toBe(first?.requestHash)
    await get(B, { ...bearer(), ...key })
    expect(lastOf('GetBusiness')?.context.idempotency).toBeUndefined()
  })

  test('marks a stored answer', async () => {
    expect((await post(entriesUrl, exampleEntryInput, key)).headers).not.toHaveProperty('idempotency-replayed')
    answerEntry = (context) => {
      context.markReplayed()
      return { data: entry, created: true }
    }
    const again = await post(entriesUrl, exampleEntryInput, key)
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  })

  test.each(['', 'x'.repeat(256), 'tab\tbed', 'ünicode'])('%j is refused', async (given) => {
    const { statusCode, body } = await post(entriesUrl, exampleEntryInput, { 'idempotency-key': given })
    expect([statusCode, JSON.parse(body).meta.field]).toEqual([400, 'Idempotency-Key'])
    expect(lastOf('PostJournalEntry')).toBeUndefined()
  })
})

describe('a refusal', () => {
  test('of a service passes through, with all its problems', async () => {
    answerEntry = () => {
      throw new DomainError([
        problem('AccountNotFound', 'No such account.', { field: 'line_items.0.account_identifier' }),
        problem('AmountNotPositive', 'Above zero.', { field: 'line_items.1.amount', value: 0 }),
      ])
    }
    const { statusCode, body } = await post(entriesUrl, exampleEntryInput, { 'x-request-id': 'r-9' })
    expect(statusCode).toBe(404)
    expect(JSON.parse(body)).toMatchObject({
      type: 'NotFound',
      error_enum: 'AccountNotFound',
      meta: { field: 'line_items.0.account_identifier', request_id: 'r-9' },
      errors: [{ error_enum: 'AccountNotFound' }, { error_enum: 'AmountNotPositive', meta: { request_id: 'r-9' } }],
    })
  })

  test('that is a defect of a service shows nothing of it', async () => {
    answerEntry = () => {
      throw new Error('relation "journal_entries" does not exist at 10.0.0.7')
    }
    const { statusCode, body } = await post(entriesUrl, exampleEntryInput)
    expect(statusCode).toBe(500)
    expect(body).not.toMatch(/relation|10\.0\.0\.7|at .*\.ts/)
  })

  test.each([
    ['broken JSON', '{"a":', 'application/json', 400, 'InvalidPayload'],
    ['another media type', 'a=1', 'application/x-www-form-urlencoded', 415, 'UnsupportedMediaType'],
    ['text', 'hello', 'text/plain', 415, 'UnsupportedMediaType'],
    ['more than 1 MiB', JSON.stringify('x'.repeat(1024 * 1024)), 'application/json', 413, 'PayloadTooLarge'],
    ['an unknown field', JSON.stringify({ ...exampleEntryInput, memmo: 1 }), 'application/json', 400, 'UnknownField'],
    ['nothing', '', 'application/json', 400, 'InvalidPayload'],
  ])('of a body that is %s', async (_what, payload, type, status, name) => {
    const answer = await gateway.app.inject({
      method: 'POST',
      url: entriesUrl,
      payload,
      headers: { ...bearer(), 'content-type': type },
    })
    expect([answer.statusCode, answer.json().error_enum]).toEqual([status, name])
    expect(answer.json().meta.request_id).toBe(answer.headers['x-request-id'])
  })

  test('of an unknown path, and of a method that a path does not have', async () => {
    for (const unknown of ['/v2/businesses', '/docs/static/none.js'])
      expect((await get(unknown)).json()).toMatchObject({ error_enum: 'RouteNotFound' })
    const wrong = await gateway.app.inject({ method: 'POST', url: B, headers: bearer(), payload: {} })
    expect([wrong.statusCode, wrong.headers.allow, wrong.json().error_enum]).toEqual([
      405,
      'GET, HEAD, PUT, PATCH',
      'MethodNotAllowed',
    ])
  })

  test('of what is not HTTP has the same shape', async () => {
    const socket = connect(await listeningPort(), '127.0.0.1')
    socket.end('NONSENSE\r\n\r\n')
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400[\s\S]*"error_enum":"InvalidQuery"/)
  })
})

describe('admission', () => {
  const names = async (headers: Record<string, string>, url = B) => {
    const answer = await get(url, headers)
    return [answer.statusCode, answer.json().error_enum]
  }

  test('needs a valid token', async () => {
    expect(await names({})).toEqual([401, 'MissingToken'])
    expect(await names({ authorization: 'Basic eDp5' })).toEqual([401, 'MissingToken'])
    expect(await names(bearer('x.y.z'))).toEqual([401, 'InvalidToken'])
    expect(await names(bearer(await gateway.tokenFor({ client: randomUUID() })))).toEqual([401, 'InvalidToken'])
    expect((await get(B, {})).headers['www-authenticate']).toMatch(/^Bearer /)
    expect(requests.filter(({ method }) => method === 'GetBusiness')).toEqual([])
  })

  test('needs the scope', async () => {
    const reader = await gateway.tokenFor({ scopes: ['books:read'] })
    expect(await names(bearer(reader))).toEqual([200, undefined])
    const write = await post(entriesUrl, exampleEntryInput, bearer(reader))
    expect([write.statusCode, write.json().error_enum]).toEqual([403, 'InsufficientScope'])
    const writer = await gateway.tokenFor({ scopes: ['books:write'] })
    expect(await names(bearer(writer))).toEqual([403, 'InsufficientScope'])
  })

  test('a foreign, an unknown and an impossible business get the same refusal', async () => {
    const other = randomUUID()
    const answers = [
      await get(`/v1/businesses/${other}`),
      await get('/v1/businesses/no-id'),
      await get(B, bearer(await gateway.tokenFor({ businessId: other }))),
    ]
    const shapes = answers.map((answer) => {
      const { meta: _meta, errors: _errors, ...rest } = answer.json()
      return [answer.statusCode, rest]
    })
    expect(shapes[0]?.[0]).toBe(404)
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
  })

  test('a token for one business reaches it, and neither the list nor another token', async () => {
    const narrow = await gateway.tokenFor({ businessId, scopes: ['books:read', 'books:write'] })
    expect(await names(bearer(narrow))).toEqual([200, undefined])
    expect(await names(bearer(narrow), '/v1/businesses')).toEqual([403, 'InsufficientScope'])
    const minted = await post(`${B}/auth-token`, {}, bearer(narrow))
    expect([minted.statusCode, minted.json().error_enum]).toEqual([403, 'InsufficientScope'])
    const created = await post('/v1/businesses', { legal_name: 'x' }, bearer(narrow))
    expect([created.statusCode, created.json().error_enum]).toEqual([403, 'InsufficientScope'])
  })

  test('a business is looked up once, and a missing one is found the moment it exists', async () => {
    await get(`${B}/ledger/chart`)
    await get(`${B}/ledger/chart`)
    expect(requests.filter(({ method }) => method === 'GetBusiness')).toHaveLength(1)
    await get('/v1/businesses/' + randomUUID())
    await get('/v1/businesses/' + randomUUID())
    expect(requests.filter(({ method }) => method === 'GetBusiness')).toHaveLength(3)
  })

  test('a revoked token is refused as soon as the change is known, and a new one passes in the same second', async () => {
    expect(await names(bearer())).toEqual([200, undefined])
    tokensNotBefore = new Date().toISOString()
    gateway.clients.forget(clientId)
    expect(await names(bearer())).toEqual([401, 'ExpiredToken'])
    const fresh = await gateway.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      payload: `grant_type=client_credentials&client_id=${clientId}&client_secret=${encodeURIComponent(secret)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await names(bearer(fresh.json().access_token))).toEqual([200, undefined])
  })
})

describe('POST /oauth2/token', () => {
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    gateway.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const json = (payload: unknown, headers: Record<string, string> = {}) =>
    gateway.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  const basic = (id: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${encodeURIComponent(password)}`).toString('base64')}`,
  })

  test('issues a token for a form, for JSON and for HTTP Basic with either', async () => {
    for (const answer of [
      await form(credentials),
      await form({ grant_type: 'client_credentials' }, basic(clientId, secret)),
      await json(credentials),
      await json({ grant_type: 'client_credentials' }, basic(clientId, secret)),
      await json(credentials, { 'content-type': 'Application/JSON; charset=utf-8' }),
    ]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json()).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'books:read books:write configure:read configure:write',
      })
      expect((await get(B, bearer(answer.json().access_token))).statusCode).toBe(200)
    }
  })

  test('narrows the scope', async () => {
    const answer = await form({ ...credentials, scope: 'books:read' })
    expect(answer.json().scope).toBe('books:read')
    expect((await post(entriesUrl, exampleEntryInput, bearer(answer.json().access_token))).statusCode).toBe(403)
  })

  test.each([
    ['a wrong secret', { ...credentials, client_secret: 'x' }, {}, 401, 'invalid_client', 'InvalidClient'],
    ['no credentials', { grant_type: 'client_credentials' }, {}, 401, 'invalid_client', 'InvalidClient'],
    ['a client that is no id', { ...credentials, client_id: "' OR 1=1" }, {}, 401, 'invalid_client', 'InvalidClient'],
    ['another grant', { ...credentials, grant_type: 'password' }, {}, 400, 'unsupported_grant_type', 'InvalidPayload'],
    ['no grant', { client_id: clientId, client_secret: secret }, {}, 400, 'invalid_request', 'InvalidPayload'],
    ['an unknown scope', { ...credentials, scope: 'admin' }, {}, 400, 'invalid_scope', 'InvalidPayload'],
    ['credentials twice', credentials, basic(clientId, secret), 400, 'invalid_request', 'InvalidPayload'],
  ])('refuses %s with the errors of both contracts', async (_what, fields, headers, status, error, name) => {
    const answer = await form(fields, headers)
    expect(answer.statusCode).toBe(status)
    const error_uri = `http://127.0.0.1:8080/docs/errors#${name}`
    expect(answer.json()).toMatchObject({ error, error_description: expect.any(String), error_uri, error_enum: name })
    expect(answer.json().meta.doc_url).toBe(error_uri)
    expect(answer.headers['cache-control']).toBe('no-store')
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Basic /)
    const inJson = await json(fields, headers)
    expect(inJson.json()).toMatchObject({ error, description: answer.json().description, error_enum: name })
    expect([inJson.statusCode, inJson.headers['cache-control']]).toEqual([status, 'no-store'])
  })

  test('ignores parameters in JSON that it does not know, as in a form', async () => {
    expect((await json({ ...credentials, audience: 'x', resource: ['y'] })).statusCode).toBe(200)
  })

  test.each([
    ['cut off', JSON.stringify({ ...credentials, scope: secret }).slice(0, -2)],
    ['a list', JSON.stringify([credentials])],
    ['bare text', JSON.stringify(secret)],
    ['null', 'null'],
    ['nothing', ''],
    ['a field sent twice', `{"client_secret":"x",${JSON.stringify(credentials).slice(1)}`],
    ['a secret that is a number', JSON.stringify({ ...credentials, client_secret: 123_456_789 })],
  ])('refuses JSON that is %s without quoting it', async (_what, payload) => {
    const answer = await json(payload)
    expect([answer.statusCode, answer.json().error, answer.json().error_enum]).toEqual([
      400,
      'invalid_request',
      'InvalidPayload',
    ])
    for (const leaked of [secret, secret.slice(0, 8), '123456789']) expect(answer.body).not.toContain(leaked)
  })
})

describe('POST auth-token', () => {
  test('issues a token for this business alone, without configure scopes', async () => {
    const { access_token, ...rest } = (await post(`${B}/auth-token`, { session_duration: 60 })).json().data
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 60 })
    const claims = JSON.parse(Buffer.from(String(access_token).split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ business_id: businessId, client_id: clientId, scope: 'books:read books:write' })
    expect(claims.exp - claims.iat).toBe(60)
    expect((await get(B, bearer(access_token))).statusCode).toBe(200)
    expect((await post(`${B}/auth-token`)).json().data.expires_in).toBe(3600)
  })

  test.each([59, 86_401, 1.5, '60'])('refuses a duration of %j', async (session_duration) => {
    expect((await post(`${B}/auth-token`, { session_duration })).json()).toMatchObject({
      error_enum: 'InvalidPayload',
      meta: { field: 'session_duration' },
    })
  })
})

describe('limits', () => {
  test('429 says when to come back, and strangers are counted by address', async () => {
    const [ledgerPort] = servers.map(({ port }) => `127.0.0.1:${port}`)
    const small = await testGateway({ ledger: String(ledgerPort) }, { limit: { perSecond: 1, burst: 3 } })
    const headers = bearer(await small.tokenFor())
    const send = (given: Record<string, string>) => small.app.inject({ url: '/v1/businesses', headers: given })
    const answers = [await send(headers), await send(headers), await send(headers), await send(headers)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(answers.map((answer) => answer.headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
    const last = answers[3]
    expect(last?.json()).toMatchObject({ type: 'RateLimited', error_enum: 'RateLimitExceeded' })
    expect(last?.headers['retry-after']).toBe('1')
    const strangers = [await send({}), await send({}), await send({}), await send({})]
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429])
    expect((await small.app.inject({ url: '/healthz' })).headers).not.toHaveProperty('x-ratelimit-limit')
    expect(await small.metrics.metrics()).toMatch(/gateway_rate_limited_total\S* 2/)
    await small.close()
  })
})

describe('the callback of a provider', () => {
  test('takes no token, counts by address, and is neither cached nor referred to', async () => {
    const alone = await testGateway(undefined, { limit: { perSecond: 1, burst: 2 } })
    const comeBack = (query: string) => alone.app.inject({ url: `/v1/oauth/quickbooks/callback${query}` })
    const secret = 'c'.repeat(5_000)
    const answers = [await comeBack(`?state=${secret}`), await comeBack('?code=%FF'), await comeBack('?state=x&code=y')]
    expect(answers.map((answer) => [answer.statusCode, answer.json().error_enum])).toEqual([
      [400, 'InvalidQuery'],
      [400, 'InvalidQuery'],
      [429, 'RateLimitExceeded'],
    ])
    // An id of the request may have three of them in a row.
    expect(answers[0]?.body).not.toContain('c'.repeat(20))
    for (const { headers } of answers)
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect((await alone.app.inject({ method: 'HEAD', url: '/v1/oauth/quickbooks/callback' })).statusCode).toBe(405)
    await alone.close()
  })
})

describe('for operators', () => {
  test('ready while all services answer', async () => {
    const answer = await get('/readyz', {})
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'ready'])
    const alone = await testGateway()
    const lonely = await alone.app.inject({ url: '/readyz' })
    expect([lonely.statusCode, lonely.json().checks.length]).toEqual([503, 4])
    expect((await alone.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    await alone.close()
  })

  test('an unreachable service is 503, without its address', async () => {
    const alone = await testGateway({}, { baseUrl: 'https://books.example' })
    const answer = await alone.app.inject({ url: B, headers: bearer(await alone.tokenFor()) })
    expect([answer.statusCode, answer.json().error_enum]).toEqual([503, 'ServiceUnavailable'])
    expect(answer.body).not.toContain('127.0.0.1')
    await alone.close()
  })

  test('requests are measured by route pattern', async () => {
    await get(B)
    const figures = await gateway.metrics.metrics()
    expect(figures).toContain('route="/v1/businesses/:businessId"')
    expect(figures).not.toContain(businessId)
    expect((await get('/metrics', {})).statusCode).toBe(404)
  })
})

test('pages of an allowed origin may call, others not', async () => {
  const preflight = (origin: string) =>
    gateway.app.inject({ method: 'OPTIONS', url: B, headers: { origin, 'access-control-request-method': 'PUT' } })
  const allowed = await preflight('https://app.example')
  expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([204, 'https://app.example'])
  expect((await preflight('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
})
