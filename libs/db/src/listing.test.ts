import { describe, expect, test } from 'vitest'
import { allOf, keyset } from './listing.ts'

describe('conditions', () => {
  test('are numbered in their order, and those without a value are left out', () => {
    expect(
      allOf(['d.business_id = $', 'b'], ['d.status = $', undefined], undefined, 'd.deleted_at IS NULL', [
        'd.is_open = $',
        false,
      ]),
    ).toEqual({ where: 'd.business_id = $1 AND d.deleted_at IS NULL AND d.is_open = $2', bind: ['b', false] })
  })

  test('may refer to a value that is already bound', () => {
    const tagged = 'd.id IN (SELECT id FROM tags WHERE business_id = $1 AND tag_id = ANY ($::uuid[]))'
    expect(allOf(['d.business_id = $', 'b'], [tagged, ['t']])).toEqual({
      where:
        'd.business_id = $1 AND d.id IN (SELECT id FROM tags WHERE business_id = $1 AND tag_id = ANY ($2::uuid[]))',
      bind: ['b', ['t']],
    })
  })
})

describe('a page by keyset', () => {
  const columns = [
    ['d.made_at', 'timestamptz'],
    ['d.id', 'uuid'],
  ] as const

  test('begins with the first row without a cursor', () => {
    const bind = ['b']
    expect(keyset({ sortOrder: 'ASC', after: undefined }, columns, bind)).toEqual({
      beyond: 'true',
      orderBy: 'd.made_at ASC, d.id ASC',
    })
    expect(bind).toEqual(['b'])
  })

  test('continues after the last row of the previous page, in its direction', () => {
    const bind = ['b']
    expect(keyset({ sortOrder: 'DESC', after: ['2026-01-01', 'x'] }, columns, bind)).toEqual({
      beyond: '(d.made_at, d.id) < ($2::timestamptz, $3::uuid)',
      orderBy: 'd.made_at DESC, d.id DESC',
    })
    expect(bind).toEqual(['b', '2026-01-01', 'x'])
  })
})
