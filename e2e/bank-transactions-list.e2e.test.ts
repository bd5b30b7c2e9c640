/** Endpoint 6: which transactions a filter finds, in which order, page after page. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  moneyIn,
  moneyOut,
  newClient,
  target,
  type Books,
  type Call,
  type ExternalAccount,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
let banking: Banking
let checking: ExternalAccount
let card: ExternalAccount
let cogs: string

/** In New York the year begins at five in the morning, UTC. */
const time_zone = 'America/New_York'

beforeAll(async () => {
  client = await newClient(target(), 'bank-transactions-list')
  books = await client.books({ time_zone })
  banking = new Banking(books)
  cogs = (await books.account('COGS')).id.id
  checking = await banking.account('checking')
  card = await banking.account('card', { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })
  const transactions = await banking.imported(checking.id, [
    moneyOut('rent', 100_000, { date: '2026-01-01T04:59:59.999Z', description: 'Rent, 100% of it', memo: 'a_b' }),
    moneyOut('tea', 450, {
      date: '2026-01-01T05:00:00Z',
      description: 'TEA House',
      merchant_name: 'Tea & Co',
      reference_number: 'R-1',
    }),
    moneyIn('sale', 12_550, {
      date: '2026-01-31T23:00:00Z',
      description: 'Sale to Ada',
      counterparty_name: 'Ada Lovelace',
      reference_number: 'R-2',
      tags: [{ key: 'store', value: 'one' }],
    }),
    moneyIn('zero', 0, { date: '2026-02-01T04:59:00Z', tags: [{ key: 'store', value: 'two' }] }),
    moneyIn('pending', 77, { date: '2026-02-02', pending: true }),
  ])
  await banking.imported(card.id, [
    moneyOut('tea card', 450, { date: '2026-01-15', description: 'tea again', merchant_name: 'tea & co' }),
  ])
  const [rent, tea, sale] = transactions.map(({ id }) => id)
  await banking.categorize(rent ?? '', 'OPERATING_EXPENSES')
  await banking.split(tea ?? '', { category: 'COGS', amount: 400 }, { category: 'OPERATING_EXPENSES', amount: 50 })
  await banking.categorize(sale ?? '', 'SALES')
})

const found = async (query: Call['query']): Promise<string[]> =>
  (await banking.all(query)).map(({ source_transaction_id }) => source_transaction_id)

/** By date, which is how they come unless asked for otherwise. */
const ALL = ['rent', 'tea', 'tea card', 'sale', 'zero', 'pending']

describe('a filter', () => {
  const cases: [Call['query'], string[]][] = [
    [{}, ALL],
    [{ start_date: '2026-01-01' }, ALL.slice(1)],
    [{ start_date: '2026-01-01T05:00:00.001Z' }, ALL.slice(2)],
    [{ end_date: '2025-12-31' }, ['rent']],
    [{ start_date: '2026-01-31', end_date: '2026-01-31' }, ['sale', 'zero']],
    [{ direction: 'INFLOW' }, ['sale', 'zero', 'pending']],
    [{ direction: 'OUTFLOW' }, ['rent', 'tea', 'tea card']],
    [{ categorized: true }, ['rent', 'tea', 'sale']],
    [{ categorized: false }, ['tea card', 'zero', 'pending']],
    [{ categorization_status: 'PENDING' }, ['pending']],
    [{ categorization_status: 'SPLIT' }, ['tea']],
    [{ is_matched: true }, []],
    [{ is_matched: false }, ALL],
    [{ category: 'OPERATING_EXPENSES' }, ['rent', 'tea']],
    [{ category: 'Exclusion' }, []],
    [{ amount_min: 450, amount_max: 12_550 }, ['tea', 'tea card', 'sale']],
    [{ amount_min: 12_551 }, ['rent']],
    [{ amount_max: 0 }, ['zero']],
    [{ description_filter: 'tea' }, ['tea', 'tea card']],
    [{ description_filter: '100%' }, ['rent']],
    [{ description_filter: '1_0' }, []],
    [{ description_filter_regex: '^tea' }, ['tea card']],
    [{ description_filter_regex: '^(TEA|Rent)' }, ['rent', 'tea']],
    [{ merchant_name_filter: 'TEA' }, ['tea', 'tea card']],
    [{ merchant_name_filter_regex: '^Tea' }, ['tea']],
    [{ memo: 'a_b' }, ['rent']],
    [{ memo: 'a' }, []],
    [{ memo_contains: '_' }, ['rent']],
    [{ reference_number: 'R-1' }, ['tea']],
    [{ reference_numbers: 'R-1,R-2,R-3' }, ['tea', 'sale']],
    [{ reference_number: 'R-1', reference_numbers: 'R-2' }, []],
    [{ external_ids: 'tea,zero,none' }, ['tea', 'zero']],
    [{ source_account_ids: 'card' }, ['tea card']],
    [{ has_counterparty: false }, ['rent', 'zero', 'pending']],
    [{ tag_key: 'store', tag_values: ['one', 'two'] }, ['sale', 'zero']],
    [{ tag_key: 'store', tag_values: ['two'] }, ['zero']],
    [{ tag_key: 'shop', tag_values: ['two'] }, []],
    [{ q: 'tea' }, ['tea', 'tea card']],
    [{ q: 'ada sale' }, ['sale']],
    [{ q: '4.50' }, ['tea', 'tea card']],
    [{ q: '+4.50' }, []],
    [{ q: '-$1,000.00' }, ['rent']],
    [{ direction: 'OUTFLOW', categorized: false, description_filter: 'TEA' }, ['tea card']],
  ]

  test.each(cases)('%j finds its own', async (query, expected) => {
    expect((await found(query)).sort()).toEqual([...expected].sort())
  })

  test('by an id finds what has it', async () => {
    const [sale] = await banking.all({ external_ids: 'sale' })
    expect(await found({ category: cogs })).toEqual(['tea'])
    expect(await found({ bank_account_ids: card.bank_account_id })).toEqual(['tea card'])
    expect(await found({ external_account_ids: `${card.id},${checking.id.toUpperCase()}` })).toEqual(ALL)
    expect(await found({ counterparty_id: sale?.counterparty_id ?? '' })).toEqual(['sale'])
    expect(await found({ customer_id: sale?.id ?? '' })).toEqual([])
    expect(await found({ vendor_external_id: 'nobody' })).toEqual([])
    expect(await found({ rule_id: sale?.id ?? '' })).toEqual([])
  })
})

