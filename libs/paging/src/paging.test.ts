import { DomainError } from '@pacioli/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fittingInBytes, MAX_LIMIT, paginationOf, readPage, type Listing, type PageRequest } from './index.ts'

const key = Buffer.alloc(32, 1)
const listing: Listing = { name: 'things', sorts: ['date', 'amount'], defaultOrder: 'ASC' }
const scope = ['business', { direction: 'INFLOW' }]

const refusal = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (error) {
    return error instanceof DomainError ? error.errorEnum : String(error)
  }
  return undefined
}

const read = (request: PageRequest, within = scope, by = key, of = listing) => readPage(by, of, within, request)
const cursorAfter = (position: string[], request: PageRequest = {}): string =>
  paginationOf(key, listing, scope, read(request), 42, position).cursor ?? ''

describe('a page', () => {
  test('is the first hundred in the default order unless asked otherwise', () => {
    expect(read({})).toEqual({ limit: 100, sortBy: 'date', sortOrder: 'ASC', after: undefined, totalCount: undefined })
  })

  test.each([0, -1, MAX_LIMIT + 1, 1.5, Number.NaN])('of %s rows is refused', (limit) => {
    expect(refusal(() => read({ limit }))).toBe('InvalidQuery')
  })

  test('of one row and of the most rows is served', () => {
    expect([read({ limit: 1 }).limit, read({ limit: MAX_LIMIT }).limit]).toEqual([1, MAX_LIMIT])
  })

  test('is sorted by nothing that the listing does not offer', () => {
    expect(refusal(() => read({ sort_by: 'id' }))).toBe('InvalidQuery')
    expect(refusal(() => read({ sort_order: 'asc' }))).toBe('InvalidQuery')
  })
})

describe('a cursor', () => {
  test('brings back where the last page ended and how many rows there are', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 3 }), (position) => {
        expect(read({ cursor: cursorAfter(position) })).toMatchObject({ after: position, totalCount: 42 })
      }),
    )
  })

  test('is absent on the last page', () => {
    expect(paginationOf(key, listing, scope, read({}), 1, undefined)).toEqual({
      sort_by: 'date',
      sort_order: 'ASC',
      total_count: 1,
      has_more: false,
    })
  })

  test('is refused with other filters, another listing, sort, order, tenant or key', () => {
    const cursor = cursorAfter(['x'])
    const others = [
      () => read({ cursor }, ['business', { direction: 'OUTFLOW' }]),
      () => read({ cursor }, ['other', { direction: 'INFLOW' }]),
      () => read({ cursor }, scope, key, { ...listing, name: 'others' }),
      () => read({ cursor, sort_by: 'amount' }),
      () => read({ cursor, sort_order: 'DESC' }),
      () => read({ cursor }, scope, Buffer.alloc(32, 2)),
    ]
    expect(others.map(refusal)).toEqual(others.map(() => 'InvalidCursor'))
  })

  test('is refused when it is altered in any place, and its content never trusted', () => {
    const cursor = cursorAfter(['2026-01-01', '7'])
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom('A', 'z', '.', '%', ''), (at, other) => {
        const altered = cursor.slice(0, at) + other + cursor.slice(at + 1)
        fc.pre(altered !== cursor)
        expect(refusal(() => read({ cursor: altered }))).toBe('InvalidCursor')
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refusal(() => read({ cursor: text }))).toBe('InvalidCursor')
      }),
    )
  })
})

test('a page ends before three MiB, but has at least one item', () => {
  const half = 1.5 * 1024 * 1024
  expect(fittingInBytes([half, half, 1], (bytes) => bytes)).toBe(2)
  expect(fittingInBytes([half, half + 1, 1], (bytes) => bytes)).toBe(1)
  expect(fittingInBytes([9 * half, 1], (bytes) => bytes)).toBe(1)
  expect(fittingInBytes([1, 1], (bytes) => bytes)).toBe(2)
})
