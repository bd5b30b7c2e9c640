import { describe, expect, test } from 'vitest'
import type { AccountFigures, KnownAccount } from '../statements/account-sums.ts'
import { movesBetween, shownMove } from './report-changes.ts'

const cash: KnownAccount = { id: 'cash', name: 'Cash', accountType: 'ASSET', normality: 'DEBIT' }
const sales: KnownAccount = { id: 'sales', name: 'Sales', accountType: 'REVENUE', normality: 'CREDIT' }
const accounts = new Map([cash, sales].map((account) => [account.id, account]))

const figures = (...nets: [KnownAccount, bigint][]): AccountFigures[] =>
  nets.map(([account, net]) => ({ account, figures: [{ net, lineCount: 1n }] }))

describe('accounts that moved', () => {
  test('are those whose balances differ, in the order of reports', () => {
    const moves = movesBetween(figures([sales, -5n], [cash, 5n]), figures([sales, -7n], [cash, 7n]), accounts)
    expect(moves).toEqual([
      { account: cash, before: 5n, after: 7n },
      { account: sales, before: -5n, after: -7n },
    ])
    expect(movesBetween(figures([cash, 5n]), figures([cash, 5n]), accounts)).toEqual([])
  })

  test('may have had no lines before', () => {
    expect(movesBetween([], figures([cash, 7n]), accounts)).toEqual([{ account: cash, before: 0n, after: 7n }])
    expect(movesBetween([], figures([cash, 0n]), accounts)).toEqual([])
  })
})

describe('a move', () => {
  test('is in the normality of its account', () => {
    expect(shownMove({ account: sales, before: -5n, after: -7n })).toEqual({ before: 5, after: 7, moved: 2 })
    expect(shownMove({ account: cash, before: 5n, after: 3n })).toEqual({ before: 5, after: 3, moved: -2 })
  })

  test('beyond what a JSON number can represent exactly is refused', () => {
    const most = BigInt(Number.MAX_SAFE_INTEGER)
    expect(shownMove({ account: cash, before: 0n, after: most }).moved).toBe(Number.MAX_SAFE_INTEGER)
    const refusal = expect.objectContaining({ errorEnum: 'AmountOutOfRange' })
    expect(() => shownMove({ account: cash, before: -1n, after: most })).toThrow(refusal)
  })
})
