import { MAX_AMOUNT, signedFor, type Direction } from '@pacioli/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openedWith, postingFor, requireNone, reversalOf, type OpeningBalance } from './opening-balance.ts'

const accounts = { bankLedgerAccountId: 'bank', equityAccountId: 'equity' }
const openingOf = (balance: number): OpeningBalance =>
  openedWith(
    'o',
    { id: 'e', businessId: 'b' },
    { balance, effectiveAt: new Date('2026-01-01T00:00:00Z'), memo: null },
    new Date('2026-01-02T00:00:00Z'),
  )

/** The balance that the posting gives an account of this normality. */
const standing = (opening: OpeningBalance, accountId: string, normality: Direction): number =>
  (postingFor(opening, accounts)?.lines ?? [])
    .filter((line) => line.accountId === accountId)
    .reduce((sum, { direction, amount }) => sum + signedFor(normality, direction, amount), 0)

const balances = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 1, -1, MAX_AMOUNT, -MAX_AMOUNT))

test('the entry of any opening balance balances, and the account then agrees with the bank', () => {
  fc.assert(
    fc.property(balances, (balance) => {
      const opening = openingOf(balance)
      const lines = postingFor(opening, accounts)?.lines ?? []
      expect(lines.every(({ amount }) => amount > 0 && Number.isSafeInteger(amount))).toBe(true)
      const sideOf = (side: Direction) =>
        lines.filter(({ direction }) => direction === side).reduce((sum, { amount }) => sum + amount, 0)
      expect(sideOf('DEBIT')).toBe(sideOf('CREDIT'))
      // Money is the balance of an asset, debt the balance of a liability: -balance, and never -0.
      expect(standing(opening, 'bank', 'DEBIT')).toBe(balance)
      expect(standing(opening, 'bank', 'CREDIT') + balance).toBe(0)
    }),
  )
})

test('a balance of zero posts nothing', () => {
  expect(postingFor(openingOf(0), accounts)).toBeUndefined()
  expect(postingFor(openingOf(1), accounts)?.lines).toHaveLength(2)
})

test('only an existing posting is reversed', () => {
  const at = new Date('2026-03-01T00:00:00Z')
  expect(reversalOf(openingOf(0), at)).toBeUndefined()
  expect(reversalOf(openingOf(5), at)).toEqual({
    postingKey: 'opening_balance:o:deleted:1',
    source: { type: 'opening_balance', id: 'o' },
    entryAt: at,
    reverses: 'opening_balance:o:opened:1',
  })
})

test('an account has one opening balance', () => {
  expect(() => requireNone(undefined)).not.toThrow()
  expect(() => requireNone(openingOf(5))).toThrow('Delete that opening balance first')
})
