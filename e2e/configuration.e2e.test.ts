/** Settings of a client hold for all its businesses, until one has its own. */
import { sharedStack, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callFor,
  ledgerRpc,
  named,
  newClient,
  platformToken,
  sale,
  target,
  type Answer,
  type Answers,
  type Books,
  type TestClient,
} from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const IN_UTC = '2025-12-31T23:59:59.999Z'

const rpc = ledgerRpc(sharedStack().ledgerGrpc)
afterAll(() => rpc.close())

type Configuration = Answers['getAccountingConfiguration']
type Told = Promise<Answer<Configuration>>

const ofClient = (client: TestClient, clientId = client.id): Told =>
  client.api.call('getClientAccountingConfiguration', { path: { clientId } })
const setClient = (client: TestClient, body: unknown, clientId = client.id): Told =>
  client.api.call('updateClientAccountingConfiguration', { path: { clientId }, body })
const ofBusiness = (books: Books): Told => books.api.call('getAccountingConfiguration')
const setOwn = (books: Books, body: unknown): Told => books.api.call('updateAccountingConfiguration', { body })

const inEffect = async (told: Told): Promise<Configuration['data']> => (await told).body.data

async function expectClosedThrough(books: Books, through: string): Promise<void> {
  expect((await books.post(sale(1, through))).refusal).toEqual({
    status: 422,
    error_enum: 'PeriodClosed',
    field: 'entry_at',
  })
  await books.posted(sale(1, new Date(Date.parse(through) + 1).toISOString()))
}

describe('the configuration', () => {
  const untouched = {
    type: 'Accounting_Configuration',
    default_reporting_basis: 'ACCRUAL',
    category_list_type: 'ALL_ACCOUNTS',
    closing_date: null,
    closing_day: null,
    match_rounding_threshold: 0,
    match_adjustment_threshold: 0,
    disable_adjustment_match_suggestions: false,
    enable_tax_estimates: false,
    overrides: [],
  }

  test('is that of the product where nobody has set anything, and has the id of whose it is', async () => {
    const client = await newClient(target(), 'untouched')
    const books = await client.books()
    expect(await inEffect(ofClient(client))).toEqual({ ...untouched, id: client.id, business_id: null })
    expect(await inEffect(ofBusiness(books))).toEqual({ ...untouched, id: books.id, business_id: books.id })
  })

  test("of the client holds for its businesses, a business's own goes before it, and null goes back", async () => {
    const client = await newClient(target(), 'levels')
    const [books, sibling] = [await client.books(), await client.books({ default_reporting_basis: 'ACCRUAL' })]
    const everything = {
      default_reporting_basis: 'CASH',
      category_list_type: 'ALL_ACCOUNTS',
      closing_date: '2025-12-31',
      match_rounding_threshold: 9_007_199_254_740_991,
      match_adjustment_threshold: 0.1234,
      disable_adjustment_match_suggestions: true,
      enable_tax_estimates: true,
    }
    const told = { ...everything, closing_date: IN_UTC, closing_day: '2025-12-31' }
    expect(await inEffect(setClient(client, everything))).toMatchObject({ ...told, overrides: [] })
    expect(await inEffect(ofBusiness(books))).toMatchObject({ ...told, overrides: [] })
    expect(await inEffect(ofBusiness(sibling))).toMatchObject({
      default_reporting_basis: 'ACCRUAL',
      overrides: ['default_reporting_basis'],
    })

    const own = { default_reporting_basis: 'ACCRUAL', match_rounding_threshold: 0, enable_tax_estimates: false }
    expect(await inEffect(setOwn(books, own))).toMatchObject({ ...told, ...own, overrides: Object.keys(own) })
    expect((await books.api.call('getBusiness')).body.data.default_reporting_basis).toBe('ACCRUAL')
    const cleared = Object.fromEntries(Object.keys(everything).map((field) => [field, null]))
    expect(await inEffect(setOwn(books, cleared))).toMatchObject({ ...told, overrides: [] })
    expect((await books.api.call('getBusiness')).body.data.default_reporting_basis).toBeNull()
    expect(await inEffect(setClient(client, cleared))).toMatchObject(untouched)
    expect(await inEffect(ofBusiness(books))).toMatchObject(untouched)
  })

  test('stays as it is where a change says nothing of it', async () => {
    const client = await newClient(target(), 'partial')
    await setClient(client, { closing_date: '2025-12-31', enable_tax_estimates: true })
    const before = await inEffect(ofClient(client))
    expect(await inEffect(setClient(client, {}))).toEqual(before)
    expect(await inEffect(setClient(client, { match_rounding_threshold: 1 }))).toEqual({
      ...before,
      match_rounding_threshold: 1,
    })
  })

  test('changes once per Idempotency-Key', async () => {
    const client = await newClient(target(), 'repeated')
    const path = { clientId: client.id }
    const headers = { 'idempotency-key': 'once' }
    const send = (body: object) => client.api.call('updateClientAccountingConfiguration', { path, headers, body })
    const first = await send({ match_rounding_threshold: 1 })
    await setClient(client, { match_rounding_threshold: 2 })
    const again = await send({ match_rounding_threshold: 1 })
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
    expect((await inEffect(ofClient(client))).match_rounding_threshold).toBe(2)
    expect((await send({ match_rounding_threshold: 3 })).refusal.error_enum).toBe('IdempotencyKeyReused')

    const books = await client.books()
    const own = (value: number) =>
      books.api.call('updateAccountingConfiguration', { headers, body: { match_rounding_threshold: value } })
    await own(5)
    await setOwn(books, { match_rounding_threshold: 6 })
    expect((await own(5)).headers['idempotency-replayed']).toBe('true')
    expect((await inEffect(ofBusiness(books))).match_rounding_threshold).toBe(6)
    expect((await own(7)).refusal).toMatchObject({ status: 409, error_enum: 'IdempotencyKeyReused' })
  })
})

