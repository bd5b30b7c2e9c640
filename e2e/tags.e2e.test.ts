/** Tag dimensions and their values. */
import { beforeAll, describe, expect, test } from 'vitest'
import { allPages, credit, debit, newClient, sale, Tagging, target, type Books, type TestClient } from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books
let tags: Tagging
/** A dimension with nothing in it. */
let plain: string

beforeAll(async () => {
  client = await newClient(target(), 'tags')
  books = await client.books()
  tags = new Tagging(books)
  plain = (await tags.dimension('nothing in it')).id
})

describe('a dimension', () => {
  test('is made with what is asked, and with defaults where nothing is', async () => {
    const made = await tags.create({
      key: 'department',
      display_name: 'Department',
      strictness: 'BALANCING',
      user_visible: true,
      defined_values: [{ value: 'b' }, { value: 'a', display_name: 'A' }, { value: '0', is_archived: true }],
    })
    expect(made.status).toBe(201)
    const { data } = made.body
    expect(data).toMatchObject({
      key: 'department',
      display_name: 'Department',
      strictness: 'BALANCING',
      user_visible: true,
      deleted_at: null,
    })
    const type = { type: 'TagValue', key: 'department', dimension_id: data.id }
    expect(data.defined_values).toMatchObject([
      { ...type, value: 'a', display_name: 'A', archived_at: null },
      { ...type, value: 'b', display_name: null, archived_at: null },
      { ...type, value: '0', archived_at: expect.any(String) as string },
    ])
    expect(await tags.read(data.id)).toEqual(data)
    const defaults = { strictness: 'NON_BALANCING', user_visible: false, display_name: null, defined_values: [] }
    expect(await tags.dimension('plain')).toMatchObject(defaults)
  })

  test('of a key that exists is refused, whatever else it says', async () => {
    await tags.dimension('taken')
    for (const body of [{ key: 'taken' }, { key: 'taken', strictness: 'BALANCING' }])
      expect((await tags.create(body)).refusal).toEqual({ status: 409, error_enum: 'DuplicateTagKey', field: 'key' })
  })

  test('is made once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'dimension' }
    const first = await tags.create({ key: 'once' }, headers)
    const again = await tags.create({ key: 'once' }, headers)
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, first.text, 'true'])
    const other = await tags.create({ key: 'twice' }, headers)
    expect(other.refusal).toMatchObject({ status: 409, error_enum: 'IdempotencyKeyReused' })
  })

  test.each([
    ['without a key', { display_name: 'x' }, 'InvalidPayload', 'key'],
    ['with an empty key', { key: '' }, 'InvalidPayload', 'key'],
    ['with a key that is too long', { key: 'x'.repeat(256) }, 'InvalidPayload', 'key'],
    ['of no such strictness', { key: 'x', strictness: 'STRICT' }, 'InvalidPayload', 'strictness'],
    ['with a misspelt field', { key: 'x', visible: true }, 'UnknownField', 'visible'],
    ['with too many values', { key: 'x', defined_values: manyValues(1_001) }, 'InvalidPayload', 'defined_values'],
    ['with a value of nothing', { key: 'x', defined_values: [{}] }, 'InvalidPayload', 'defined_values.0.value'],
  ])('%s is refused', async (_what, body, error_enum, field) => {
    expect((await tags.create(body)).refusal).toEqual({ status: 400, error_enum, field })
  })

  test('with one value twice is refused, and not made', async () => {
    const answer = await tags.create({ key: 'doubled', defined_values: [{ value: 'a' }, { value: 'a' }] })
    const field = 'defined_values.1.value'
    expect(answer.refusal).toEqual({ status: 409, error_enum: 'DuplicateTagValue', field })
    const found = await books.api.call('listTagDimensions', { query: { key: 'doubled' } })
    expect(found.body.data).toEqual([])
  })

  test('with more values than it shows has them all in their listing', async () => {
    const { id, defined_values } = await tags.dimension('long', { defined_values: manyValues(1_000) })
    await tags.createValue(id, { value: '0 first' })
    await tags.createValue(id, { value: '0 archived', is_archived: true })
    const known = await tags.read(id)
    expect([defined_values.length, known.defined_values.length]).toEqual([1_000, 1_000])
    expect(known.defined_values[0]?.value).toBe('0 first')
    const all = await allPages(async (cursor) => {
      const query = { limit: 500, cursor, include_archived: true }
      return (await books.api.call('listTagValues', { path: { dimensionId: id }, query })).body
    })
    expect(all.map(({ value }) => value)).toEqual(all.map(({ value }) => value).toSorted())
    expect(all).toHaveLength(1_002)
  })
})

function manyValues(count: number): { value: string }[] {
  return Array.from({ length: count }, (_, index) => ({ value: `value ${String(index).padStart(4, '0')}` }))
}

