import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedPage } from './index.ts'
import { clientOf, json, startService, type Service } from './testing/service.test-helpers.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const page = (positions: number[], cursor: number, has_more: boolean) => {
  const data = positions.map((position) => ({ position, type: 'invoice.created' }))
  return json(200, { data, meta: { pagination: { cursor: String(cursor), has_more } } })
}
const urls = () => service.received.map(({ url }) => url)
const shown = ({ events, after }: FeedPage) => [events.map(({ position }) => position), after]

test('a feed is read from a position to its end, over pages where nothing matches', async () => {
  service.replies(page([42], 42, true), page([], 900, true), page([901, 905], 905, false))
  const pages: unknown[] = []
  const type = ['invoice', 'bill.voided']
  for await (const one of clientOf(service).client.events('b', { after: 41, type, limit: 2 })) pages.push(shown(one))
  expect(pages).toEqual([
    [[42], 42],
    [[], 900],
    [[901, 905], 905],
  ])
  const filter = 'limit=2&type=invoice&type=bill.voided'
  expect(urls()).toEqual([41, 42, 900].map((after) => `/v1/businesses/b/events?after=${after}&${filter}`))
})

test('a reader at the end of a feed is given nothing', async () => {
  service.replies(page([], 41, false))
  const pages: unknown[] = []
  for await (const one of clientOf(service).client.events('b', { after: 41 })) pages.push(one)
  expect(pages).toEqual([])
})

test('a feed is followed for ever, by a look every so often', async () => {
  service.replies(page([1], 1, false), page([], 1, false), page([], 1, false), page([2], 2, false))
  const { client, slept } = clientOf(service)
  const pages: unknown[] = []
  for await (const one of client.events('b', { everyMs: 5_000 })) if (pages.push(shown(one)) === 2) break
  expect(pages).toEqual([
    [[1], 1],
    [[2], 2],
  ])
  expect(slept).toEqual([5_000, 5_000, 5_000])
})
