import { rowsReadBy } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import {
  list,
  listAll,
  openPlace,
  splitOf,
  transactionOf,
  write,
  type Asked,
  type Place,
} from './listing.test-helpers.ts'
import { upsertParties } from '../parties/party.store.ts'
import { PARTY_KINDS } from '../parties/party.ts'
import { getTransaction } from './get-transaction.ts'
import { gatherTransactions } from './search.store.ts'

let banking: TestBanking
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(() => banking.stop())

const SORTS = ['date', 'amount', 'counterparty_name', 'name']

/** A transaction whose place in every order grows with `rank`. */
const ranked = (place: Place, rank: number) =>
  transactionOf(place, {
    date: new Date(Date.UTC(2026, 0, 1) + rank * 1_000),
    amount: 10_000 + rank,
    description: `${String(10_000 + rank)} rent`,
    counterpartyName: String(10_000 + rank),
  })

test.each(SORTS)('while others write, pages by %s neither skip nor repeat', async (sortBy) => {
  const place = await openPlace(banking)
  const first = Array.from({ length: 60 }, (_, index) => ranked(place, index * 10))
  await write(banking, place, first)
  const before = new Set(first.map(({ id }) => id))
  for (const [sortOrder, mostGathered, asked] of [
    ['ASC', 10_000, { q: 'rent' }],
    ['DESC', 0, { q: 'rent' }],
    ['ASC', 0, {}],
    ['DESC', 10_000, {}],
  ] as const) {
    let writes = 0
    const { data } = await listAll(
      banking,
      place,
      { ...asked, page: { limit: 13, sort_by: sortBy, sort_order: sortOrder } },
      {
        mostGathered,
        // Before, behind and at the position of the page, and with the same key as rows that are there.
        between: async () => {
          writes += 1
          if (writes > 4) return
          await write(
            banking,
            place,
            [1, 130, 250, 301, 595, 1_000].map((rank) => ranked(place, rank)),
          )
        },
      },
    )
    const seen = data.map(({ id }) => id ?? '')
    expect(writes).toBeGreaterThan(3)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => before.has(id))).toHaveLength(first.length)
  }
})

test('equal keys are in the order of ids, across pages', async () => {
  const place = await openPlace(banking)
  const same = Array.from({ length: 25 }, () => transactionOf(place))
  await write(banking, place, same)
  const ids = same.map(({ id }) => id).sort()
  for (const sortBy of SORTS)
    for (const mostGathered of [0, 10_000]) {
      const asked: Asked = { direction: 'DEBIT', page: { limit: 4, sort_by: sortBy } }
      const { data } = await listAll(banking, place, asked, { mostGathered })
      expect(data.map(({ id }) => id)).toEqual(ids)
    }
})

test('texts are sorted by their first 200 characters', async () => {
  const place = await openPlace(banking)
  const long = 'ä'.repeat(5_000)
  await write(
    banking,
    place,
    [`${long}b`, `${long}a`, 'z', 'A'].map((description) => transactionOf(place, { description })),
  )
  const { data } = await listAll(banking, place, { page: { sort_by: 'name', limit: 1 } })
  expect(data.map(({ description }) => description?.[0])).toEqual(['A', 'z', 'ä', 'ä'])
})

test('a day is one of the business, and an end day is whole', async () => {
  const place = await openPlace(banking, { time_zone: 'Pacific/Auckland' })
  const dates = [
    '2026-06-30T11:59:59.999Z',
    '2026-06-30T12:00:00.000Z',
    '2026-07-01T11:59:59.999Z',
    '2026-07-01T12:00:00.000Z',
  ]
  await write(
    banking,
    place,
    dates.map((date) => transactionOf(place, { date: new Date(date) })),
  )
  const datesOf = async (asked: Asked) => (await listAll(banking, place, asked)).data.map(({ date }) => date)
  expect(await datesOf({ start_date: '2026-07-01', end_date: '2026-07-01' })).toEqual(dates.slice(1, 3))
  expect(await datesOf({ start_date: '2026-07-01T00:00:00+12:00' })).toEqual(dates.slice(1))
  expect(await datesOf({ end_date: '2026-06-30T12:00:00Z' })).toEqual(dates.slice(0, 2))
  await expect(list(banking, place, { start_date: '2026-02-30' })).rejects.toMatchObject({ errorEnum: 'InvalidQuery' })
})

