/** The OpenAPI document is valid, and tells the truth about every operation. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, platformToken, sale, send, target, type Api, type TestClient } from './src/index.ts'

let client: TestClient
let anybody: Api

beforeAll(async () => {
  client = await newClient(target(), 'contract')
  anybody = client.api.as(undefined)
})

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { document } = client.api.contract
    expect(document.openapi).toBe('3.1.0')
    const validator = new Validator()
    const { valid, errors } = await validator.validate({ ...document })
    expect([valid, errors]).toEqual([true, undefined])
  })

  test('shows an example of every request body and of every answer', () => {
    const without = [...client.api.contract.operations.values()].flatMap(({ operationId, requestBody, responses }) => {
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}))
      return contents.every((content) => 'example' in content || 'examples' in content) ? [] : [operationId]
    })
    expect(without).toEqual(['issueBusinessToken', 'reverseEntry'].filter((name) => without.includes(name)))
  })
})

describe('the pages for people and machines', () => {
  test.each(['/docs', '/docs/json', '/openapi.json', '/healthz', '/readyz', '/metrics', '/.well-known/jwks.json'])(
    '%s answers without a token',
    async (path) => {
      const { status, headers } = await send('GET', target().baseUrl + path, {})
      expect([path, status < 400]).toEqual([path, true])
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )

  test('the reference loads nothing from elsewhere', async () => {
    const page = await send('GET', `${target().baseUrl}/docs/static/index.html`, {})
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('an unknown path is 404, a known one with a wrong method 405 with what is allowed', async () => {
    const unknown = await send('GET', `${target().baseUrl}/v1/nothing`, {})
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([404, { error_enum: 'RouteNotFound' }])
    const wrong = await send('DELETE', `${target().baseUrl}/v1/businesses`, {})
    expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([405, { error_enum: 'MethodNotAllowed' }])
    expect(String(wrong.headers.allow)).toContain('POST')
  })

  test("a caller's request id comes back, an unusable one is replaced", async () => {
    const answer = await client.api.call('listBusinesses', { headers: { 'x-request-id': 'import-7' } })
    expect(answer.headers['x-request-id']).toBe('import-7')
    const replaced = await client.api.call('listBusinesses', { headers: { 'x-request-id': 'x'.repeat(129) } })
    expect(String(replaced.headers['x-request-id'])).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('every operation answers as the document says, successes and refusals', async () => {
  const { contract } = client.api
  const business = await client.business({ external_id: 'contract' })
  const api = client.api.of(business.id)
  await platformToken(anybody, client.id, client.secret)
  for (const name of ['getHealth', 'getReadiness', 'getMetrics', 'getJsonWebKeySet'] as const) await anybody.call(name)

  await api.call('createBusiness', { body: { legal_name: 'Again', external_id: 'contract' } })
  await api.call('listBusinesses', { query: { limit: 1, include_archived: true } })
  await api.call('getBusiness')
  await api.call('updateBusiness', { body: { industry: 'Engines' } })
  await api.call('issueBusinessToken', { body: { session_duration: 60 } })
  await api.call('getChartOfAccounts')
  const account = await api.call('createAccount', {
    body: { name: 'Till', account_subtype: 'CASH', stable_name: 'TILL' },
  })
  await api.call('updateAccount', { path: { accountId: account.body.data.id.id }, body: { name: 'The till' } })
  const tags = [{ key: 'store', value: 'one', dimension_display_name: 'Store' }]
  const body = sale(12, undefined, { external_id: 'e', memo: 'm', metadata: { a: 1 }, reference_number: 'r', tags })
  const { data } = (await api.call('postJournalEntry', { body })).body
  await api.call('postJournalEntry', { body })
  await api.call('postJournalEntries', { body: [body, sale(3)] })
  await api.call('getEntry', { path: { entryId: data.id } })
  for (const _twice of [1, 2]) await api.call('reverseEntry', { path: { entryId: data.id }, body: { memo: 'undo' } })
  await api.call('listEntries', { query: { limit: 2, sort_order: 'DESC' } })
  await api.call('listAccountLines', {
    path: { accountId: 'CASH' },
    query: { limit: 2, tag_key: 'store', tag_values: ['one'] },
  })
  await api.call('listAccountBalances', { query: { end_date: '2026-12-31' } })
  await api.call('getTrialBalance')
  await api.call('archiveBusiness')

  const operations = [...contract.operations.values()]
  const succeeded = operations.filter(({ operationId }) => contract.seen.has(`${operationId} 200`))
  const created = operations.filter(({ responses }) => responses[201])
  expect(succeeded.map(({ operationId }) => operationId)).toEqual(
    operations.map(({ operationId }) => operationId).filter((name) => name !== 'createAccount'),
  )
  for (const { operationId } of created) expect(contract.seen).toContain(`${operationId} 201`)
})

test('every operation that needs a token refuses to work without one, as documented', async () => {
  const path = { businessId: client.id, accountId: 'CASH', entryId: client.id }
  for (const { operationId, path: template } of client.api.contract.operations.values()) {
    if (!template.startsWith('/v1/')) continue
    const answer = await anybody.call(operationId as 'getBusiness', { path })
    expect([operationId, answer.refusal.error_enum]).toEqual([operationId, 'MissingToken'])
    expect(answer.headers['www-authenticate']).toContain('Bearer')
  }
})
