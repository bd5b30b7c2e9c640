/** Tags on what is posted: put on, taken off, found again. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, sale, shown, Tagging, target, type Books, type Entry, type TestClient } from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books
let tags: Tagging

beforeAll(async () => {
  client = await newClient(target(), 'tagged-entries')
  books = await client.books()
  tags = new Tagging(books)
})

describe('tags applied to entities', () => {
  const site = { key: 'site', value: 'north' }
  let entry: Entry
  let lineIds: string[]

  const fresh = async (): Promise<void> => {
    entry = await books.posted(sale(5))
    lineIds = entry.line_items.map(({ id }) => id)
  }

  test('are on entries and all of their lines, on lines alone, and answered in the order asked', async () => {
    const [one, two] = await books.allPosted([sale(5), sale(6)])
    const ids = [two?.id ?? '', one?.id ?? '']
    const named = { ...site, dimension_display_name: 'Site', value_display_name: 'North' }
    const { data } = (await tags.apply('JOURNAL_ENTRY', ids, named, { key: 'team', value: 'blue' })).body
    expect(data.map(({ entity_type, entity_id }) => [entity_type, entity_id])).toEqual(
      ids.map((id) => ['JOURNAL_ENTRY', id]),
    )
    for (const { entity_id, transaction_tags } of data) {
      expect(shown(transaction_tags)).toEqual(['site=north', 'team=blue'])
      expect(transaction_tags[0]).toMatchObject({ dimension_display_name: 'Site', value_display_name: 'North' })
      const all = shown(transaction_tags)
      expect(await tags.of(entity_id)).toEqual([all, [all, all]])
    }
    await fresh()
    const answer = await tags.apply('LINE_ITEM', [lineIds[1] ?? ''], site)
    expect(shown(answer.body.data[0]?.transaction_tags ?? [])).toEqual(['site=north'])
    expect(await tags.of(entry.id)).toEqual([[], [[], ['site=north']]])
  })

  test('are on an entry and its reversal alike, whichever is named, before and after', async () => {
    await fresh()
    await tags.apply('LINE_ITEM', [lineIds[0] ?? ''], site)
    const reversal = (await books.reverse(entry.id)).body.data
    expect(await tags.of(reversal.id)).toEqual([[], [['site=north'], []]])
    await tags.apply('JOURNAL_ENTRY', [reversal.id], { key: 'team', value: 'blue' })
    expect(await tags.of(entry.id)).toEqual([['team=blue'], [['site=north', 'team=blue'], ['team=blue']]])
    await tags.remove('LINE_ITEM', [lineIds[0] ?? ''], site)
    expect(await tags.of(reversal.id)).toEqual(await tags.of(entry.id))
  })

  test('are removed, and removing what is not there is fine', async () => {
    await fresh()
    await tags.apply('JOURNAL_ENTRY', [entry.id], site)
    for (const _twice of [1, 2]) {
      const { data } = (await tags.remove('JOURNAL_ENTRY', [entry.id], site, { key: 'no', value: 'such' })).body
      expect(data).toEqual([{ entity_type: 'JOURNAL_ENTRY', entity_id: entry.id, transaction_tags: [] }])
    }
    expect(await tags.of(entry.id)).toEqual([[], [[], []]])
  })

  test('are found by the filters of entries, lines and balances', async () => {
    const own = new Tagging(await client.books())
    const [one, two] = await own.books.allPosted([sale(5), sale(7), sale(11)])
    await own.apply('JOURNAL_ENTRY', [one?.id ?? '', two?.id ?? ''], site)
    const query = { tag_key: 'site', tag_values: ['north', 'nowhere'] }
    expect((await own.books.allEntries(query)).map(({ id }) => id)).toEqual([one?.id, two?.id])
    expect((await own.books.allLines('CASH', query)).map(({ amount }) => amount)).toEqual([5, 7])
    expect(await own.books.balances(query)).toEqual({ CASH: 12, SALES: 12 })
    await own.remove('JOURNAL_ENTRY', [one?.id ?? ''], site)
    expect((await own.books.allEntries(query)).map(({ id }) => id)).toEqual([two?.id])
    expect((await own.books.allLines('CASH', query)).map(({ amount }) => amount)).toEqual([7])
    expect(await own.books.balances(query)).toEqual({ CASH: 7, SALES: 7 })
  })

  test('are all or nothing', async () => {
    await fresh()
    const before = await books.snapshot()
    const answer = await tags.apply('JOURNAL_ENTRY', [entry.id, NOBODY], { key: 'never made', value: 'x' })
    expect(answer.refusal).toEqual({ status: 404, error_enum: 'EntityNotFound', field: 'entity_ids.1' })
    expect(await tags.of(entry.id)).toEqual([[], [[], []]])
    const found = await books.api.call('listTagDimensions', { query: { key: 'never made' } })
    expect([found.body.data, await books.snapshot()]).toEqual([[], before])
  })

  describe('are refused', () => {
    const good = () => ({ entity_type: 'JOURNAL_ENTRY', entity_ids: [entry.id], key_values: [site] })
    const cases: [string, () => unknown, [status: number, error_enum: string, field: string]][] = [
      ['without entities', () => ({ ...good(), entity_ids: [] }), [400, 'InvalidPayload', 'entity_ids']],
      [
        'on too many entities',
        () => ({ ...good(), entity_ids: new Array<string>(501).fill(NOBODY) }),
        [400, 'InvalidPayload', 'entity_ids'],
      ],
      ['on what is no id', () => ({ ...good(), entity_ids: ['x'] }), [400, 'InvalidPayload', 'entity_ids.0']],
      ['on no such kind', () => ({ ...good(), entity_type: 'ACCOUNT' }), [400, 'InvalidPayload', 'entity_type']],
      ['without tags', () => ({ ...good(), key_values: [] }), [400, 'InvalidPayload', 'key_values']],
      [
        'of too many tags',
        () => ({ ...good(), key_values: Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: 'x' })) }),
        [400, 'InvalidPayload', 'key_values'],
      ],
      [
        'without a value',
        () => ({ ...good(), key_values: [{ key: 'site' }] }),
        [400, 'InvalidPayload', 'key_values.0.value'],
      ],
      ['with a misspelt field', () => ({ ...good(), tags: [] }), [400, 'UnknownField', 'tags']],
      [
        'on a line that is an entry',
        () => ({ ...good(), entity_type: 'LINE_ITEM' }),
        [404, 'EntityNotFound', 'entity_ids.0'],
      ],
      [
        'on an entry that is a line',
        () => ({ ...good(), entity_ids: lineIds }),
        [404, 'EntityNotFound', 'entity_ids.0'],
      ],
      [
        'as two values of a dimension',
        () => ({ ...good(), key_values: [site, { key: 'site', value: 'south' }] }),
        [422, 'DuplicateTagDimension', 'key_values.1'],
      ],
    ]

    beforeAll(fresh)

    test.each(cases)('%s', async (_what, body, [status, error_enum, field]) => {
      for (const operationId of ['applyTags', 'removeTags'] as const) {
        // Neither of two values is there to be removed.
        if (operationId === 'removeTags' && error_enum === 'DuplicateTagDimension') continue
        const answer = await books.api.call(operationId, { body: body() })
        expect([operationId, answer.refusal]).toEqual([operationId, { status, error_enum, field }])
      }
    })

    test('beside another value of the dimension', async () => {
      expect(await tags.of(entry.id)).toEqual([[], [[], []]])
      await tags.apply('LINE_ITEM', [lineIds[0] ?? ''], site)
      const answer = await tags.apply('JOURNAL_ENTRY', [entry.id], { key: 'site', value: 'south' })
      expect(answer.refusal).toEqual({ status: 422, error_enum: 'DuplicateTagDimension', field: 'entity_ids.0' })
    })

    test('from a line that has them of its entry', async () => {
      await fresh()
      await tags.apply('JOURNAL_ENTRY', [entry.id], site)
      const answer = await tags.remove('LINE_ITEM', lineIds, site)
      expect(answer.refusal).toEqual({ status: 422, error_enum: 'TagInherited', field: 'entity_ids.0' })
    })

    test('in a closed period, coming and going, and on a reversal of what is in it', async () => {
      const own = new Tagging(await client.books())
      const old = await own.books.posted(sale(5, '2025-06-01T00:00:00Z', { tags: [site] }))
      await own.books.api.call('updateAccountingConfiguration', { body: { closing_date: '2025-12-31' } })
      const closed = { status: 422, error_enum: 'PeriodClosed', field: 'entity_ids.0' }
      const team = { key: 'team', value: 'blue' }
      expect((await own.apply('JOURNAL_ENTRY', [old.id], team)).refusal).toEqual(closed)
      expect((await own.remove('JOURNAL_ENTRY', [old.id], site)).refusal).toEqual(closed)
      const reversal = (await own.books.reverse(old.id)).body.data
      expect((await own.apply('JOURNAL_ENTRY', [reversal.id], team)).refusal).toEqual(closed)
      expect((await own.apply('JOURNAL_ENTRY', [old.id], site)).status).toBe(200)
    })

    test('on the entries of a closing, coming and going', async () => {
      const own = new Tagging(await client.books({ activation_at: '2025-01-01T00:00:00Z' }))
      await own.dimension('fund', { strictness: 'BALANCING' })
      const fund = { key: 'fund', value: 'a' }
      await own.books.posted(sale(5, '2025-06-01T00:00:00Z', { tags: [fund] }))
      const closing = await own.books.api.call('closeRetainedEarnings', { body: { year: 2025 } })
      const id = closing.body.data[0]?.primary_entry.id ?? ''
      const owned = { status: 422, error_enum: 'EntryOwned', field: 'entity_ids.0' }
      expect((await own.apply('JOURNAL_ENTRY', [id], site)).refusal).toEqual(owned)
      expect((await own.remove('JOURNAL_ENTRY', [id], fund)).refusal).toEqual(owned)
      expect(await own.of(id)).toEqual([['fund=a'], [['fund=a'], ['fund=a']]])
    })

    test('by an archived business, as all that defines them is', async () => {
      const own = new Tagging(await client.books())
      const { id } = await own.books.posted(sale(5, undefined, { tags: [site] }))
      const { dimension_id, definition_id } = (await own.books.entry(id)).transaction_tags[0] ?? {}
      await own.books.api.call('archiveBusiness')
      for (const answer of [
        await own.apply('JOURNAL_ENTRY', [id], site),
        await own.remove('JOURNAL_ENTRY', [id], site),
        await own.create({ key: 'late' }),
        await own.update(dimension_id ?? '', { key: 'late' }),
        await own.delete(dimension_id ?? ''),
        await own.createValue(dimension_id ?? '', { value: 'late' }),
        await own.updateValue(definition_id ?? '', { value: 'late' }),
      ])
        expect([answer.operationId, answer.refusal]).toMatchObject([
          answer.operationId,
          { status: 422, error_enum: 'BusinessArchived' },
        ])
      expect((await own.read(dimension_id ?? '')).key).toBe('site')
    })
  })
})