describe('a closing of the client', () => {
  test('closes every business to the millisecond of its own zone, those that come later too', async () => {
    const client = await newClient(target(), 'zones')
    const zones = [
      ['America/New_York', '2026-01-01T04:59:59.999Z'],
      ['Pacific/Kiritimati', '2025-12-31T09:59:59.999Z'],
    ] as const
    const all: [Books, string][] = []
    for (const [time_zone, through] of zones) all.push([await client.books({ time_zone }), through])
    const entry = await (all[0]?.[0] as Books).posted(sale(3, '2025-06-01T00:00:00Z'))
    expect(await inEffect(setClient(client, { closing_date: '2025-12-31' }))).toMatchObject({
      closing_date: IN_UTC,
      closing_day: '2025-12-31',
    })
    for (const [time_zone, through] of zones.slice(1)) all.push([await client.books({ time_zone }), through])
    for (const [books, through] of all) {
      expect(await inEffect(ofBusiness(books))).toMatchObject({ closing_date: through, closing_day: '2025-12-31' })
      await expectClosedThrough(books, through)
    }
    const [newYork, through] = all[0] as [Books, string]
    const bulk = await newYork.postAll([sale(1), sale(1, through)])
    expect(bulk.refusal).toEqual({ status: 422, error_enum: 'PeriodClosed', field: '1.entry_at' })
    expect((await newYork.reverse(entry.id)).body.data.entry_at).toBe('2026-01-01T05:00:00.000Z')
  })

  test('by an instant is the same instant everywhere', async () => {
    const client = await newClient(target(), 'instant')
    const [utc, kiritimati] = [await client.books(), await client.books({ time_zone: 'Pacific/Kiritimati' })]
    await setClient(client, { closing_date: '2025-06-30T14:00:00.5+02:00' })
    for (const books of [utc, kiritimati]) {
      expect(await inEffect(ofBusiness(books))).toMatchObject({
        closing_date: '2025-06-30T12:00:00.500Z',
        closing_day: null,
      })
      await expectClosedThrough(books, '2025-06-30T12:00:00.500Z')
    }
  })

  test('and one of the business: the later counts, and opening works at once', async () => {
    const client = await newClient(target(), 'later')
    const books = await client.books()
    await setOwn(books, { closing_date: '2025-06-30' })
    await setClient(client, { closing_date: '2025-12-31' })
    await expectClosedThrough(books, IN_UTC)
    expect(await inEffect(setOwn(books, { closing_date: null }))).toMatchObject({
      closing_date: IN_UTC,
      overrides: [],
    })
    expect(await inEffect(setOwn(books, { closing_date: '2026-03-31' }))).toMatchObject({
      closing_day: '2026-03-31',
      overrides: ['closing_date'],
    })
    await setClient(client, { closing_date: null })
    await expectClosedThrough(books, '2026-03-31T23:59:59.999Z')
    await setOwn(books, { closing_date: '2025-03-31' })
    await expectClosedThrough(books, '2025-03-31T23:59:59.999Z')
    await setOwn(books, { closing_date: null })
    await books.posted(sale(1, '2001-01-01T00:00:00Z'))
  })

  test('follows a business to another zone', async () => {
    const client = await newClient(target(), 'mover')
    await setClient(client, { closing_date: '2025-12-31' })
    const books = await client.books({ time_zone: 'America/New_York' })
    await books.api.call('updateBusiness', { body: { time_zone: 'Pacific/Kiritimati' } })
    await expectClosedThrough(books, '2025-12-31T09:59:59.999Z')
  })

  test('touches nobody else', async () => {
    const [client, stranger] = [await newClient(target(), 'closer'), await newClient(target(), 'bystander')]
    const books = await stranger.books()
    await setClient(client, { closing_date: '2025-12-31', default_reporting_basis: 'CASH' })
    expect(await inEffect(ofBusiness(books))).toMatchObject({ closing_date: null, default_reporting_basis: 'ACCRUAL' })
    await books.posted(sale(1, '2025-01-01T00:00:00Z'))
  })
})