test('a cursor belongs to its business, its filters and its sort', async () => {
  const [place, other] = [await openPlace(banking), await openPlace(banking)]
  for (const one of [place, other])
    await write(
      banking,
      one,
      [1, 2, 3].map((rank) => ranked(one, rank)),
    )
  const { pagination } = await list(banking, place, { q: 'rent', page: { limit: 1 } })
  const cursor = pagination?.cursor ?? ''
  expect(pagination).toMatchObject({ has_more: true, total_count: 3 })
  expect((await list(banking, place, { q: 'rent', page: { limit: 2, cursor } })).data).toHaveLength(2)
  for (const [where, asked] of [
    [other, { q: 'rent', page: { cursor } }],
    [place, { q: 'Rent', page: { cursor } }],
    [place, { page: { cursor } }],
    [place, { q: 'rent', page: { cursor, sort_by: 'amount' } }],
    [place, { q: 'rent', page: { cursor, sort_order: 'DESC' } }],
    [place, { q: 'rent', page: { cursor: `x${cursor}` } }],
  ] as [Place, Asked][])
    await expect(list(banking, where, asked)).rejects.toMatchObject({ errorEnum: 'InvalidCursor' })
})

test('the count is that of the first page, whatever is added later', async () => {
  const place = await openPlace(banking)
  await write(
    banking,
    place,
    [1, 2, 3, 4].map((rank) => ranked(place, rank)),
  )
  const add = () => write(banking, place, [ranked(place, 9)])
  const { totals } = await listAll(banking, place, { page: { limit: 2 } }, { between: add })
  expect(totals).toEqual([4, 4, 4])
})

test('what belongs to another business is not there, by whatever it is asked for', async () => {
  const [place, other] = [await openPlace(banking), await openPlace(banking)]
  const [theirs] = [
    transactionOf(other, { ruleId: null, customerId: crypto.randomUUID(), description: 'secret', memo: 'secret' }),
  ]
  await write(banking, other, [theirs])
  const [account] = other.accounts
  for (const asked of [
    {},
    { q: 'secret' },
    { description_filter: 'secret' },
    { description_filter_regex: 'secret' },
    { memo: 'secret' },
    { external_account_ids: [account.externalAccountId] },
    { bank_account_ids: [account.bankAccountId] },
    { category: account.ledgerAccountId },
    { customer_id: theirs.customerId ?? '' },
    { external_ids: [theirs.sourceTransactionId] },
  ] satisfies Asked[])
    for (const mostGathered of [0, 10_000])
      expect(await list(banking, place, asked, mostGathered)).toMatchObject({
        data: [],
        pagination: { total_count: 0 },
      })
  await expect(getTransaction(banking, place.request, theirs.id)).rejects.toMatchObject({
    errorEnum: 'BankTransactionNotFound',
  })
  expect(await getTransaction(banking, other.request, theirs.id)).toMatchObject({ id: theirs.id, memo: 'secret' })
  await expect(getTransaction(banking, place.request, 'no id')).rejects.toMatchObject({
    errorEnum: 'BankTransactionNotFound',
  })
})

test('without a tenant the searching functions find nothing', async () => {
  const place = await openPlace(banking)
  await write(banking, place, [transactionOf(place)])
  const found = await banking.db.transact({}, async (tx) => ({
    count: await tx.row(`SELECT count_bank_transactions('{}') AS count`),
    walked: await tx.rows(`SELECT * FROM walk_bank_transactions('{}', 'date', false, NULL, NULL, 10)`),
    gathered: await tx.rows(
      `SELECT id FROM gather_bank_transactions('{}', 'date', false, NULL, NULL, 10, 10) WHERE id IS NOT NULL`,
    ),
  }))
  expect(found).toEqual({ count: { count: '0' }, walked: [], gathered: [] })
})

test('whoever relays events cannot search', async () => {
  await expect(banking.relayDb.call(`SELECT count_bank_transactions('{}')`)).rejects.toThrow('permission denied')
})

test('a tag key needs values, and values a key', async () => {
  const place = await openPlace(banking)
  for (const asked of [{ tag_key: 'a' }, { tag_values: ['a'] }])
    await expect(list(banking, place, asked)).rejects.toMatchObject({ errorEnum: 'MissingTagValues' })
  expect((await list(banking, place, { tag_key: 'no such', tag_values: ['a'] })).data).toEqual([])
})

test('a page ends early when it gets long, and the next one goes on', async () => {
  const place = await openPlace(banking)
  const long = 'x'.repeat(40_000)
  const many = Array.from({ length: 120 }, (_, rank) => ({ ...ranked(place, rank), memo: long }))
  await write(banking, place, many)
  const first = await list(banking, place, { page: { limit: 500 } })
  expect(first.data?.length).toBeLessThan(80)
  expect(first.pagination).toMatchObject({ has_more: true, total_count: 120 })
  const { data } = await listAll(banking, place, { page: { limit: 500 } })
  expect(data.map(({ id }) => id)).toEqual(many.map(({ id }) => id))
})

