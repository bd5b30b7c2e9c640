/** Businesses: created, listed, changed, archived. */
import { beforeAll, describe, expect, test } from 'vitest'
import { allPages, newClient, sale, target, type Business, type TestClient } from './src/index.ts'

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'businesses')
})

const create = (body: unknown) => client.api.call('createBusiness', { body })

describe('creating', () => {
  const everything = {
    external_id: 'customer-17',
    legal_name: 'Lovelace Engines GmbH & Cie. 日本 ☕',
    entity_type: 'LLC',
    us_state: 'CA',
    country: 'US',
    currency: 'JPY',
    time_zone: 'Asia/Tokyo',
    activation_at: '2026-01-01T00:00:00+09:00',
    industry: 'Engines',
    naics_code: '333618',
    tin: '12-3456789',
    phone_number: '+1 555 0100',
    default_reporting_basis: 'CASH',
    bookkeeping_enrolled: true,
  }

  test('keeps every field and answers 201', async () => {
    const { status, body } = await create(everything)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      ...everything,
      type: 'Business',
      client_id: client.id,
      activation_at: '2025-12-31T15:00:00.000Z',
      archived_at: null,
    })
    const { body: read } = await client.api.of(body.data.id).call('getBusiness')
    expect(read).toEqual(body)
  })

  test('needs a legal name alone; the rest is null or the default', async () => {
    const { body } = await create({ legal_name: 'Plain' })
    expect(body.data).toMatchObject({
      currency: 'USD',
      time_zone: 'UTC',
      external_id: null,
      entity_type: null,
      us_state: null,
      tin: null,
      bookkeeping_enrolled: false,
    })
  })

  test('with an external_id that is known answers 200 with the business that has it, and only what it was asked for', async () => {
    const first = await create({ legal_name: 'First', external_id: 'twice' })
    const second = await create({ legal_name: 'First', external_id: 'twice', currency: 'USD' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    expect((await create({ legal_name: 'Second', external_id: 'twice' })).refusal).toMatchObject({
      status: 409,
      error_enum: 'ExternalIdReused',
      field: 'legal_name',
    })
  })

  test('four times at once with one external_id makes one business', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create({ legal_name: 'Racer', external_id: 'race' })),
    )
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test.each([
    ['legal_name', { legal_name: undefined }],
    ['legal_name', { legal_name: '' }],
    ['legal_name', { legal_name: 'x'.repeat(256) }],
    ['entity_type', { entity_type: 'GMBH' }],
    ['currency', { currency: 'XQX' }],
    ['currency', { currency: 'usd' }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
    ['activation_at', { activation_at: '2026-13-01' }],
    ['activation_at', { activation_at: '2026-02-30T00:00:00Z' }],
    ['us_state', { us_state: 'California' }],
    ['default_reporting_basis', { default_reporting_basis: 'BOTH' }],
    ['bookkeeping_enrolled', { bookkeeping_enrolled: 'yes' }],
  ])('with a wrong %s is refused: %j', async (field, wrong) => {
    const answer = await create({ legal_name: 'Wrong', external_id: 'wrong', ...wrong })
    expect(answer.refusal).toEqual({ status: 400, error_enum: 'InvalidPayload', field })
    const found = await client.api.call('listBusinesses', { query: { external_id: 'wrong' } })
    expect(found.body.data).toEqual([])
  })

  test('with a misspelt field is refused naming it', async () => {
    const answer = await create({ legal_name: 'Wrong', legal_nmae: 'Wrong' })
    expect(answer.refusal).toEqual({ status: 400, error_enum: 'UnknownField', field: 'legal_nmae' })
  })
})

describe('listing', () => {
  let lister: TestClient
  let all: Business[]

  beforeAll(async () => {
    lister = await newClient(target(), 'lister')
    all = []
    for (const index of [0, 1, 2, 3, 4]) all.push(await lister.business({ external_id: `b-${index}` }))
    await lister.api.of(all[3]?.id ?? '').call('archiveBusiness')
  })

  const list = async (query: Record<string, string | number | boolean | undefined> = {}) =>
    (await lister.api.call('listBusinesses', { query })).body

  const ids = (businesses: Business[]) => businesses.map(({ id }) => id)

  test('shows the businesses of the client, oldest first, without archived ones', async () => {
    const { data, meta } = await list()
    expect(ids(data)).toEqual(ids(all.filter((_one, index) => index !== 3)))
    expect(meta).toEqual({
      type: 'request_metadata',
      pagination: { sort_by: 'created_at', sort_order: 'ASC', cursor: null, has_more: false, total_count: 4 },
    })
    expect(ids((await list({ include_archived: true })).data)).toEqual(ids(all))
  })

  test.each(['ASC', 'DESC'])('%s pages one after the other are the whole', async (sort_order) => {
    const rows = await allPages((cursor) => list({ include_archived: true, limit: 2, sort_order, cursor }))
    expect(ids(rows)).toEqual(sort_order === 'ASC' ? ids(all) : ids(all).reverse())
  })

  test('a business created between two pages does not disturb them', async () => {
    const first = await list({ limit: 3, sort_order: 'DESC' })
    await lister.business({ external_id: 'in-between' })
    const rest = await list({ limit: 10, sort_order: 'DESC', cursor: first.meta.pagination.cursor ?? '' })
    expect(ids([...first.data, ...rest.data])).toEqual(ids(all.filter((_one, index) => index !== 3)).reverse())
    expect(rest.meta.pagination.total_count).toBe(4)
  })

  test('finds a business by external_id', async () => {
    expect(ids((await list({ external_id: 'b-4' })).data)).toEqual(ids(all.slice(4, 5)))
    expect((await list({ external_id: 'unknown' })).data).toEqual([])
  })
})

