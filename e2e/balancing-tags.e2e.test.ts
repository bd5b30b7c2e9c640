/** Under a BALANCING dimension every entry balances for each value, on every way into the journal. */
import { DomainError } from '@pacioli/errors'
import { sharedStack } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callFor,
  credit,
  debit,
  ledgerRpc,
  newClient,
  sale,
  Tagging,
  target,
  type Books,
  type EntryInput,
  type TestClient,
} from './src/index.ts'

const rpc = ledgerRpc(sharedStack().ledgerGrpc)
let client: TestClient
let books: Books
let tags: Tagging

beforeAll(async () => {
  client = await newClient(target(), 'balancing-tags')
  books = await client.books()
  tags = new Tagging(books)
  await tags.dimension('fund', { strictness: 'BALANCING' })
})
afterAll(() => rpc.close())

const on = (value: string, key = 'fund') => ({ tags: [{ key, value }] })
const withLines = (...line_items: EntryInput['line_items']): EntryInput => ({ ...sale(1), line_items })
const lopsided = (key = 'fund') =>
  withLines(debit('CASH', 100, on('a', key)), credit('SALES', 60, on('a', key)), credit('SALES', 40, on('b', key)))

describe('an entry', () => {
  test.each([
    ['with all of its lines under one value', withLines(debit('CASH', 5, on('a')), credit('SALES', 5, on('a')))],
    ['with the tag of the entry itself', { ...sale(5), ...on('a') }],
    [
      'with two values that each balance, and lines under none',
      withLines(
        debit('CASH', 5, on('a')),
        credit('SALES', 5, on('a')),
        debit('CASH', 7, on('b')),
        credit('SALES', 7, on('b')),
        ...sale(3).line_items,
      ),
    ],
  ])('%s is posted', async (_what, input) => {
    const entry = await books.posted(input)
    expect((await books.reverse(entry.id)).status).toBe(201)
  })

  test('that does not balance by its values is refused with the values and their differences', async () => {
    const before = await books.snapshot()
    const answer = await books.post(lopsided())
    expect(answer.refusal).toEqual({ status: 422, error_enum: 'BalancingTagViolation', field: 'line_items' })
    expect(answer.error.description).toContain('fund')
    expect(answer.error.meta).toMatchObject({
      dimension: 'fund',
      differences: [
        { value: 'a', difference: 40 },
        { value: 'b', difference: -40 },
      ],
    })
    expect(await books.snapshot()).toEqual(before)
  })

  test('that does not balance by hundreds of values is refused with some of them', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => debit('CASH', 1, on(`${index}`.padEnd(255, '漢'))))
    const answer = await books.post(withLines(...lines, credit('SALES', 500)))
    expect(answer.refusal).toEqual({ status: 422, error_enum: 'BalancingTagViolation', field: 'line_items' })
    expect(answer.error.meta).toHaveProperty('differences.length', 10)
  })

  test('that does not is named by its index in a bulk request, of which nothing is posted', async () => {
    const before = await books.snapshot()
    const answer = await books.postAll([sale(1), lopsided(), sale(1), lopsided()])
    expect(answer.problems).toEqual([
      ['BalancingTagViolation', '1.line_items'],
      ['BalancingTagViolation', '3.line_items'],
    ])
    expect(await books.snapshot()).toEqual(before)
  })

  test('that does not is refused from other services too', async () => {
    const { message } = await rpc.postings.AskBooks({ account_identifiers: [], tags: [] }, callFor(books))
    const posting = {
      posting_key: 'bill:1:received:1',
      source_type: 'bill',
      source_id: '1',
      entry_type: 'MANUAL',
      basis: 'BOTH',
      agent: 'API',
      entry_at: lopsided().entry_at,
      line_items: lopsided().line_items,
    }
    const posted = rpc.postings.PostEntries({ books_epoch: message.books_epoch, postings: [posting] }, callFor(books))
    const error = await posted.then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    expect(error).toBeInstanceOf(DomainError)
    expect((error as DomainError).errorEnum).toBe('BalancingTagViolation')
  })

  test('is free under a NON_BALANCING dimension', async () => {
    await tags.dimension('free')
    expect((await books.post(lopsided('free'))).status).toBe(201)
  })
})

