import { expect, test } from 'vitest'
import { recordsBetween, thenTable } from './table.ts'

const AT = { newest: 'ledger:2200,banking:0,billing:240', before: 'ledger:1200,banking:0,billing:240' }

test('records between two moments are those of all owners', () => {
  expect(recordsBetween(AT.before, AT.newest)).toBe(1_000)
  expect(recordsBetween('ledger:2200,banking:0,billing:140', AT.newest)).toBe(100)
})

test('a report as recorded is so many times one of now, and dearer by what was recorded since', () => {
  const row = {
    name: 'trial balance',
    now: [10, 12, 11],
    moments: [
      [20, 24, 22],
      [25, 29, 27],
    ],
  }
  const text = thenTable([row], [AT.newest, AT.before])
  expect(text).toContain('1000 since')
  expect(text).toMatch(/trial balance\W+11\.0\W+2\.00\W+2\.4\d\W+5\.00/)
})
