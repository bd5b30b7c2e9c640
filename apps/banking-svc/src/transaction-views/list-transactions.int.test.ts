import { connectAt, rowsReadBy, storedAs } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type pg from 'pg'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import {
  list,
  listAll,
  openPlace,
  splitOf,
  transactionOf,
  write,
  type ListRequest,
  type Place,
} from './listing.test-helpers.ts'
import { ownedBy } from '../matches/billing-facts.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import { CONTACT_KINDS, type ContactKind } from '../contacts/contact.ts'
import { gatherTransactions, type SearchFilter } from './search.store.ts'
import { getTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
/** Its tests count only transactions with their own text or filter. */
let place: Place
let other: Place
beforeAll(async () => {
  // Plans depend on the whole table.
  banking = await startTestBanking({ ownDatabase: true })
  place = await openPlace(banking)
  other = await openPlace(banking)
})
afterAll(() => banking.stop())

/** A transaction whose position in every order grows with `rank`. */
const ranked = (place: Place, rank: number) =>
  transactionOf(place, {
    date: new Date(Date.UTC(2026, 0, 1) + rank * 1_000),
    amount: 10_000 + rank,
    description: `${String(10_000 + rank)} rent`,
    counterpartyName: String(10_000 + rank),
  })

test('under concurrent writes, pages neither skip nor repeat', async () => {
  const first = Array.from({ length: 20 }, (_, index) => ranked(place, index * 10))
  await write(banking, place, first)
  const before = new Set(first.map(({ id }) => id))
  for (const [sort_by, sort_order, mostGathered, asked] of [
    ['date', 'ASC', 10_000, { q: 'rent' }],
    ['amount', 'DESC', 0, { q: 'rent' }],
    ['counterparty_name', 'ASC', 0, {}],
    ['name', 'DESC', 10_000, { q: 'rent' }],
  ] as const) {
    let writes = 0
    const { data, totals } = await listAll(
      banking,
      place,
      { ...asked, page: { limit: 8, sort_by, sort_order } },
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
    expect(writes).toBeGreaterThan(1)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => before.has(id))).toHaveLength(first.length)
    // The count is that of the first page.
    expect(new Set(totals).size).toBe(1)
  }
})

test('texts are sorted by their first 200 characters', async () => {
  const long = 'ä'.repeat(5_000)
  const written = [`${long}b`, `${long}a`, 'z', 'A'].map((description) =>
    transactionOf(place, { description, memo: 'texts' }),
  )
  await write(banking, place, written)
  const { data } = await listAll(banking, place, { memo: 'texts', page: { sort_by: 'name', limit: 1 } })
  expect(data.map(({ description }) => description?.[0])).toEqual(['A', 'z', 'ä', 'ä'])
})

test('an invalid day is refused, as are a tag key without values and values without a key', async () => {
  await expect(list(banking, place, { start_date: '2026-02-30' })).rejects.toMatchObject({ errorEnum: 'InvalidQuery' })
  for (const asked of [{ tag_key: 'a' }, { tag_values: ['a'] }])
    await expect(list(banking, place, asked)).rejects.toMatchObject({ errorEnum: 'MissingTagValues' })
  expect((await list(banking, place, { tag_key: 'no such', tag_values: ['a'] })).data).toEqual([])
})

test('a cursor belongs to its business, its filters and its sort', async () => {
  const many = [1, 2, 3].map((rank) => ({ ...ranked(place, rank), memo: 'cursor' }))
  await write(banking, place, many)
  const asks = { q: 'rent', memo: 'cursor' }
  const { pagination } = await list(banking, place, { ...asks, page: { limit: 1 } })
  const cursor = pagination?.cursor ?? ''
  expect(pagination).toMatchObject({ has_more: true, total_count: 3 })
  expect((await list(banking, place, { ...asks, page: { limit: 2, cursor } })).data).toHaveLength(2)
  for (const [where, asked] of [
    [other, { ...asks, page: { cursor } }],
    [place, { ...asks, q: 'Rent', page: { cursor } }],
    [place, { page: { cursor } }],
    [place, { ...asks, page: { cursor, sort_by: 'amount' } }],
    [place, { ...asks, page: { cursor, sort_order: 'DESC' } }],
    [place, { ...asks, page: { cursor: `x${cursor}` } }],
  ] as [Place, ListRequest][])
    await expect(list(banking, where, asked)).rejects.toMatchObject({ errorEnum: 'InvalidCursor' })
})

test('transactions of another business are not found by any filter', async () => {
  const theirs = transactionOf(other, { customerId: crypto.randomUUID(), description: 'secret', memo: 'secret' })
  await write(banking, other, [theirs])
  const [account] = other.accounts
  for (const [index, asked] of [
    { q: 'secret' },
    { description_filter: 'secret' },
    { description_filter_regex: 'secret' },
    { memo: 'secret' },
    { external_account_ids: [account.externalAccountId] },
    { bank_account_ids: [account.bankAccountId] },
    { category: account.ledgerAccountId },
    { customer_id: theirs.customerId ?? '' },
    { external_ids: [theirs.sourceTransactionId] },
  ].entries())
    expect(await list(banking, place, asked, index % 2 === 0 ? 0 : 10_000)).toMatchObject({
      data: [],
      pagination: { total_count: 0 },
    })
  expect((await list(banking, other, {})).data).toMatchObject([{ id: theirs.id }])
  await expect(getTransaction(banking, place.request, theirs.id)).rejects.toMatchObject({
    errorEnum: 'BankTransactionNotFound',
  })
  expect(await getTransaction(banking, other.request, theirs.id)).toMatchObject({ id: theirs.id, memo: 'secret' })
  await expect(getTransaction(banking, place.request, 'no id')).rejects.toMatchObject({
    errorEnum: 'BankTransactionNotFound',
  })
})