describe('updating', () => {
  const update = (business: Business, body: unknown) => client.api.of(business.id).call('updateBusiness', { body })

  test('changes what is given, clears what is null, and leaves the rest', async () => {
    const business = await client.business({
      tin: '12-3456789',
      industry: 'Engines',
      us_state: 'CA',
      external_id: 'u-1',
    })
    const { body } = await update(business, { legal_name: 'Renamed', tin: null, country: 'US' })
    const { updated_at, ...changed } = body.data
    const { updated_at: before, ...same } = business
    expect(changed).toEqual({ ...same, legal_name: 'Renamed', tin: null, country: 'US' })
    expect(updated_at >= before).toBe(true)
  })

  test('an empty update changes nothing', async () => {
    const business = await client.business({ tin: '1' })
    const { updated_at: _now, ...after } = (await update(business, {})).body.data
    expect(business).toMatchObject(after)
  })

  test('the external_id of another business is refused', async () => {
    await client.business({ external_id: 'taken' })
    const business = await client.business()
    expect((await update(business, { external_id: 'taken' })).refusal).toEqual({
      status: 409,
      error_enum: 'DuplicateExternalId',
      field: 'external_id',
    })
  })

  test('what a business cannot be without cannot be cleared', async () => {
    const business = await client.business({ currency: 'EUR', time_zone: 'Europe/Berlin' })
    expect((await update(business, { legal_name: null })).refusal).toMatchObject({ status: 400, field: 'legal_name' })
    const { currency, time_zone } = (await client.api.of(business.id).call('getBusiness')).body.data
    expect({ currency, time_zone }).toEqual({ currency: 'EUR', time_zone: 'Europe/Berlin' })
  })

  test('currency and time zone change until something is posted, and not after', async () => {
    const books = await client.books()
    const put = (body: unknown) => books.api.call('updateBusiness', { body })
    const { currency, time_zone } = (await put({ currency: 'EUR', time_zone: 'Europe/Berlin' })).body.data
    expect({ currency, time_zone }).toEqual({ currency: 'EUR', time_zone: 'Europe/Berlin' })
    await books.posted(sale(100))
    for (const [field, value] of [
      ['currency', 'USD'],
      ['time_zone', 'UTC'],
    ] as const)
      expect((await put({ [field]: value })).refusal).toEqual({ status: 422, error_enum: 'BusinessFieldLocked', field })
    expect((await put({ currency: 'EUR', legal_name: 'Still allowed' })).status).toBe(200)
  })
})

describe('an archived business', () => {
  test('answers every read and refuses every write', async () => {
    const books = await client.books({ external_id: 'archived' })
    const entry = await books.posted(sale(100))
    const archived = await books.api.call('archiveBusiness')
    expect(archived.body.data.archived_at).not.toBeNull()
    const again = await books.api.call('archiveBusiness')
    expect(again.body).toEqual(archived.body)

    expect((await books.entry(entry.id)).id).toBe(entry.id)
    expect(await books.balances()).toEqual({ CASH: 100, SALES: 100 })
    expect((await books.lines('CASH')).data).toHaveLength(1)
    expect((await books.accounts()).length).toBeGreaterThan(50)

    const writes = [
      books.post(sale(1)),
      books.postAll([sale(1)]),
      books.reverse(entry.id),
      books.api.call('updateBusiness', { body: { legal_name: 'No' } }),
      books.api.call('createAccount', { body: { name: 'No', account_subtype: 'CASH' } }),
      books.api.call('updateAccount', { path: { accountId: 'CASH' }, body: { name: 'No' } }),
    ]
    for (const write of writes)
      expect((await write).refusal).toMatchObject({ status: 422, error_enum: 'BusinessArchived' })
    expect(await books.balances()).toEqual({ CASH: 100, SALES: 100 })
  })

  test('is still what a create with its external_id answers', async () => {
    const books = await client.books({ legal_name: 'Archived', external_id: 'archived-2' })
    await books.api.call('archiveBusiness')
    const again = await create({ legal_name: 'Archived', external_id: 'archived-2' })
    expect([again.status, again.body.data.id]).toEqual([200, books.id])
  })
})

describe('the activation', () => {
  test('that nobody gave moves back to the first entry, wherever the business is told', async () => {
    const own = await client.books()
    const told = async () => [
      (await own.api.call('getBusiness')).body.data.activation_at,
      (await client.api.call('listBusinesses', { query: { limit: 500 } })).body.data.find(({ id }) => id === own.id)
        ?.activation_at,
    ]
    expect(await told()).toEqual([own.business.created_at, own.business.created_at])
    await own.posted(sale(1, '2023-04-05T06:07:08.009Z'))
    expect(await told()).toEqual(['2023-04-05T06:07:08.009Z', '2023-04-05T06:07:08.009Z'])
    await own.api.call('updateBusiness', { body: { activation_at: '2024-01-01T00:00:00Z' } })
    await own.posted(sale(1, '2020-01-01T00:00:00Z'))
    expect(await told()).toEqual(['2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'])
  })
})