describe('the dimensions of a business', () => {
  let own: Tagging
  const list = async (query: Record<string, string | boolean | number> = {}): Promise<string[]> => {
    const rows = await allPages(async (cursor) => {
      return (await own.books.api.call('listTagDimensions', { query: { limit: 2, ...query, cursor } })).body
    })
    return rows.map(({ key }) => key)
  }

  beforeAll(async () => {
    own = new Tagging(await client.books())
    for (const key of ['delta', 'alpha', 'charlie', 'bravo', 'echo'])
      await own.dimension(key, { user_visible: key < 'c' })
    const { id } = await own.dimension('gone')
    await own.delete(id)
  })

  test('come in the order they were made, or of their keys, page by page', async () => {
    expect(await list()).toEqual(['delta', 'alpha', 'charlie', 'bravo', 'echo'])
    const byKey = ['alpha', 'bravo', 'charlie', 'delta', 'echo']
    expect(await list({ sort_by: 'key' })).toEqual(byKey)
    expect(await list({ sort_by: 'key', sort_order: 'DESC' })).toEqual(byKey.toReversed())
  })

  test('are found by key, by visibility, and deleted ones when asked for', async () => {
    expect(await list({ key: 'charlie' })).toEqual(['charlie'])
    expect(await list({ user_visible: true, sort_by: 'key' })).toEqual(['alpha', 'bravo'])
    expect(await list({ user_visible: false, sort_by: 'key' })).toEqual(['charlie', 'delta', 'echo'])
    expect(await list({ include_deleted: true, key: 'gone' })).toEqual(['gone'])
  })

  test('have cursors of their own, and so have their values', async () => {
    const first = await own.books.api.call('listTagDimensions', { query: { limit: 1 } })
    const cursor = first.body.meta.pagination.cursor ?? ''
    const answer = await own.books.api.call('listTagDimensions', { query: { cursor, user_visible: true } })
    const invalid = { status: 400, error_enum: 'InvalidCursor', field: 'cursor' }
    expect(answer.refusal).toEqual(invalid)
    const path = { dimensionId: first.body.data[0]?.id ?? '' }
    expect((await own.books.api.call('listTagValues', { path, query: { cursor } })).refusal).toEqual(invalid)
  })
})

describe('changing a dimension', () => {
  test('renames it everywhere, and clears what is null', async () => {
    const entry = await books.posted(sale(5, undefined, { tags: [{ key: 'before', value: 'x' }] }))
    const id = entry.transaction_tags[0]?.dimension_id ?? ''
    const { data } = (await tags.update(id, { key: 'after', display_name: 'After', user_visible: true })).body
    expect(data).toMatchObject({ key: 'after', display_name: 'After', user_visible: true })
    expect(data.defined_values).toMatchObject([{ key: 'after', value: 'x' }])
    expect(await tags.of(entry.id)).toEqual([['after=x'], [['after=x'], ['after=x']]])
    expect((await books.entries({ tag_key: 'after', tag_values: ['x'] })).data).toHaveLength(1)
    expect((await books.entries({ tag_key: 'before', tag_values: ['x'] })).data).toHaveLength(0)
    expect((await tags.update(id, { display_name: null })).body.data.display_name).toBeNull()
    expect((await tags.update(id, {})).body.data).toMatchObject({ key: 'after', user_visible: true })
  })

  test('to a key that another one has is refused', async () => {
    await tags.dimension('mine')
    const { id } = await tags.dimension('yours')
    expect((await tags.update(id, { key: 'mine' })).refusal).toEqual({
      status: 409,
      error_enum: 'DuplicateTagKey',
      field: 'key',
    })
    expect((await tags.update(id, { key: 'yours' })).status).toBe(200)
  })

  test.each([
    ['null as its key', { key: null }, 'InvalidPayload', 'key'],
    ['no such strictness', { strictness: 'STRICT' }, 'InvalidPayload', 'strictness'],
    ['a misspelt field', { visible: true }, 'UnknownField', 'visible'],
  ])('with %s is refused', async (_what, body, error_enum, field) => {
    expect((await tags.update(plain, body)).refusal).toEqual({ status: 400, error_enum, field })
  })

  test('that is unknown or deleted is 404', async () => {
    const { id } = await tags.dimension('short-lived')
    expect((await tags.delete(id)).body.data.deleted_at).toEqual(expect.any(String))
    const missing = { status: 404, error_enum: 'TagDimensionNotFound', field: 'dimensionId' }
    for (const unknown of [NOBODY, id]) {
      expect((await tags.update(unknown, { key: 'x' })).refusal).toEqual(missing)
      expect((await tags.createValue(unknown, { value: 'x' })).refusal).toEqual(missing)
    }
    expect((await tags.delete(NOBODY)).refusal).toEqual(missing)
  })
})

