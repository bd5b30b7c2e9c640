import { refused, type ErrorEnum } from '@pacioli/errors'
import type { ListPostingsResponse__Output, StagedPosting__Output } from '@pacioli/protos/postings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergedPage, refusalOf } from './merged-postings.ts'

type Place = Pick<StagedPosting__Output, 'staged_at' | 'id'>
type Order = 'ASC' | 'DESC'

const key = ({ staged_at, id }: Place) => `${staged_at} ${id}`
const comesFirst = (one: Place, other: Place, order: Order): boolean =>
  order === 'ASC' ? key(one) < key(other) : key(one) > key(other)

const inOrder = (places: readonly Place[], order: Order): Place[] =>
  places.toSorted((one, other) => (comesFirst(one, other, order) ? -1 : 1))

/** What a service answers that has these. */
function pageOf(all: readonly Place[], order: Order, limit: number, after?: Place): ListPostingsResponse__Output {
  const rest = inOrder(all, order).filter((place) => !after || comesFirst(after, place, order))
  return {
    data: rest.slice(0, limit) as StagedPosting__Output[],
    has_more: rest.length > limit,
    total_count: all.length,
  }
}

/** Few instants, so that many are staged at the same one. */
const places = fc.uniqueArray(
  fc.record({ staged_at: fc.constantFrom('2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'), id: fc.uuid() }),
  { selector: ({ id }) => id, maxLength: 12 },
)

describe('postings of several services', () => {
  test('are paged as one list, in order, none lost and none repeated', () => {
    fc.assert(
      fc.property(
        fc.array(places, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom<Order>('ASC', 'DESC'),
        (services, limit, sortOrder) => {
          const all = inOrder(services.flat(), sortOrder)
          const seen: Place[] = []
          for (let after: Place | undefined; ;) {
            const pages = services.map((service) => pageOf(service, sortOrder, limit, after))
            const page = mergedPage(pages, { limit, sortOrder })
            expect(page.totalCount).toBe(all.length)
            expect(page.data.length).toBe(Math.min(limit, all.length - seen.length))
            seen.push(...page.data)
            expect(page.hasMore).toBe(seen.length < all.length)
            if (!page.hasMore) break
            after = page.data.at(-1)
          }
          expect(seen).toEqual(all)
        },
      ),
    )
  })

  test('end where the only one that has more ends', () => {
    const page = mergedPage([{ data: [], has_more: false, total_count: 0 }], { limit: 5, sortOrder: 'ASC' })
    expect(page).toEqual({ data: [], hasMore: false, totalCount: 0 })
  })
})

describe('a posting that no service retried is refused with', () => {
  const [notFound, notFailed, away] = (
    ['PostingNotFound', 'PostingNotFailed', 'ServiceUnavailable'] as ErrorEnum[]
  ).map((name) => refused(name, name))
  const defect = new Error('a defect')

  test.each([
    [[notFound, notFound], notFound],
    [[notFound, notFailed], notFailed],
    [[notFailed, notFound], notFailed],
    [[away, notFailed], notFailed],
    [[notFound, away], away],
    [[away, notFound], away],
    [[notFound, defect], defect],
  ])('%s: %s', (reasons, refusal) => expect(refusalOf(reasons)).toBe(refusal))
})
