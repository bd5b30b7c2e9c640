import { expect, test } from 'vitest'
import { createdAt, distinct, type Found } from './kind.ts'
import { pathOf } from './paths.ts'

test('an id of version 7 says when it was created, any other does not', () => {
  expect(createdAt('0199c0de-3333-7000-8000-000000000003')).toEqual(new Date(0x0199c0de3333))
  expect(createdAt('0199c0de-3333-4000-8000-000000000003')).toBe(null)
})

test('what is found in several ways is kept once, by the first', () => {
  const found = (id: string, match: Found['match']) => ({ id, match }) as Found
  expect(distinct([found('a', 'ID'), found('b', 'ID'), found('a', 'EXTERNAL_ID')]).map(({ match }) => match)).toEqual([
    'ID',
    'ID',
  ])
})

test('a path goes by the id, or by that of what a thing is a part of; what has none has no path', () => {
  expect(pathOf('b', { type: 'invoice', id: 'i', parent: null })).toBe('/v1/businesses/b/invoices/i')
  expect(pathOf('b', { type: 'write_off', id: 'w', parent: 'i' })).toBe('/v1/businesses/b/invoices/i')
  expect(pathOf('b', { type: 'business', id: 'b', parent: null })).toBe('/v1/businesses/b')
  expect(pathOf('b', { type: 'write_off', id: 'w', parent: null })).toBeUndefined()
  expect(pathOf('b', { type: 'something else', id: 'x', parent: null })).toBeUndefined()
})