describe('deleting a dimension', () => {
  test('frees its key, keeps it readable, and can be repeated', async () => {
    const { id } = await tags.dimension('reused', { defined_values: [{ value: 'x' }] })
    const deleted = (await tags.delete(id)).body.data
    expect((await tags.delete(id)).body.data).toEqual(deleted)
    expect(await tags.read(id)).toEqual(deleted)
    const value = deleted.defined_values[0]?.id ?? ''
    expect((await tags.updateValue(value, { value: 'y' })).refusal).toMatchObject({ error_enum: 'TagValueNotFound' })
    expect((await tags.dimension('reused')).id).not.toBe(id)
    const entry = await books.posted(sale(1, undefined, { tags: [{ key: 'reused', value: 'x' }] }))
    expect(entry.transaction_tags[0]?.dimension_id).not.toBe(id)
  })

  test('is refused while an entry or a line carries it, reversed or not', async () => {
    const line_items = [debit('CASH', 5, { tags: [{ key: 'used', value: 'x' }] }), credit('SALES', 5)]
    const entry = await books.posted(sale(5, undefined, { line_items }))
    const id = entry.line_items[0]?.transaction_tags[0]?.dimension_id ?? ''
    const inUse = { status: 422, error_enum: 'TagDimensionInUse', field: 'dimensionId' }
    expect((await tags.delete(id)).refusal).toEqual(inUse)
    await books.reverse(entry.id)
    expect((await tags.delete(id)).refusal).toEqual(inUse)
    await tags.remove('LINE_ITEM', [entry.line_items[0]?.id ?? ''], { key: 'used', value: 'x' })
    expect((await tags.delete(id)).status).toBe(200)
  })
})

describe('a value', () => {
  test('is new once, and then stays as it is', async () => {
    const { id } = await tags.dimension('with values')
    const first = await tags.createValue(id, { value: 'x', display_name: 'X' })
    expect([first.status, first.body.data]).toMatchObject([
      201,
      { type: 'TagValue', key: 'with values', value: 'x', display_name: 'X', archived_at: null, dimension_id: id },
    ])
    const again = await tags.createValue(id, { value: 'x', display_name: 'Other', is_archived: true })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await tags.createValue(id, { value: 'y', is_archived: true })).body.data.archived_at).not.toBeNull()
  })

  test.each([
    ['nothing', {}, 'InvalidPayload', 'value'],
    ['an empty text', { value: '' }, 'InvalidPayload', 'value'],
    ['a number', { value: 5 }, 'InvalidPayload', 'value'],
    ['a misspelt field', { value: 'x', archived: true }, 'UnknownField', 'archived'],
  ])('of %s is refused', async (_what, body, error_enum, field) => {
    expect((await tags.createValue(plain, body)).refusal).toEqual({ status: 400, error_enum, field })
  })

  test('is renamed on everything that carries it, unless the name is taken', async () => {
    const key_values = [{ key: 'region', value: 'norht' }]
    const entry = await books.posted(sale(5, undefined, { tags: key_values }))
    const { definition_id = '', dimension_id = '' } = entry.transaction_tags[0] ?? {}
    await tags.createValue(dimension_id, { value: 'south' })
    expect((await tags.updateValue(definition_id, { value: 'south' })).refusal).toEqual({
      status: 409,
      error_enum: 'DuplicateTagValue',
      field: 'value',
    })
    const renamed = await tags.updateValue(definition_id, { value: 'north', display_name: 'North' })
    expect(renamed.body.data).toMatchObject({ id: definition_id, value: 'north', display_name: 'North' })
    expect(await tags.of(entry.id)).toEqual([['region=north'], [['region=north'], ['region=north']]])
    expect((await tags.updateValue(definition_id, { display_name: null })).body.data.display_name).toBeNull()
    expect((await tags.updateValue(NOBODY, { value: 'x' })).refusal).toEqual({
      status: 404,
      error_enum: 'TagValueNotFound',
      field: 'definitionId',
    })
  })

  test('is archived, applied no more, and made active again', async () => {
    const entry = await books.posted(sale(5, undefined, { tags: [{ key: 'season', value: 'spring' }] }))
    const { definition_id = '', dimension_id: dimensionId = '' } = entry.transaction_tags[0] ?? {}
    const first = await tags.updateValue(definition_id, { is_archived: true })
    const { archived_at } = (await tags.updateValue(definition_id, { is_archived: true })).body.data
    expect(archived_at).toBe(first.body.data.archived_at)
    expect((await books.entry(entry.id)).transaction_tags[0]?.archived_at).toBe(archived_at)
    const [{ id } = { id: '' }] = await books.allPosted([sale(1)])
    const spring = { key: 'season', value: 'spring' }
    const archived = { status: 422, error_enum: 'TagValueArchived' }
    expect((await books.post(sale(1, undefined, { tags: [spring] }))).refusal).toMatchObject(archived)
    expect((await books.postAll([sale(1, undefined, { tags: [spring] })])).refusal).toMatchObject(archived)
    expect((await tags.apply('JOURNAL_ENTRY', [id], spring)).refusal).toMatchObject(archived)
    expect((await tags.apply('JOURNAL_ENTRY', [entry.id], spring)).status).toBe(200)
    const listed = async (query: Record<string, boolean | string> = {}) =>
      (await books.api.call('listTagValues', { path: { dimensionId }, query })).body.data.map(({ value }) => value)
    expect(await listed()).toEqual([])
    expect(await listed({ include_archived: true })).toEqual(['spring'])
    expect((await tags.updateValue(definition_id, { is_archived: false })).body.data.archived_at).toBeNull()
    expect(await listed({ value: 'spring' })).toEqual(['spring'])
    expect(await listed({ value: 'autumn' })).toEqual([])
    await tags.apply('JOURNAL_ENTRY', [id], spring)
  })
})
