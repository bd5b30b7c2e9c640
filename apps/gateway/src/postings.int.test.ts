/** Postings of two services as one list, before fake services. */
import { refused, type ErrorEnum } from '@pacioli/errors'
import { StagedPostingsService } from '@pacioli/protos/postings'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal, FakeServices, type Given } from './testing/fake-services.test-helpers.ts'

type Posting = { id: string; staged_at: string; status: string; source_type: string }
type Question = { limit: number; sort_order: string; status?: string; source_id?: string; after?: Posting }

const services = new FakeServices()
const { call } = services

/** What each has, in any order. */
let has: Record<'banking' | 'billing', Posting[]>
let retried: Record<'banking' | 'billing', ErrorEnum | undefined>

const keyOf = ({ staged_at, id }: Posting) => `${staged_at} ${id}`

function listed(all: readonly Posting[], { limit, sort_order, status, after }: Question) {
  const matching = all
    .filter((posting) => status === undefined || posting.status === status)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) === (sort_order === 'ASC') ? -1 : 1))
  const rest = matching.filter(
    (posting) => !after || (sort_order === 'ASC' ? keyOf(posting) > keyOf(after) : keyOf(posting) < keyOf(after)),
  )
  return { data: rest.slice(0, limit), has_more: rest.length > limit, total_count: matching.length }
}

const postingsOf = (name: 'banking' | 'billing') =>
  services.serving(StagedPostingsService, () => ({}), {
    ListPostings: (question: Given) => listed(has[name], question as unknown as Question),
    RetryPosting: ({ posting_id }) => {
      const refusalOfIt = retried[name]
      if (refusalOfIt !== undefined) throw refused(refusalOfIt, name)
      return { data: { id: posting_id, status: 'POSTED', source_type: name } }
    },
  })

beforeAll(() => services.start({ banking: [postingsOf('banking')], billing: [postingsOf('billing')] }))
afterAll(() => services.stop())

const staged = (source_type: string, second: number, status = 'POSTED'): Posting => ({
  id: randomUUID(),
  staged_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
  status,
  source_type,
})

beforeEach(() => {
  services.received = []
  has = {
    banking: [1, 1, 3, 4, 9].map((second) => staged('bank_transaction', second)),
    billing: [1, 2, 3, 5, 6, 7, 8].map((second) => staged('bill', second, second > 6 ? 'FAILED' : 'POSTED')),
  }
  retried = { banking: undefined, billing: undefined }
})

const inOrder = () => [...has.banking, ...has.billing].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
const idsOf = (postings: readonly Posting[]) => postings.map(({ id }) => id)

