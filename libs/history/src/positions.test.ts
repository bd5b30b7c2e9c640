import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentFrom, textOf } from './positions.ts'

const position = fc.nat({ max: 999_999_999_999_999 })

const positions = fc.record({ ledger: position, banking: position, billing: position })
const left = fc.record({
  today: fc.constantFrom(undefined, '2026-01-31', '2024-02-29'),
  basis: fc.constantFrom(undefined, 'ACCRUAL' as const, 'CASH' as const),
})

test('positions are told as they are read, with what was left to the moment', () => {
  fc.assert(
    fc.property(positions, left, (positions, left) => {
      expect(momentFrom(textOf(positions, left))).toEqual({ kind: 'POSITIONS', positions, left })
    }),
  )
  expect(textOf({ ledger: 1, banking: 2, billing: 3 })).toBe('ledger:1,banking:2,billing:3')
})

test('an instant has its offset', () => {
  for (const [text, at] of [
    ['2026-03-31T23:59:59.999Z', '2026-03-31T23:59:59.999Z'],
    ['2026-03-31T23:59:59-05:00', '2026-04-01T04:59:59.000Z'],
    ['2026-03-31T23:59Z', '2026-03-31T23:59:00.000Z'],
  ] as const)
    expect(momentFrom(text)).toEqual({ kind: 'INSTANT', at: new Date(at) })
})

test.each([
  '',
  '2026-03-31',
  '2026-03-31T10:00:00',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-04-31T23:59:59.999+02:00',
  '2026-01-01T24:00:00Z',
  'ledger:1,banking:2,billing:3,today:2026-02-30',
  'ledger:1,banking:2,billing:3,basis:MIXED',
  'ledger:1,banking:2,billing:3,basis:CASH,today:2026-02-28',
  'ledger:1',
  'ledger:1,banking:2',
  'ledger:-1,banking:2,billing:3',
  'ledger:1,banking:2,billing:3,tax:4',
  'banking:1,ledger:2,billing:3',
  'now',
])('%j is neither', (text) => {
  expect(() => momentFrom(text)).toThrow(expect.objectContaining({ errorEnum: 'InvalidQuery' }))
})
