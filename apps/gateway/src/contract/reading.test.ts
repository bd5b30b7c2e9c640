import { DomainError } from '@pacioli/errors'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fixture } from '../testing/fixture.test-helpers.ts'
import type { Fields } from './reading.ts'

const ID = '0B9C2D4E-6F1A-4B3C-8D5E-7F9A1B2C3D4E'
const id = ID.toLowerCase()

const readingOf = (operation: string) => {
  const { read } = fixture.ready(fixture.contract.operation(operation))
  return (parts: { params?: Record<string, string>; query?: Fields; body?: unknown }): Fields =>
    read({ params: {}, query: {}, body: undefined, ...parts })
}

/** The name and the field of a refusal. */
function refusal(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
    throw error
  }
}

describe('a body', () => {
  const create = readingOf('createLoom')
  const loom = { name: 'Jacquard', state: 'STILL' }

  test('is passed on unchanged where nothing needs conversion', () => {
    expect(create({ body: { ...loom, weight: 7, tags: [{ key: 'k', value: 'v' }] } })).toEqual({
      ...loom,
      weight: 7,
      tags: [{ key: 'k', value: 'v' }],
    })
  })

  test('has ids in lower case, quantities and metadata as text, files as bytes', () => {
    const threads = [{ colour: 'red', length: 2.5, vendor_id: ID }]
    const pattern = Buffer.from('warp').toString('base64')
    expect(create({ body: { ...loom, threads, pattern, metadata: { given: 1 } } })).toMatchObject({
      threads: [{ colour: 'red', length: '2.5', vendor_id: id }],
      pattern: Buffer.from('warp'),
      metadata: '{"given":1}',
    })
  })

  test.each([
    [ID, { type: 'AccountId', id }],
    ['COGS', { type: 'StableName', stable_name: 'COGS' }],
    ['Exclusion', { type: 'Exclusion' }],
    [
      { type: 'AccountId', id: ID },
      { type: 'AccountId', id },
    ],
  ])('names a category by %j', (category, read) => {
    expect(create({ body: { ...loom, category } })['category']).toEqual(read)
  })

  test('takes another name of a field, but not two with different values', () => {
    expect(create({ body: { title: 'Jacquard', state: 'STILL' } })).toEqual(loom)
    expect(create({ body: { ...loom, title: 'Jacquard' } })).toEqual(loom)
    expect(create({ body: { ...loom, title: null } })).toEqual(loom)
    expect(refusal(() => create({ body: { ...loom, title: 'Other' } }))).toEqual(['InvalidPayload', 'title'])
  })

  test('brings 10,000 items and tags, and not one more', () => {
    const threads = (count: number) => Array(count).fill({ colour: 'red' })
    expect(create({ body: { ...loom, threads: threads(10_000) } })['threads']).toHaveLength(10_000)
    expect(refusal(() => create({ body: { ...loom, threads: threads(10_001) } }))).toEqual([
      'PayloadTooLarge',
      'threads',
    ])
  })

  test('that is a bare list becomes the field that it is', () => {
    expect(readingOf('createLooms')({ body: [loom, { ...loom, category: 'COGS' }] })).toEqual({
      looms: [loom, { ...loom, category: { type: 'StableName', stable_name: 'COGS' } }],
    })
  })
})

describe('a change', () => {
  const change = (body: Fields): Fields => {
    const { loom_id, ...read } = readingOf('updateLoom')({ params: { loomId: id }, body })
    expect(loom_id).toBe(id)
    return read
  }

  test('names the fields that null clears', () => {
    expect(change({ weight: null, name: 'x' })).toMatchObject({ name: 'x', cleared: ['weight'] })
    expect(change({})).toEqual({ cleared: [] })
  })

  test('has an empty list for null where a list replaces another one', () => {
    expect(change({ threads: null })).toMatchObject({ threads: { items: [] }, cleared: [] })
    expect(change({ threads: [{ colour: 'red', length: 1 }] })).toMatchObject({
      threads: { items: [{ colour: 'red', length: '1' }] },
    })
  })

  test('says whether a list was given, null included', () => {
    expect(change({ places: ['hall'] })).toMatchObject({ places: ['hall'], replaces_places: true, cleared: [] })
    expect(change({ places: null })).toMatchObject({ replaces_places: true, cleared: [] })
    expect(change({})).not.toHaveProperty('replaces_places')
  })

  test('clears what goes by two names by either, unless the other names something', () => {
    for (const body of [
      { weaver_id: null },
      { weaver_external_id: null },
      { weaver_id: null, weaver_external_id: null },
    ])
      expect(change(body)['cleared']).toEqual(['weaver_id'])
    expect(change({ weaver_id: null, weaver_external_id: 'w' })['cleared']).toEqual([])
    expect(change({ weaver_id: ID, weaver_external_id: null })['cleared']).toEqual([])
  })

  test('is one operation by two paths', () => {
    const { operations } = fixture.contract
    const bound = operations.filter(({ firstId }) => firstId === 'updateLoom')
    expect(bound.map(({ id: name, http, isDeprecated }) => [name, http.method, isDeprecated])).toEqual([
      ['updateLoom', 'POST', true],
      ['updateLoomByPatch', 'PATCH', false],
    ])
  })

  test('of what is no id is refused as one of nothing', () => {
    const params = { loomId: 'none' }
    expect(refusal(() => readingOf('updateLoom')({ params, body: {} }))).toEqual(['VendorNotFound', 'loomId'])
  })
})

describe('a query', () => {
  const list = (query: Fields): Fields => readingOf('listLooms')({ query })
  const page = { cursor: undefined, limit: undefined, sort_by: undefined, sort_order: undefined }

  test('has a page of its own', () => {
    expect(list({ limit: 5, sort_by: 'weight' })).toEqual({ page: { ...page, limit: 5, sort_by: 'weight' } })
  })

  test('has lists by commas, with the parameter that takes one value', () => {
    expect(list({ state: 'STILL', states: 'WEAVING,STILL' })['states']).toEqual(['STILL', 'WEAVING', 'STILL'])
    const other = randomUUID()
    expect(list({ weaver_ids: `${ID},${other}` })['weaver_ids']).toEqual([id, other])
    expect(refusal(() => list({ states: 'BROKEN' }))).toEqual(['InvalidQuery', 'states'])
    expect(refusal(() => list({ weaver_ids: 'x' }))).toEqual(['InvalidQuery', 'weaver_ids'])
    expect(refusal(() => list({ states: ',' }))).toEqual(['InvalidQuery', 'states'])
    const many = (count: number) => Array.from({ length: count }, () => randomUUID()).join()
    expect(list({ weaver_ids: many(100) })['weaver_ids']).toHaveLength(100)
    expect(refusal(() => list({ weaver_ids: many(101) }))).toEqual(['InvalidQuery', 'weaver_ids'])
  })

  test('has words that mean others inside, and other names of parameters', () => {
    expect(list({ way: 'DOWN', weight_min: 3 })).toMatchObject({ way: 'WEFT', min_weight: 3 })
    expect(refusal(() => list({ min_weight: 1, weight_min: 2 }))).toEqual(['InvalidQuery', 'weight_min'])
  })

  test('has a key of tags with values or neither', () => {
    expect(list({ tag_key: 'k', tag_values: ['v'] })).toMatchObject({ tag_key: 'k', tag_values: ['v'] })
    expect(refusal(() => list({ tag_key: 'k' }))).toEqual(['MissingTagValues', 'tag_values'])
  })
})
