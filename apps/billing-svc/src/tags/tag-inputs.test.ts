import { DomainError, Problems } from '@pacioli/errors'
import { RetryDecision, LedgerPrefetch, Books, type AskedTag } from '@pacioli/postings'
import type { TagDefinition } from '@pacioli/ledger-facts'
import { expect, test } from 'vitest'
import {
  prefetchStoredTags,
  prefetchTags,
  lineItemTagsFrom,
  postingTags,
  sameTags,
  tagsFrom,
  withTags,
  type Making,
} from './tag-inputs.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')

const asked = (key: string, value: string, strictness = 'NON_BALANCING'): AskedTag => ({
  definitionId: `${key}=${value}`,
  dimensionId: key,
  key,
  value,
  dimensionDisplayName: null,
  valueDisplayName: null,
  strictness,
})

const TAGS = [asked('team', 'Field'), asked('team', 'Shop'), asked('fund', 'A', 'BALANCING'), asked('place', 'Here')]

const books = new Books({
  epoch: 1,
  closedThrough: null,
  businessArchivedAt: null,
  accounts: new Map(),
  tags: new Map(TAGS.map((tag) => [JSON.stringify([tag.key, tag.value]), tag])),
  matching: { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false },
})

const making = (): Making => {
  let made = 0
  return { newId: () => `tag-${++made}`, now: NOW }
}

const input = (key: string, value: string) => ({ key, value })

const refusalsOf = (act: () => unknown): unknown[] => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return []
}

const definition = (tag: AskedTag, archivedAt: Date | null = null): TagDefinition => ({ ...tag, archivedAt })

test('named tags of any dimension are resolved; one named twice counts once', () => {
  const tags = tagsFrom([input('team', 'Field'), input('fund', 'A'), input('team', 'Field')], books, making(), 'tags')
  expect(tags).toEqual([
    { id: 'tag-1', dimensionId: 'team', definitionId: 'team=Field', createdAt: NOW },
    { id: 'tag-2', dimensionId: 'fund', definitionId: 'fund=A', createdAt: NOW },
  ])
})

test('existing tags keep id and time', () => {
  const existing = [{ id: 'old', dimensionId: 'team', definitionId: 'team=Field', createdAt: new Date(0) }]
  const tags = tagsFrom([input('place', 'Here'), input('team', 'Field')], books, { ...making(), existing }, 'tags')
  expect(tags.map(({ id }) => id)).toEqual(['tag-1', 'old'])
  expect(tagsFrom([input('team', 'Shop')], books, { ...making(), existing }, 'tags')[0]?.id).toBe('tag-1')
})

test('two values of a dimension are refused, each by its field', () => {
  const rivals = [input('team', 'Field'), input('team', 'Shop'), input('place', 'Here')]
  expect(refusalsOf(() => tagsFrom(rivals, books, making(), '3.tags'))).toEqual([['DuplicateTagDimension', '3.tags.1']])
})

test('a line item takes no tags of a BALANCING dimension', () => {
  const inputs = [input('team', 'Field'), input('fund', 'A')]
  expect(refusalsOf(() => lineItemTagsFrom(inputs, books, making(), 'line_items.0.tags'))).toEqual([
    ['BalancingTagViolation', 'line_items.0.tags.1'],
  ])
  expect(lineItemTagsFrom(inputs.slice(0, 1), books, making(), 'line_items.0.tags')).toHaveLength(1)
})

test('a tag that was not queried causes a retry', () => {
  expect(() => tagsFrom([input('team', 'New')], books, making(), 'tags')).toThrow(RetryDecision)
})

test('added tags leave existing ones, and more than fifty are refused', () => {
  const carried = tagsFrom([input('team', 'Field')], books, making(), 'tags')
  const desired = [asked('team', 'Field'), asked('place', 'Here')].map((tag, index) => ({ tag, field: `${index}` }))
  const problems = new Problems()
  const tags = withTags(carried, desired, making(), problems)
  expect(tags[0]).toBe(carried[0])
  expect(tags.map(({ definitionId }) => definitionId)).toEqual(['team=Field', 'place=Here'])
  const many = Array.from({ length: 51 }, (_, index) => ({ tag: asked(`key ${index}`, 'v'), field: `k.${index}` }))
  expect(withTags([], many.slice(0, 50), making(), problems)).toHaveLength(50)
  problems.throwIfAny()
  withTags([], many, making(), problems)
  expect(refusalsOf(() => problems.throwIfAny())).toEqual([['PayloadTooLarge', 'k.50']])
})

test('the existing value is reported by its name', () => {
  const problems = new Problems()
  const carried = [{ id: 'old', dimensionId: 'team', definitionId: 'team=Gone', createdAt: NOW }]
  const desired = [{ tag: asked('team', 'Field'), field: 'key_values.0' }]
  withTags(carried, desired, { ...making(), nameOf: (id) => `the value ${id}` }, problems)
  expect(() => problems.throwIfAny()).toThrow('team is the value team=Gone here already')
})

test('requested tags are queried by name, existing ones by id, and archived ones not at all', () => {
  const asking = new LedgerPrefetch()
  prefetchTags(asking, [input('team', 'Field')], 'tags')
  const [field, shop, fund] = TAGS as [AskedTag, AskedTag, AskedTag]
  const known = new Map([
    [shop.definitionId, definition(shop)],
    [fund.definitionId, definition(fund, NOW)],
  ])
  prefetchStoredTags(asking, [shop, fund, field], known, 'billId')
  expect(asking.question().tags).toEqual([
    { input: expect.objectContaining({ key: 'team', value: 'Field' }), field: 'tags.0' },
    { input: { key: 'team', value: 'Shop', definition_id: 'team=Shop' }, field: 'billId' },
    { input: { key: 'team=Field', value: 'team=Field', definition_id: 'team=Field' }, field: 'billId' },
  ])
})

test('a tag is posted as the ledger answered it; an archived one is refused by name, an unknown one causes a retry', () => {
  const archived = definition(asked('place', 'Gone'), NOW)
  const active = definition(asked('place', 'There'))
  const tagOf = postingTags(books, new Map([archived, active].map((one) => [one.definitionId, one])))
  expect(tagOf({ dimensionId: 'team', definitionId: 'team=Field' })).toMatchObject({ key: 'team', value: 'Field' })
  expect(refusalsOf(() => tagOf(archived))).toEqual([['TagValueArchived', undefined]])
  const there = { input: { key: 'place', value: 'There', definition_id: active.definitionId } }
  const unknown = { input: { key: 'x', value: 'x', definition_id: 'x' } }
  for (const [tag, missed] of [
    [active, [there]],
    [{ dimensionId: 'x', definitionId: 'x' }, [unknown, there]],
  ] as const)
    expect(() => tagOf(tag)).toThrow(expect.objectContaining({ name: 'RetryDecision', missed: { tags: missed } }))
})

test('lists of tags are the same whatever their order', () => {
  const [field, shop, fund] = TAGS as [AskedTag, AskedTag, AskedTag]
  expect(sameTags([field, fund], [fund, field])).toBe(true)
  expect(sameTags([field, fund], [fund])).toBe(false)
  expect(sameTags([field, fund], [fund, shop])).toBe(false)
  expect(sameTags([], [])).toBe(true)
})
