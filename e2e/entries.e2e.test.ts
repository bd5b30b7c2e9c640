/** The journal as a listing: filters, order, pages. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  credit,
  debit,
  newClient,
  sale,
  target,
  type Books,
  type Call,
  type Entry,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
/** In the order of the journal: by entry_at, then as posted. */
let journal: Entry[]

const byTime = (a: Entry, b: Entry): number => a.entry_at.localeCompare(b.entry_at)
const ids = (entries: Entry[]): string[] => entries.map(({ id }) => id)

beforeAll(async () => {
  client = await newClient(target(), 'entries')
  books = await client.books({ time_zone: 'America/New_York' })
  const days = ['2026-03-01', '2026-03-08', '2026-03-09', '2026-02-28', '2026-03-08', '2025-12-31', '2026-03-31']
  const inputs = days.flatMap((day, index) => [
    sale(index + 1, `${day}T04:59:59.999Z`, { reference_number: `R-${index}`, external_id: `early-${index}` }),
    sale(index + 1, `${day}T12:00:00Z`, { tags: [{ key: 'store', value: `s${index % 3}` }] }),
    sale(index + 1, `${day}T12:00:00Z`, {
      line_items: [debit('CASH', 1), credit('SALES', 1, { tags: [{ key: 'store', value: 's9' }] })],
      reference_number: 'R-9',
    }),
  ])
  const posted = await books.allPosted(inputs)
  const [first] = posted
  const reversal = (await books.reverse(first?.id ?? '')).body.data
  journal = [...posted, reversal].map((entry) => ({
    ...entry,
    reversal_id: entry.id === first?.id ? reversal.id : null,
  }))
  journal.sort(byTime)
})

/** What a filter finds, in one page and backwards in some; both must agree. */
async function found(query: Call['query']): Promise<string[]> {
  const whole = await books.entries({ ...query, limit: 500 })
  const backwards = await books.allEntries({ ...query, limit: 10, sort_order: 'DESC' })
  expect(ids(backwards).reverse()).toEqual(ids(whole.data))
  expect(whole.meta.pagination).toMatchObject({ has_more: false, cursor: null, total_count: whole.data.length })
  return ids(whole.data)
}

const those = (fits: (entry: Entry) => boolean): string[] => ids(journal.filter(fits))

describe('the listing', () => {
  test('has all entries in the order of their time, and of posting within the same instant', async () => {
    expect((await books.entries()).data).toEqual(journal)
    expect(await found({})).toEqual(ids(journal))
    expect(ids(await books.allEntries({ limit: 3 }))).toEqual(ids(journal))
  })

  test('tells how it is sorted', async () => {
    expect((await books.entries({ sort_order: 'DESC', limit: 1 })).meta).toEqual({
      type: 'request_metadata',
      pagination: {
        sort_by: 'entry_at',
        sort_order: 'DESC',
        cursor: expect.any(String) as string,
        has_more: true,
        total_count: journal.length,
      },
    })
  })
})