describe('tags that come and go later', () => {
  const [a, field] = [{ key: 'fund', value: 'a' }, 'entity_ids.0']
  const violation = { status: 422, error_enum: 'BalancingTagViolation', field }

  test('are put on lines that balance, not on one alone', async () => {
    const { id, line_items } = await books.posted(sale(5))
    const ids = line_items.map((line) => line.id)
    expect((await tags.apply('LINE_ITEM', ids.slice(0, 1), a)).refusal).toEqual(violation)
    expect((await tags.apply('LINE_ITEM', ids, a)).status).toBe(200)
    expect(await tags.of(id)).toEqual([[], [['fund=a'], ['fund=a']]])
    const answer = await tags.remove('LINE_ITEM', ids.slice(1), a)
    expect([answer.refusal, answer.error.meta]).toMatchObject([
      violation,
      { dimension: 'fund', differences: [{ value: 'a', difference: 5 }] },
    ])
    expect((await tags.remove('LINE_ITEM', ids, a)).status).toBe(200)
  })

  test('are on whole entries without more ado', async () => {
    const { id } = await books.posted(sale(5))
    expect((await tags.apply('JOURNAL_ENTRY', [id], a)).status).toBe(200)
    expect((await tags.remove('JOURNAL_ENTRY', [id], a)).status).toBe(200)
  })
})

describe('a dimension', () => {
  test('becomes BALANCING once every entry balances by it, and names those that do not', async () => {
    const { id } = await tags.dimension('grant')
    const entries = await books.allPosted(Array.from({ length: 12 }, () => lopsided('grant')))
    const refused = await tags.update(id, { strictness: 'BALANCING' })
    expect(refused.refusal).toEqual({ status: 422, error_enum: 'BalancingTagViolation', field: 'strictness' })
    const named = refused.error.meta['entry_ids'] as string[]
    expect(named).toHaveLength(10)
    for (const entryId of named) expect(entries.map((entry) => entry.id)).toContain(entryId)

    for (const [value, part] of [
      ['a', [0, 1]],
      ['b', [2]],
    ] as const) {
      const lines = entries.flatMap(({ line_items }) => part.map((position) => line_items[position]?.id ?? ''))
      await tags.remove('LINE_ITEM', lines, { key: 'grant', value })
    }
    expect((await tags.update(id, { strictness: 'BALANCING' })).body.data.strictness).toBe('BALANCING')
    expect((await books.post(lopsided('grant'))).refusal).toMatchObject({ error_enum: 'BalancingTagViolation' })
    expect((await tags.update(id, { strictness: 'NON_BALANCING' })).body.data.strictness).toBe('NON_BALANCING')
    expect((await books.post(lopsided('grant'))).status).toBe(201)
  })
})

describe('balances per tag value', () => {
  let own: Books

  beforeAll(async () => {
    own = await client.books({ time_zone: 'America/New_York' })
    const tagged = (value: string, key = 'fund') => ({ tags: [{ key, value }] })
    await own.allPosted([
      sale(1, '2025-11-30T12:00:00Z', tagged('a')),
      sale(2, '2026-01-01T04:59:59.999Z', tagged('a')),
      sale(4, '2026-01-01T05:00:00Z', tagged('a')),
      sale(8, '2026-01-20T12:00:00Z', tagged('b')),
      sale(16, '2026-01-20T12:00:00Z'),
      sale(32, '2026-01-20T12:00:00Z', tagged('a', 'other')),
    ])
  })

  test.each([
    [{ tag_key: 'fund', tag_values: ['a'] }, 7],
    [{ tag_key: 'fund', tag_values: ['a', 'b'] }, 15],
    [{ tag_key: 'fund', tag_values: ['a', 'a'] }, 7],
    [{ tag_key: 'fund', tag_values: ['a'], end_date: '2025-12-31' }, 3],
    [{ tag_key: 'fund', tag_values: ['a'], end_date: '2025-12-30' }, 1],
    [{ tag_key: 'fund', tag_values: ['a'], end_date: '2026-01-01' }, 7],
    [{ tag_key: 'fund', tag_values: ['a'], end_date: '2025-11-30T12:00:00Z', reporting_basis: 'CASH' }, 1],
    [{ tag_key: 'other', tag_values: ['a'] }, 32],
  ])('%j say %i', async (query, amount) => {
    expect(await own.balances(query)).toEqual({ CASH: amount, SALES: amount })
  })

  test.each([
    { tag_key: 'fund', tag_values: ['c'] },
    { tag_key: 'nothing', tag_values: ['a'] },
    { tag_key: 'fund', tag_values: ['a'], end_date: '2025-01-01' },
  ])('%j say zero of every account', async (query) => {
    const nodes = await own.balanceNodes(query)
    expect(nodes.length).toBeGreaterThan(50)
    expect(nodes.filter(({ balance, line_count }) => balance !== 0 || line_count !== 0)).toEqual([])
  })

  test.each([{ tag_key: 'fund' }, { tag_values: ['a'] }])('%j is half a filter', async (query) => {
    const answer = await own.api.call('listAccountBalances', { query })
    expect(answer.refusal).toMatchObject({ status: 400, error_enum: 'MissingTagValues' })
  })
})
