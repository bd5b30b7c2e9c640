/** Closings that were made: taken back, listed, asked for again. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { booksSince2024, close, closed, closing, closings, reverse } from './src/closings.ts'
import {
  allPages,
  newClient,
  sale,
  target,
  type Books,
  type Call,
  type ClosingAction,
  type EntryInput,
  type TestClient,
} from './src/index.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'closing-actions')
})

/** Books that were kept from the start of 2024 on, with these entries. */
const booksOf = (entries: EntryInput[] = []): Promise<Books> => booksSince2024(client, entries)

describe('a closing that is reversed', () => {
  test('gives back what it closed, at its own time, and answers the same when it is reversed again', async () => {
    const books = await booksOf([sale(100, '2024-03-01T12:00:00Z')])
    const { id, primary_entry } = await closed(books, { year: 2024 })
    // And in no other way.
    expect((await books.reverse(primary_entry.id)).refusal).toMatchObject({ status: 422, error_enum: 'EntryOwned' })
    const first = await reverse(books, id, { memo: 'not yet' })
    const second = await reverse(books, id)
    expect([first.status, second.status]).toEqual([201, 200])
    // Between the two it may be sealed.
    const [shown, again] = [first, second].map(({ body }) => ({ ...body, data: { ...body.data, seal: null } }))
    expect(again).toEqual(shown)
    const { data } = first.body
    expect(data.reversed_at).toEqual(expect.any(String))
    const undone = await books.entry(data.primary_entry.reversal_id ?? '')
    expect(undone).toMatchObject({
      entry_at: primary_entry.entry_at,
      memo: 'not yet',
      reversal_of_id: primary_entry.id,
      entry_type: 'CLOSING_ACTION_RETAINED_EARNINGS',
    })
    expect(await books.balances({ end_date: '2024-12-31' })).toMatchObject({ SALES: 100, RETAINED_EARNINGS: 0 })
    expect((await close(books, { year: 2024 })).status).toBe(201)
  })

  test('has to be one of the business', async () => {
    const [own, other] = [await booksOf([sale(1, '2024-03-01T12:00:00Z')]), await booksOf()]
    const { id } = await closed(own, { year: 2024 })
    for (const closingId of [id, NOBODY, 'x'])
      for (const answer of [await closing(other, closingId), await reverse(other, closingId)])
        expect(answer.refusal).toEqual({ status: 404, error_enum: 'ClosingNotFound', field: 'closingId' })
    expect((await closing(own, id)).body.data.reversed_at).toBeNull()
  })
})

test('a closing and its reversal are events, in the audit log and versions, with who asked for them', async () => {
  const books = await booksOf([sale(100, '2024-03-01T12:00:00Z')])
  const { id, primary_entry, closing_action } = await closed(books, { year: 2024, metadata: { by: 'me' } })
  const { reversed_at } = (await reverse(books, id)).body.data
  const events = await waitFor('both to be told', async () => {
    const { data } = (await books.api.call('listEvents', { query: { type: ['closing_action'] } })).body
    return data.length === 2 && data
  })
  const state = { id, closing_action, primary_entry_id: primary_entry.id, secondary_entry_ids: [], reversed_at: null }
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['closing_action.created', expect.objectContaining({ ...state, version: 1 })],
    ['closing_action.reversed', expect.objectContaining({ ...state, reversed_at, version: 2 })],
  ])
  const { data: versions } = (
    await books.api.call('listVersions', { query: { aggregate_type: 'closing_action', aggregate_id: id } })
  ).body
  expect(versions.map(({ version, actor }) => [version, actor])).toEqual(
    events.toReversed().map(({ aggregate_version, actor }) => [aggregate_version, actor]),
  )
  expect(versions[0]?.actor?.subject).toEqual(expect.any(String))
  const { data: log } = (await books.api.call('listAuditLog', { query: { type: ['closing_action'] } })).body
  expect(log.map(({ event_type }) => event_type)).toEqual(['closing_action.reversed', 'closing_action.created'])
  // Asked for as a preview, nothing is told.
  const shown = await books.api.call('closeRetainedEarnings', { body: { year: 2024 }, query: { validate_only: true } })
  expect(shown.body.data).toHaveLength(1)
  expect((await books.api.call('listAuditLog', { query: { type: ['closing_action'] } })).body.data).toEqual(log)
})