test('a report takes the basis in effect: the own one, else that of the client', async () => {
  const client = await newClient(target(), 'basis')
  const books = await client.books()
  const { books_epoch } = (await rpc.postings.AskBooks({ account_identifiers: [] }, callFor(books))).message
  const line = (account: string, direction: string) => ({ account_identifier: named(account), amount: 4, direction })
  const posting = {
    posting_key: 'b',
    source_type: 'bill',
    source_id: '1',
    entry_type: 'MANUAL',
    basis: 'ACCRUAL',
    agent: 'API',
    entry_at: '2026-01-01T00:00:00Z',
    line_items: [line('COGS', 'DEBIT'), line('TIPS', 'CREDIT')],
  }
  await rpc.postings.PostEntries({ books_epoch, postings: [posting] }, callFor(books))
  const total = async (query = {}) => (await books.trialBalance(query)).rows.at(-1)?.cells.debit?.value
  await waitFor('the entry in the trial balance', async () => (await total({ reporting_basis: 'ACCRUAL' })) === 4)
  expect(await total()).toBe(4)
  await setClient(client, { default_reporting_basis: 'CASH' })
  expect(await total()).toBe(0)
  expect(await books.balances()).toEqual({})
  await setOwn(books, { default_reporting_basis: 'ACCRUAL' })
  await waitFor('the own basis to count', async () => (await total()) === 4)
  expect(await books.balances()).toEqual({ COGS: 4, TIPS: 4 })
})