test('texts are searched in an index, in spite of row-level security', async () => {
  const place = await openPlace(banking)
  const { businessId } = place.request
  const described = (index: number) => ({
    description: index % 1_000 === 0 ? 'Zebra crossing' : `Fare number ${index}`,
  })
  await write(
    banking,
    place,
    Array.from({ length: 3_000 }, (_, index) => transactionOf(place, described(index))),
  )
  const client = new pg.Client({ connectionString: banking.adminUrl })
  await client.connect()
  try {
    await client.query('ANALYZE bank_transactions; SET ROLE banking_owner; SET enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT t.id FROM bank_transactions t WHERE t.business_id = '${businessId}' AND t.description ILIKE '%zebra%'`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Cond: .*business_id = .*description ~~\* '%zebra%'/)
  } finally {
    await client.end()
  }
  expect((await list(banking, place, { description_filter: 'zebra' })).pagination?.total_count).toBe(3)
})

test('a text that most transactions have is not looked for where the rest of the filter leaves few', async () => {
  const place = await openPlace(banking)
  const { request } = place
  await write(
    banking,
    place,
    Array.from({ length: 5_000 }, (_, index) =>
      transactionOf(place, { description: `Fare number ${index}`, direction: index % 5 === 0 ? 'CREDIT' : 'DEBIT' }),
    ),
  )
  const client = new pg.Client({ connectionString: banking.adminUrl })
  await client.connect()
  await client.query('ANALYZE bank_transactions')
  await client.end()
  const filter = { direction: 'CREDIT', description_like: '%fare%' }
  const page = { sortBy: 'date', sortOrder: 'ASC', limit: 100, after: undefined, totalCount: undefined } as const
  const { answer: found, rowsRead } = await banking.db.transact(request, (tx) =>
    rowsReadBy(tx, 'bank_transactions', () => gatherTransactions(tx, filter, page, 10_000)),
  )
  expect([found?.total, found?.rows.length]).toEqual([1_000, 101])
  expect(rowsRead).toBeLessThan(2_500)
})

test.each(PARTY_KINDS)('of a business only the transactions of the %s that is asked for are read', async (kind) => {
  const place = await openPlace(banking)
  const { request } = place
  const party = { kind, id: crypto.randomUUID(), externalId: 'P-7', name: 'Party', version: 1 }
  await banking.db.transact(request, (tx) => upsertParties(tx, request.businessId, [party]))
  const partyOf = (index: number) => (index % 300 === 0 ? party.id : index % 2 === 0 ? crypto.randomUUID() : null)
  const many = Array.from({ length: 3_000 }, (_, index) =>
    transactionOf(place, kind === 'vendor' ? { vendorId: partyOf(index) } : { customerId: partyOf(index) }),
  )
  await write(banking, place, many)
  const client = new pg.Client({ connectionString: banking.adminUrl })
  await client.connect()
  await client.query('ANALYZE bank_transactions')
  await client.end()
  const page = { sortBy: 'date', sortOrder: 'ASC', limit: 100, after: undefined, totalCount: undefined } as const
  for (const filter of [{ [`${kind}_id`]: party.id }, { [`${kind}_external_id`]: 'P-7' }]) {
    const { answer, rowsRead } = await banking.db.transact(request, (tx) =>
      rowsReadBy(tx, 'bank_transactions', () => gatherTransactions(tx, filter, page, 10_000)),
    )
    expect([answer?.total, answer?.rows.length]).toEqual([10, 10])
    expect(rowsRead).toBeLessThan(30)
  }
})

test('of splits with very many parts a page holds few', async () => {
  const place = await openPlace(banking)
  await write(
    banking,
    place,
    Array.from({ length: 25 }, () => splitOf(place, 1_000)),
  )
  const first = await list(banking, place, { page: { limit: 500 } })
  expect(first.data?.length).toBeGreaterThan(1)
  expect(Buffer.byteLength(JSON.stringify(first.data))).toBeLessThan(4 * 1024 * 1024)
  expect(first.pagination).toMatchObject({ has_more: true, total_count: 25 })
  const { data } = await listAll(banking, place, { page: { limit: 500 } })
  expect(new Set(data.map(({ id }) => id)).size).toBe(25)
})