describe('closings are listed', () => {
  let books: Books
  let ids: string[]
  beforeAll(async () => {
    books = await booksOf([2024, 2025, 2026].map((year) => sale(year, `${year}-03-01T12:00:00Z`)))
    const made: ClosingAction[] = []
    for (const year of [2024, 2025, 2026]) made.push(await closed(books, { year, reference_number: `FY${year}` }))
    ids = made.map(({ id }) => id)
    await reverse(books, ids[1] ?? '')
  })
  const listed = async (query: Call['query'] = {}): Promise<number[]> =>
    (await closings(books, query)).data.map(({ id }) => ids.indexOf(id))

  test('the latest close first, or as asked', async () => {
    expect(await listed()).toEqual([2, 1, 0])
    expect(await listed({ sort_order: 'ASC' })).toEqual([0, 1, 2])
    expect(await listed({ sort_by: 'created_at' })).toEqual([2, 1, 0])
  })

  test('by the day of their close, with or without the reversed ones, by reference number', async () => {
    expect(await listed({ start_date: '2025-12-31' })).toEqual([2, 1])
    expect(await listed({ start_date: '2025-01-01', end_date: '2025-12-31' })).toEqual([1])
    expect(await listed({ end_date: '2025-12-30' })).toEqual([0])
    expect(await listed({ include_reversed: false })).toEqual([2, 0])
    expect(await listed({ reference_number: 'FY2024' })).toEqual([0])
    expect(await listed({ reference_numbers: 'FY2024,FY2026,FY1' })).toEqual([2, 0])
  })

  test('page after page', async () => {
    const paged = await allPages((cursor) => closings(books, { limit: 1, cursor }))
    expect(paged.map(({ id }) => ids.indexOf(id))).toEqual([2, 1, 0])
    const sealedLater = (all: typeof paged) => all.map((one) => ({ ...one, seal: null }))
    expect(sealedLater((await closings(books)).data)).toEqual(sealedLater(paged))
  })

  test('not with a cursor, a day or a field of something else', async () => {
    const { cursor } = (await closings(books, { limit: 1 })).meta.pagination
    const list = (query: Call['query']) => books.api.call('listClosingActions', { query })
    expect((await list({ cursor: cursor ?? '', include_reversed: false })).refusal.error_enum).toBe('InvalidCursor')
    expect((await list({ start_date: 'x' })).refusal).toMatchObject({ status: 400, error_enum: 'InvalidQuery' })
    expect((await list({ year: 2024 })).refusal).toMatchObject({ status: 400, error_enum: 'UnknownField' })
  })
})

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'close-it' }

  test('replays a closing', async () => {
    const books = await booksOf([sale(1, '2024-03-01T12:00:00Z')])
    const [first, second] = [await close(books, { year: 2024 }, headers), await close(books, { year: 2024 }, headers)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect([second.headers['idempotency-replayed'], second.body]).toEqual(['true', first.body])
    expect((await close(books, { year: 2025 }, headers)).refusal.error_enum).toBe('IdempotencyKeyReused')
  })

  test('is not kept with a preview', async () => {
    const books = await booksOf([sale(1, '2024-03-01T12:00:00Z')])
    const show = (year: number) =>
      books.api.call('previewRetainedEarningsClosing', { body: { year }, headers: { 'idempotency-key': 'look' } })
    const first = await show(2024)
    await books.posted(sale(1, '2024-04-01T12:00:00Z'))
    const second = await show(2024)
    expect([first, second].map(({ body }) => body.data[0]?.primary_entry.line_items[0]?.amount)).toEqual([1, 2])
    expect(second.headers['idempotency-replayed']).toBeUndefined()
    expect((await show(2023)).status).toBe(200)
  })
})