describe('filters', () => {
  test('a day means that day in the zone of the business, the end day as a whole', async () => {
    const from = '2026-03-08T05:00:00.000Z'
    const until = '2026-03-09T04:00:00.000Z'
    const within = those(({ entry_at }) => entry_at >= from && entry_at < until)
    expect(await found({ start_date: '2026-03-08', end_date: '2026-03-08' })).toEqual(within)
    expect(within).toHaveLength(4)
    expect(await found({ end_date: '2025-12-30' })).toHaveLength(1)
  })

  test('an instant stands for itself, both ends included', async () => {
    const at = '2026-03-08T07:00:00-05:00'
    expect(await found({ start_date: at, end_date: at })).toEqual(
      those((entry) => entry.entry_at === '2026-03-08T12:00:00.000Z'),
    )
    expect(await found({ start_date: '2026-03-08T12:00:00.001Z', end_date: '2026-03-08T23:00:00Z' })).toEqual([])
  })

  test('find by reference number, one or several', async () => {
    expect(await found({ reference_number: 'R-3' })).toEqual(those((entry) => entry.reference_number === 'R-3'))
    const several = those(({ reference_number }) => ['R-3', 'R-9', 'R-5'].includes(reference_number ?? ''))
    expect(await found({ reference_numbers: 'R-3,R-9,R-5,R-unknown' })).toEqual(several)
    expect(await found({ reference_number: 'r-3' })).toEqual([])
  })

  test('find by external_id', async () => {
    expect(await found({ external_id: 'early-4' })).toEqual(those((entry) => entry.external_id === 'early-4'))
    expect(await found({ external_id: "early-4' OR true --" })).toEqual([])
  })

  test('find by tag, whether the entry has it or only a line', async () => {
    const tagged = (...values: string[]) =>
      those(({ line_items }) =>
        line_items.some(({ transaction_tags }) => transaction_tags.some(({ value }) => values.includes(value))),
      )
    expect(await found({ tag_key: 'store', tag_values: ['s1'] })).toEqual(tagged('s1'))
    expect(await found({ tag_key: 'store', tag_values: ['s0', 's9'] })).toEqual(tagged('s0', 's9'))
    expect(await found({ tag_key: 'store', tag_values: ['nothing'] })).toEqual([])
    expect(await found({ tag_key: 'nothing', tag_values: ['s1'] })).toEqual([])
  })

  test('find by entry type and by basis', async () => {
    expect(await found({ entry_type: 'MANUAL' })).toEqual(ids(journal))
    expect(await found({ entry_type: 'BANK' })).toEqual([])
    for (const reporting_basis of ['ACCRUAL', 'CASH']) expect(await found({ reporting_basis })).toEqual(ids(journal))
  })

  test('combine with AND', async () => {
    const both = { reference_number: 'R-9', start_date: '2026-03-08', end_date: '2026-03-08' }
    expect(await found(both)).toEqual(
      those((entry) => entry.reference_number === 'R-9' && entry.entry_at.startsWith('2026-03-08T12')),
    )
  })

  test.each([
    [{ tag_key: 'store' }, 'MissingTagValues', 'tag_values'],
    [{ tag_values: ['s1'] }, 'MissingTagValues', 'tag_key'],
    [{ start_date: '2026-02-30' }, 'InvalidQuery', 'start_date'],
    [{ end_date: 'yesterday' }, 'InvalidQuery', 'end_date'],
    [{ end_date: '2026-01-01T00:00:00' }, 'InvalidQuery', 'end_date'],
    [{ reporting_basis: 'BOTH' }, 'InvalidQuery', 'reporting_basis'],
    [{ entry_type: 'manual' }, 'InvalidQuery', 'entry_type'],
    [{ limit: 0 }, 'InvalidQuery', 'limit'],
    [{ limit: 501 }, 'InvalidQuery', 'limit'],
    [{ limit: '1e2' }, 'InvalidQuery', 'limit'],
    [{ sort_by: 'amount' }, 'InvalidQuery', 'sort_by'],
    [{ sort_order: 'asc' }, 'InvalidQuery', 'sort_order'],
    [{ external_id: ['a', 'b'] }, 'InvalidQuery', 'external_id'],
    [{ external_id: 'a\0' }, 'InvalidQuery', 'external_id'],
  ])('%j is refused', async (query, error_enum, field) => {
    const answer = await books.api.call('listEntries', { query })
    expect(answer.refusal).toEqual({ status: 400, error_enum, field })
  })
})

describe('between two pages', () => {
  test('an entry posted before, at or after the place of the cursor disturbs neither what follows nor the count', async () => {
    const own = await client.books()
    const at = (minute: number) => `2026-01-01T00:0${minute}:00Z`
    const posted = await own.allPosted([sale(1, at(1)), sale(2, at(3)), sale(3, at(3)), sale(4, at(5))])
    const first = await own.entries({ limit: 2 })
    const cursor = first.meta.pagination.cursor ?? ''
    const added = await own.allPosted([sale(5, at(0)), sale(6, at(3)), sale(7, at(9))])
    const rest = await own.entries({ limit: 500, cursor })
    expect(rest.meta.pagination.total_count).toBe(4)
    const seen = ids([...first.data, ...rest.data])
    expect(new Set(seen).size).toBe(seen.length)
    const old = new Set(ids(posted))
    expect(seen.filter((id) => old.has(id))).toEqual(ids(posted))
    expect(seen).not.toContain(added[0]?.id)
  })
})

describe('a cursor', () => {
  const refusalOf = async (query: Call['query']) => (await books.api.call('listEntries', { query })).refusal
  const invalid = { status: 400, error_enum: 'InvalidCursor', field: 'cursor' }

  test('serves the listing it was made for, with any limit', async () => {
    const { meta, data } = await books.entries({ limit: 3 })
    const next = await books.entries({ limit: 5, cursor: meta.pagination.cursor ?? '' })
    expect(ids([...data, ...next.data])).toEqual(ids(journal.slice(0, 8)))
  })

  test('of other filters, another order or another listing is refused', async () => {
    const cursor = (await books.entries({ limit: 3 })).meta.pagination.cursor ?? ''
    expect(await refusalOf({ cursor, end_date: '2026-12-31' })).toEqual(invalid)
    expect(await refusalOf({ cursor, sort_order: 'DESC' })).toEqual(invalid)
    expect(await refusalOf({ cursor, tag_key: 'store', tag_values: ['s1'] })).toEqual(invalid)
    const lines = await books.lines('CASH', { limit: 3 })
    expect(await refusalOf({ cursor: lines.meta.pagination.cursor ?? '' })).toEqual(invalid)
  })

  test('altered, cut or made up is refused', async () => {
    const cursor = (await books.entries({ limit: 3 })).meta.pagination.cursor ?? ''
    const [payload = '', signature = ''] = cursor.split('.')
    const forged = Buffer.from(JSON.stringify([0, '2020-01-01T00:00:00.000Z', '0'])).toString('base64url')
    for (const wrong of [
      cursor.slice(1),
      `${cursor}x`,
      payload,
      `${payload}.`,
      `.${signature}`,
      `${forged}.${signature}`,
      'garbage',
      '.',
      '🙃',
    ])
      expect([wrong, await refusalOf({ cursor: wrong })]).toEqual([wrong, invalid])
  })
})