describe('is refused', () => {
  let client: TestClient
  let books: Books
  let before: unknown

  beforeAll(async () => {
    client = await newClient(target(), 'refused settings')
    books = await client.books()
    await setClient(client, { closing_date: '2024-12-31', match_adjustment_threshold: 1.5 })
    before = await both()
  })
  afterAll(async () => expect(await both()).toEqual(before))

  const both = async () => [await inEffect(ofClient(client)), await inEffect(ofBusiness(books))]

  test.each<[string, unknown, [string, string]]>([
    ['a day that does not exist', { closing_date: '2025-02-29' }, ['InvalidPayload', 'closing_date']],
    ['a date-time without offset', { closing_date: '2025-12-31T00:00:00' }, ['InvalidPayload', 'closing_date']],
    ['a date that is none', { closing_date: 20251231 }, ['InvalidPayload', 'closing_date']],
    ['an empty date', { closing_date: '' }, ['InvalidPayload', 'closing_date']],
    ['an unknown basis', { default_reporting_basis: 'BOTH' }, ['InvalidPayload', 'default_reporting_basis']],
    ['an unknown list', { category_list_type: 'SOME' }, ['InvalidPayload', 'category_list_type']],
    ['a negative threshold', { match_rounding_threshold: -1 }, ['InvalidPayload', 'match_rounding_threshold']],
    ['half a cent of rounding', { match_rounding_threshold: 0.5 }, ['InvalidPayload', 'match_rounding_threshold']],
    ['a negative adjustment', { match_adjustment_threshold: -0.01 }, ['InvalidPayload', 'match_adjustment_threshold']],
    ['five decimals', { match_adjustment_threshold: 0.12345 }, ['InvalidPayload', 'match_adjustment_threshold']],
    ['too large an adjustment', { match_adjustment_threshold: 1e11 }, ['InvalidPayload', 'match_adjustment_threshold']],
    ['a text for a switch', { enable_tax_estimates: 'yes' }, ['InvalidPayload', 'enable_tax_estimates']],
    ['an unknown field', { closing_day: '2025-12-31' }, ['UnknownField', 'closing_day']],
  ])('%s, on both levels', async (_what, bad, [error_enum, field]) => {
    const body = { enable_tax_estimates: true, ...(bad as object) }
    expect((await setClient(client, body)).refusal).toEqual({ status: 400, error_enum, field })
    expect((await setOwn(books, body)).refusal).toEqual({ status: 400, error_enum, field })
  })

  test('the configuration of another client, exactly as that of nobody and of no id at all', async () => {
    const stranger = await newClient(target(), 'foreign settings')
    const texts = new Set<string>()
    for (const clientId of [stranger.id, NOBODY, 'nonsense', "' OR 1=1 --"]) {
      for (const answer of [
        await ofClient(client, clientId),
        await setClient(client, { closing_date: '2025-12-31' }, clientId),
        await setClient(client, { closing_date: 'nonsense' }, clientId),
      ]) {
        expect(answer.refusal).toEqual({ status: 404, error_enum: 'ClientNotFound', field: 'clientId' })
        texts.add(answer.text.replaceAll(String(answer.headers['x-request-id']), ''))
      }
    }
    expect(texts.size).toBe(1)
    expect((await inEffect(ofClient(stranger))).closing_date).toBeNull()
  })

  test('its own id in capitals is its own id', async () => {
    expect((await inEffect(ofClient(client, client.id.toUpperCase()))).id).toBe(client.id)
  })

  test('a token without the scope, and a token for one business', async () => {
    const withScope = async (scope: string) =>
      client.api.as(await platformToken(client.api, client.id, client.secret, scope))
    const path = { clientId: client.id, businessId: books.id }
    const body = { closing_date: '2025-12-31' }
    const forbidden = { status: 403, error_enum: 'InsufficientScope', field: undefined }

    const ofBooks = await withScope('books:read books:write')
    expect((await ofBooks.call('getClientAccountingConfiguration', { path })).refusal).toEqual(forbidden)
    expect((await ofBooks.call('updateClientAccountingConfiguration', { path, body })).refusal).toEqual(forbidden)
    const reader = await withScope('books:read configure:read')
    expect((await reader.call('getClientAccountingConfiguration', { path })).status).toBe(200)
    expect((await reader.call('updateClientAccountingConfiguration', { path, body })).refusal).toEqual(forbidden)
    expect((await reader.call('updateAccountingConfiguration', { path, body })).refusal).toEqual(forbidden)

    const { access_token } = (await books.api.call('issueBusinessToken')).body.data
    const browser = client.api.as(access_token)
    expect((await browser.call('getClientAccountingConfiguration', { path })).refusal).toEqual(forbidden)
    expect((await browser.call('updateClientAccountingConfiguration', { path, body })).refusal).toEqual(forbidden)
    expect((await browser.call('getAccountingConfiguration', { path })).status).toBe(200)
    expect((await browser.call('updateAccountingConfiguration', { path, body: {} })).refusal).toEqual(forbidden)
    expect((await inEffect(ofClient(client))).closing_day).toBe('2024-12-31')
  })

  test('to change an archived business, which can still be read', async () => {
    const archived = await client.books()
    await archived.api.call('archiveBusiness')
    expect((await setOwn(archived, { enable_tax_estimates: true })).refusal).toMatchObject({
      status: 422,
      error_enum: 'BusinessArchived',
    })
    expect((await inEffect(ofBusiness(archived))).closing_day).toBe('2024-12-31')
  })
})