describe('a page', () => {
  test.each(['date', 'amount', 'counterparty_name', 'name'])(
    'by %s is the same forwards and backwards',
    async (sort_by) => {
      const forwards = await found({ sort_by })
      expect(forwards.toSorted()).toEqual(ALL.toSorted())
      expect(await found({ sort_by, limit: 2, sort_order: 'DESC' })).toEqual(forwards.toReversed())
    },
  )

  test('comes in the order of date, unless asked for otherwise', async () => {
    expect(await found({})).toEqual(ALL)
    expect((await found({ sort_by: 'amount' }))[0]).toBe('zero')
    expect((await found({ sort_by: 'name' })).at(0)).toMatch(/pending|Rent|rent/)
    const { pagination } = (await banking.list({ limit: 1 })).body.meta
    expect(pagination).toMatchObject({ sort_by: 'date', sort_order: 'ASC', has_more: true, total_count: ALL.length })
  })

  test('of another filter, sort, or of nothing is no page', async () => {
    const { cursor } = (await banking.list({ limit: 1 })).body.meta.pagination
    for (const query of [
      { cursor: 'x' },
      { cursor: `${cursor}x` },
      { cursor, direction: 'INFLOW' },
      { cursor, sort_by: 'name' },
    ])
      expect((await banking.list(query as Call['query'])).refusal).toEqual({
        status: 400,
        error_enum: 'InvalidCursor',
        field: 'cursor',
      })
  })
})

describe('a refused query', () => {
  test.each([
    [{ description_filter_regex: '(' }, 'InvalidRegex', 'description_filter_regex'],
    [{ merchant_name_filter_regex: '[z-a]' }, 'InvalidRegex', 'merchant_name_filter_regex'],
    [{ tag_key: 'store' }, 'MissingTagValues', 'tag_values'],
    [{ tag_values: ['one'] }, 'MissingTagValues', 'tag_key'],
    [{ bank_account_ids: 'x' }, 'InvalidQuery', 'bank_account_ids'],
    [{ direction: 'CREDIT' }, 'InvalidQuery', 'direction'],
    [{ sort_by: 'memo' }, 'InvalidQuery', 'sort_by'],
    [{ no_such: 'x' }, 'UnknownField', 'no_such'],
  ])('%j names what is wrong', async (query, error_enum, field) => {
    expect((await banking.list(query as Call['query'])).refusal).toEqual({ status: 400, error_enum, field })
  })

  test('an expression that takes too long says so', async () => {
    // Four groups that come again make an even number of letters, and it takes long to find out that this is none.
    const description = 'a'.repeat(3_001)
    await banking.import(checking.id, [moneyOut('long', 1, { description })])
    const bomb = '^(a+)(a+)(a+)(a+)\\1\\2\\3\\4$'
    const answer = await banking.list({ description_filter_regex: bomb, external_ids: 'long' })
    expect(answer.refusal).toEqual({ status: 400, error_enum: 'RegexTooExpensive', field: 'description_filter_regex' })
  })
})

test('categories are a tree of the chart, and Exclusion; counterparties are found by name', async () => {
  const { categories } = (await books.api.call('listCategories')).body.data
  expect(categories.map(({ category }) => category)).toEqual(expect.arrayContaining(['SALES', 'Exclusion']))
  const { data } = (await books.api.call('listCounterparties', { query: { name: 'LOVE' } })).body
  expect(data.map(({ name }) => name)).toEqual(['Ada Lovelace'])
  const paged = await books.api.call('listCounterparties', { query: { cursor: 'x' } })
  expect(paged.refusal).toMatchObject({ status: 400, error_enum: 'InvalidCursor' })
})
