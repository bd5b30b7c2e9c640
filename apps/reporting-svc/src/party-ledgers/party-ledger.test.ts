import { expect, test } from 'vitest'
import { nameOfLine, nothingStands, PARTY_SIDES, standings, withoutUndone, type PartyLine } from './party-ledger.ts'

const line = (id: string, more: Partial<PartyLine> = {}): PartyLine => ({
  id,
  entryId: id,
  entryAt: new Date('2026-01-31T12:00:00Z'),
  day: '2026-01-31',
  part: 'owed',
  direction: 'DEBIT',
  amount: 100,
  sourceType: 'invoice',
  reversalOfId: null,
  referenceNumber: null,
  memo: null,
  document: null,
  dueDay: null,
  ...more,
})

const later = { entryAt: new Date('2026-02-01T12:00:00Z') }

test.each([
  ['CUSTOMER', 'owed', 'DEBIT', 100n],
  ['CUSTOMER', 'owed', 'CREDIT', -100n],
  ['CUSTOMER', 'unapplied', 'CREDIT', 100n],
  ['CUSTOMER', 'refunds', 'CREDIT', 100n],
  ['VENDOR', 'owed', 'CREDIT', 100n],
  ['VENDOR', 'owed', 'DEBIT', -100n],
  ['VENDOR', 'unapplied', 'DEBIT', 100n],
] as const)('of a %s, what is %s moves by a %s', (kind, part, direction, moved) => {
  const opening = { owed: 7n, unapplied: 7n, refunds: 7n }
  const shown = standings(PARTY_SIDES[kind], opening)(line('a', { part, direction }))
  expect(shown.moved).toBe(moved)
  expect(shown.after).toEqual({ ...opening, [part]: 7n + moved })
})

test('what stands after a line is kept by the lines after it', () => {
  const after = standings(PARTY_SIDES.CUSTOMER, nothingStands())
  expect([after(line('a')), after(line('b'))].map(({ after: { owed } }) => owed)).toEqual([100n, 200n])
})

test('a line is named by what its entry was posted for', () => {
  const nameOf = (more: Partial<PartyLine>) =>
    nameOfLine(standings(PARTY_SIDES.CUSTOMER, nothingStands())(line('a', more)))
  expect(nameOf({})).toBe('Invoice')
  expect(nameOf({ sourceType: null, reversalOfId: 'b' })).toBe('Reversal of Journal Entry')
  expect(nameOf({ sourceType: 'invoice_payment', direction: 'CREDIT' })).toBe('Invoice Payment')
})

test('a payment after which more is owed was taken back, unless it was reversed', () => {
  const nameOf = (kind: 'CUSTOMER' | 'VENDOR', more: Partial<PartyLine>) =>
    nameOfLine(standings(PARTY_SIDES[kind], nothingStands())(line('a', { sourceType: 'invoice_payment', ...more })))
  expect(nameOf('CUSTOMER', { direction: 'DEBIT' })).toBe('Invoice Payment Taken Back')
  expect(nameOf('CUSTOMER', { direction: 'DEBIT', reversalOfId: 'b' })).toBe('Reversal of Invoice Payment')
  expect(nameOf('CUSTOMER', { direction: 'CREDIT', part: 'unapplied' })).toBe('Invoice Payment')
  expect(nameOf('VENDOR', { direction: 'CREDIT', sourceType: 'bill_payment' })).toBe('Bill Payment Taken Back')
  expect(nameOf('VENDOR', { direction: 'CREDIT', sourceType: 'bill' })).toBe('Bill')
})

const left = async (...lines: PartyLine[]) => (await Array.fromAsync(withoutUndone(lines))).map(({ id }) => id)

test('what was undone or replaced as of its own instant is left out, with what undid it', async () => {
  expect(await left(line('a'), line('b', { reversalOfId: 'a' }))).toEqual([])
  expect(await left(line('a'), line('b', { reversalOfId: 'a' }), line('c'), line('d', later))).toEqual(['c', 'd'])
  // All lines of both entries.
  const parts = [line('a.1', { entryId: 'a' }), line('a.2', { entryId: 'a' })]
  expect(await left(...parts, line('b', { reversalOfId: 'a' }))).toEqual([])
})

test('what was undone later stands until then', async () => {
  expect(await left(line('a'), line('b', { ...later, reversalOfId: 'a' }))).toEqual(['a', 'b'])
  expect(await left(line('b', { reversalOfId: 'of an earlier time' }))).toEqual(['b'])
  expect(await left()).toEqual([])
})
