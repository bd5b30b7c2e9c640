import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cursorIn, itemsOf } from './pages.ts'
import { clientOf, json, lost, startService, type Service } from './testing/service.test-helpers.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const params = { path: { businessId: 'b' } }
const pagination = (cursor: string | null) => ({ meta: { pagination: { cursor, has_more: cursor !== null } } })
const page = (ids: string[], cursor: string | null) =>
  json(200, { data: ids.map((id) => ({ id })), ...pagination(cursor) })
const urls = () => service.received.map(({ url }) => url)

test('a list is read page by page, with its filters, and also over a lost connection', async () => {
  service.replies(page(['1', '2'], 'a+b/='), lost, page([], 'c'), page(['3'], null))
  const { client } = clientOf(service)
  const ids: string[] = []
  const query = { status: 'PAID', limit: 2 } as const
  for await (const { id } of client.pages('/v1/businesses/{businessId}/invoices', { params: { ...params, query } }))
    ids.push(id)
  expect(ids).toEqual(['1', '2', '3'])
  const list = '/v1/businesses/b/invoices?status=PAID&limit=2'
  expect(urls()).toEqual([list, `${list}&cursor=a%2Bb%2F%3D`, `${list}&cursor=a%2Bb%2F%3D`, `${list}&cursor=c`])
})

test('a reader that stops requests no further page', async () => {
  service.replies(page(['1', '2'], 'next'))
  const { client } = clientOf(service)
  for await (const { id } of client.pages('/v1/businesses')) if (id === '2') break
  expect(urls()).toEqual(['/v1/businesses'])
})

test('a list may begin at a cursor that was kept', async () => {
  service.replies(page(['3'], null))
  const { client } = clientOf(service)
  for await (const { id } of client.pages('/v1/businesses', { params: { query: { cursor: 'kept' } } }))
    expect(id).toBe('3')
  expect(urls()).toEqual(['/v1/businesses?cursor=kept'])
})

test('a bare list is followed by its Link, to where it began', async () => {
  const link = '<https://elsewhere.example/v1/x?limit=1&cursor=n%2B1>; rel="next"'
  service.replies(json(200, [{ id: '1' }], { link }), json(200, [{ id: '2' }]))
  const { client } = clientOf(service)
  const ids: string[] = []
  for await (const { id } of client.pages('/v1/businesses/{businessId}/invoices/refunds/payments', { params }))
    ids.push(id)
  expect(ids).toEqual(['1', '2'])
  const list = '/v1/businesses/b/invoices/refunds/payments'
  expect(urls()).toEqual([list, `${list}?cursor=n%2B1`])
})

test('any items in any pages come once and in their order, by either way of paging', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.nat()), { minLength: 1 }), fc.boolean(), async (pages, isBare) => {
      const ask = (cursor = '0') => {
        const [data = [], next] = [pages[Number(cursor)], Number(cursor) + 1 < pages.length ? Number(cursor) + 1 : null]
        const headers = next === null ? {} : { link: `</v1/list?cursor=${next}>; rel="next"` }
        const body = isBare ? data : { data, ...pagination(next === null ? null : String(next)) }
        return Promise.resolve({
          body,
          response: new Response(null, { headers }),
          posting: undefined,
          through: undefined,
        })
      }
      const items: number[] = []
      for await (const item of itemsOf<number>(ask)) items.push(item)
      expect(items).toEqual(pages.flat())
    }),
  )
})

test.each([
  [null, undefined],
  ['', undefined],
  ['</x?cursor=1>; rel="prev"', undefined],
  ['</x?cursor=1>; rel="prev", </x?cursor=2>; rel="next"', '2'],
  ['</x?cursor=1,2>; title="a, b"; rel=next', '1,2'],
  ['</x?cursor=3>; rel="last next"', '3'],
  ['</x?page=3>; rel="next"', undefined],
])('the header %j leads on by %j', (link, cursor) => {
  expect(cursorIn(link)).toBe(cursor)
})