test("without a tenant the search functions find nothing, and the relay's role cannot search", async () => {
  await write(banking, place, [transactionOf(place)])
  const found = await banking.db.transact({}, async (tx) => ({
    count: await tx.row(`SELECT count_bank_transactions_v1('{}') AS count`),
    walked: await tx.rows(`SELECT * FROM walk_bank_transactions_v1('{}', 'date', false, NULL, NULL, 10)`),
    gathered: await tx.rows(
      `SELECT id FROM gather_bank_transactions_v1('{}', 'date', false, NULL, NULL, 10, 10) WHERE id IS NOT NULL`,
    ),
  }))
  expect(found).toEqual({ count: { count: '0' }, walked: [], gathered: [] })
  const byRelay = banking.relayDb.call(`SELECT count_bank_transactions_v1('{}')`, [], place.request.businessId)
  await expect(byRelay).rejects.toThrow('permission denied')
})

test('a page that gets too long ends early, and the next one continues', async () => {
  const long = 'x'.repeat(1_000_000)
  const many = Array.from({ length: 4 }, (_, rank) => ({ ...ranked(place, rank), memo: long, referenceNumber: 'long' }))
  await write(banking, place, many)
  const { data, totals } = await listAll(banking, place, { reference_numbers: ['long'], page: { limit: 500 } })
  expect(totals).toEqual([4, 4])
  expect(data.map(({ id }) => id)).toEqual(many.map(({ id }) => id))
})

describe('of many transactions', () => {
  const COUNT = 1_000
  const page = { sortBy: 'date', sortOrder: 'ASC', limit: 100, after: undefined, totalCount: undefined } as const
  const contact = (kind: ContactKind) => ({
    kind,
    id: crypto.randomUUID(),
    externalId: 'P-7',
    name: 'Party',
    version: 1,
  })
  const contacts = { vendor: contact('vendor'), customer: contact('customer') }
  let admin: pg.Client

  /** Few per vendor and customer, half of them without; most have a text in common. */
  beforeAll(async () => {
    const { request } = place
    await banking.db.transact(request, (tx) => upsertContacts(tx, ownedBy(request.businessId, Object.values(contacts))))
    const idOf = (kind: ContactKind, index: number) =>
      index % 100 === 0 ? contacts[kind].id : index % 2 === 0 ? crypto.randomUUID() : null
    const many = Array.from({ length: COUNT }, (_, index) =>
      transactionOf(place, {
        description: index % 250 === 1 ? 'Zebra crossing' : `Fare number ${index}`,
        direction: index % 5 === 0 ? 'CREDIT' : 'DEBIT',
        vendorId: idOf('vendor', index),
        customerId: idOf('customer', index),
      }),
    )
    await write(banking, place, many)
    admin = await connectAt(banking.adminUrl, place.request.businessId)
    const stored = await storedAs(admin, 'bank_transactions')
    // As a vacuum leaves it.
    await admin.query(
      `SELECT gin_clean_pending_list(i.indexrelid) FROM pg_index i
         JOIN pg_opclass o ON o.oid = ANY (i.indclass) AND o.opcname = 'gin_trgm_ops' WHERE i.indrelid = $1::regclass`,
      [stored],
    )
    await admin.query(`ANALYZE ${stored}`)
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

  test('a frequent text is not searched where the rest of the filter leaves few', async () => {
    const { answer: found, rowsRead } = await gathered({ direction: 'CREDIT', description_like: '%fare%' })
    expect([found?.total, found?.rows.length]).toEqual([COUNT / 5, 101])
    expect(rowsRead).toBeLessThan(COUNT / 2)
  })

  test.each(CONTACT_KINDS)('only those of the requested %s are read', async (kind) => {
    for (const filter of [{ [`${kind}_id`]: contacts[kind].id }, { [`${kind}_external_id`]: 'P-7' }]) {
      const { answer, rowsRead } = await gathered(filter)
      expect([answer?.total, answer?.rows.length]).toEqual([10, 10])
      expect(rowsRead).toBeLessThan(30)
    }
  })
})

test('a page has few splits with very many parts', async () => {
  const { externalAccountId, bankAccountId } = place.accounts[1]
  const splits = Array.from({ length: 21 }, () => ({ ...splitOf(place, 1_000), externalAccountId, bankAccountId }))
  await write(banking, place, splits)
  const asked = { external_account_ids: [externalAccountId] }
  const first = await list(banking, place, { ...asked, page: { limit: 500 } })
  expect(first.data?.length).toBeGreaterThan(1)
  expect(Buffer.byteLength(JSON.stringify(first.data))).toBeLessThan(4 * 1024 * 1024)
  expect(first.pagination).toMatchObject({ has_more: true, total_count: 21 })
  const cursor = first.pagination?.cursor ?? ''
  const second = await list(banking, place, { ...asked, page: { limit: 500, cursor } })
  expect(new Set([...(first.data ?? []), ...(second.data ?? [])].map(({ id }) => id)).size).toBe(21)
})
