import { rowsReadBy } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { PARTY_KINDS, type PartyKind } from '../parties/party.ts'
import { getTransaction } from './get-transaction.ts'
import { gatherTransactions, type SearchFilter } from './search.store.ts'

let banking: TestBanking
beforeAll(async () => {
  // Plans depend on all that a table has.
  banking = await startTestBanking({ ownDatabase: true })
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
  const first = Array.from({ length: 20 }, (_, index) => ranked(place, index * 10))
  await write(banking, place, first)
  const before = new Set(first.map(({ id }) => id))
  for (const [sortOrder, mostGathered, asked] of [
    ['ASC', 10_000, { q: 'rent' }],
    ['DESC', 0, { q: 'rent' }],
    ['ASC', 0, {}],
  ] as const) {
    let writes = 0
    const { data } = await listAll(
      banking,
      place,
      { ...asked, page: { limit: 6, sort_by: sortBy, sort_order: sortOrder } },
      {
        mostGathered,
        // Before, behind and at the position of the page, and with the same key as rows that are there.
        between: async () => {
          writes += 1
          if (writes > 2) return
          await write(
            banking,
            place,
            [1, 50, 101, 195, 1_000].map((rank) => ranked(place, rank)),
          )
        },
      },
    )
    const seen = data.map(({ id }) => id ?? '')
    expect(writes).toBeGreaterThan(2)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => before.has(id))).toHaveLength(first.length)
  }
})

test('equal keys are in the order of ids, across pages', async () => {
  const place = await openPlace(banking)
  const same = Array.from({ length: 7 }, () => transactionOf(place))
  await write(banking, place, same)
  const ids = same.map(({ id }) => id).sort()
  for (const sortBy of SORTS)
    for (const mostGathered of [0, 10_000]) {
      const asked: Asked = { direction: 'DEBIT', page: { limit: 3, sort_by: sortBy } }
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

test('without a tenant the searching functions find nothing, and whoever relays events cannot search', async () => {
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
  const long = 'x'.repeat(1_000_000)
  const many = Array.from({ length: 4 }, (_, rank) => ({ ...ranked(place, rank), memo: long }))
  await write(banking, place, many)
  const { data, totals } = await listAll(banking, place, { page: { limit: 500 } })
  expect(totals).toEqual([4, 4])
  expect(data.map(({ id }) => id)).toEqual(many.map(({ id }) => id))
})

describe('of many transactions', () => {
  const COUNT = 1_000
  const page = { sortBy: 'date', sortOrder: 'ASC', limit: 100, after: undefined, totalCount: undefined } as const
  const party = (kind: PartyKind) => ({ kind, id: crypto.randomUUID(), externalId: 'P-7', name: 'Party', version: 1 })
  const parties = { vendor: party('vendor'), customer: party('customer') }
  let place: Place
  let admin: pg.Client

  /** Each vendor and each customer has few of them, half of them have none; most have a text in common. */
  beforeAll(async () => {
    place = await openPlace(banking)
    const { request } = place
    await banking.db.transact(request, (tx) => upsertParties(tx, request.businessId, Object.values(parties)))
    const idOf = (kind: PartyKind, index: number) =>
      index % 100 === 0 ? parties[kind].id : index % 2 === 0 ? crypto.randomUUID() : null
    const many = Array.from({ length: COUNT }, (_, index) =>
      transactionOf(place, {
        description: index % 250 === 1 ? 'Zebra crossing' : `Fare number ${index}`,
        direction: index % 5 === 0 ? 'CREDIT' : 'DEBIT',
        vendorId: idOf('vendor', index),
        customerId: idOf('customer', index),
      }),
    )
    await write(banking, place, many)
    admin = new pg.Client({ connectionString: banking.adminUrl })
    await admin.connect()
    await admin.query('ANALYZE bank_transactions')
  })
  afterAll(() => admin.end())

  const gathered = (filter: SearchFilter) =>
    banking.db.transact(place.request, (tx) =>
      rowsReadBy(tx, 'bank_transactions', () => gatherTransactions(tx, filter, page, 10_000)),
    )

  test('texts are searched in an index, in spite of row-level security', async () => {
    await admin.query('BEGIN; SET LOCAL ROLE banking_owner; SET LOCAL enable_seqscan = off')
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT t.id FROM bank_transactions t
        WHERE t.business_id = '${place.request.businessId}' AND t.description ILIKE '%zebra%'`,
    )
    await admin.query('ROLLBACK')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Cond: .*business_id = .*description ~~\* '%zebra%'/)
    expect((await list(banking, place, { description_filter: 'zebra' })).pagination?.total_count).toBe(4)
  })

  test('a text that most have is not looked for where the rest of the filter leaves few', async () => {
    const { answer: found, rowsRead } = await gathered({ direction: 'CREDIT', description_like: '%fare%' })
    expect([found?.total, found?.rows.length]).toEqual([COUNT / 5, 101])
    expect(rowsRead).toBeLessThan(COUNT / 2)
  })

  test.each(PARTY_KINDS)('only those of the %s that is asked for are read', async (kind) => {
    for (const filter of [{ [`${kind}_id`]: parties[kind].id }, { [`${kind}_external_id`]: 'P-7' }]) {
      const { answer, rowsRead } = await gathered(filter)
      expect([answer?.total, answer?.rows.length]).toEqual([10, 10])
      expect(rowsRead).toBeLessThan(30)
    }
  })
})

test('of splits with very many parts a page holds few', async () => {
  const place = await openPlace(banking)
  await write(
    banking,
    place,
    Array.from({ length: 21 }, () => splitOf(place, 1_000)),
  )
  const first = await list(banking, place, { page: { limit: 500 } })
  expect(first.data?.length).toBeGreaterThan(1)
  expect(Buffer.byteLength(JSON.stringify(first.data))).toBeLessThan(4 * 1024 * 1024)
  expect(first.pagination).toMatchObject({ has_more: true, total_count: 21 })
  const cursor = first.pagination?.cursor ?? ''
  const second = await list(banking, place, { page: { limit: 500, cursor } })
  expect(new Set([...(first.data ?? []), ...(second.data ?? [])].map(({ id }) => id)).size).toBe(21)
})