describe('the postings of banking and of billing', () => {
  test.each(['ASC', 'DESC'])('are one list (%s), page after page, with their number', async (order) => {
    for (const limit of [1, 2, 5, 12, 100]) {
      const seen: Posting[] = []
      let cursor = ''
      do {
        const { body } = await call('GET', `postings?sort_order=${order}&limit=${limit}${cursor}`)
        const { pagination } = body.meta
        expect(pagination).toMatchObject({ sort_by: 'staged_at', sort_order: order, total_count: 12 })
        expect(pagination.has_more).toBe(pagination.cursor !== null)
        seen.push(...body.data)
        cursor = pagination.cursor === null ? '' : `&cursor=${pagination.cursor}`
      } while (cursor !== '')
      expect(idsOf(seen)).toEqual(idsOf(order === 'ASC' ? inOrder() : inOrder().toReversed()))
    }
  })

  test('come newest first, a hundred at a time, by default', async () => {
    const { body } = await call('GET', 'postings')
    expect(idsOf(body.data)).toEqual(idsOf(inOrder().toReversed()))
    expect(body.meta.pagination.sort_order).toBe('DESC')
    const calls = services.received.filter(({ method }) => method === 'ListPostings')
    expect(calls.map(({ request }) => [request.limit, request.sort_order])).toEqual([
      [100, 'DESC'],
      [100, 'DESC'],
    ])
  })

  test('keep their order when others are staged between two pages: what is newer is on none of the later ones', async () => {
    has.banking = []
    const first = await call('GET', 'postings?limit=2')
    has.banking = [staged('bank_transaction', 59), staged('bank_transaction', 1)]
    const { cursor } = first.body.meta.pagination
    const second = await call('GET', `postings?limit=100&cursor=${cursor}`)
    expect(idsOf([...first.body.data, ...second.body.data])).toEqual(idsOf(inOrder().toReversed().slice(1)))
    expect(second.body.meta.pagination.total_count).toBe(7)
  })

  test('are filtered in both', async () => {
    const { body } = await call('GET', 'postings?status=FAILED')
    expect(body.data.map(({ type, source_type }: Given) => [type, source_type])).toEqual([
      ['Posting', 'bill'],
      ['Posting', 'bill'],
    ])
    expect(body.meta.pagination.total_count).toBe(2)
    await call('GET', `postings?source_id=${has.billing[0]?.id}`)
    expect(services.lastOf('ListPostings')).toMatchObject({ source_id: has.billing[0]?.id })
  })

  test('have cursors of their own: altered ones and those of other filters are refused', async () => {
    const { cursor } = (await call('GET', 'postings?limit=1')).body.meta.pagination as { cursor: string }
    const other = await call('GET', 'postings?limit=1&sort_order=ASC')
    const wrong = [
      `limit=1&status=FAILED&cursor=${cursor}`,
      `limit=1&source_id=x&cursor=${cursor}`,
      `limit=1&cursor=${other.body.meta.pagination.cursor}`,
      `limit=1&cursor=${cursor.slice(0, -1)}`,
      `limit=1&cursor=${cursor.replace(/^./, (letter) => (letter === 'W' ? 'X' : 'W'))}`,
      'cursor=x',
    ]
    services.received = []
    for (const query of wrong)
      expect([query, refusal(await call('GET', `postings?${query}`))]).toEqual([
        query,
        [400, 'InvalidCursor', 'cursor'],
      ])
    expect(services.received.filter(({ method }) => method === 'ListPostings')).toEqual([])
    expect((await call('GET', `postings?limit=3&cursor=${cursor}`)).status).toBe(200)
  })

  test.each(['limit=0', 'limit=501', 'sort_by=id', 'sort_order=UP', 'status=LOST'])(
    'by %s are refused',
    async (query) => {
      expect(refusal(await call('GET', `postings?${query}`)).slice(0, 2)).toEqual([400, 'InvalidQuery'])
    },
  )
})

describe('a retry', () => {
  const id = randomUUID()
  const retry = () => call('POST', `postings/${id}/retry`)

  test('is for the service that has the posting', async () => {
    retried = { banking: 'PostingNotFound', billing: undefined }
    expect((await retry()).body.data).toMatchObject({ type: 'Posting', id, source_type: 'billing' })
    retried = { banking: undefined, billing: 'PostingNotFound' }
    expect((await retry()).body.data).toMatchObject({ source_type: 'banking' })
    // Whether the other one answers makes no difference.
    retried = { banking: 'ServiceUnavailable', billing: undefined }
    expect((await retry()).body.data).toMatchObject({ source_type: 'billing' })
  })

  test.each([
    ['PostingNotFound', 'PostingNotFound', 404, 'PostingNotFound'],
    ['PostingNotFailed', 'PostingNotFound', 409, 'PostingNotFailed'],
    ['PostingNotFound', 'PostingNotFailed', 409, 'PostingNotFailed'],
    ['PostingNotFound', 'ServiceUnavailable', 503, 'ServiceUnavailable'],
    ['ServiceUnavailable', 'PostingNotFailed', 409, 'PostingNotFailed'],
  ] as const)('that banking answers with %s and billing with %s is %s', async (banking, billing, status, name) => {
    retried = { banking, billing }
    expect(refusal(await retry()).slice(0, 2)).toEqual([status, name])
  })

  test('of an invalid id calls no service', async () => {
    expect(refusal(await call('POST', 'postings/x/retry'))).toEqual([404, 'PostingNotFound', 'postingId'])
    expect(services.received.some(({ method }) => method === 'RetryPosting')).toBe(false)
  })
})
