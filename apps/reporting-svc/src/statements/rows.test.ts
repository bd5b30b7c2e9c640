import { expect, test } from 'vitest'
import type { AccountFigures, KnownAccount } from './account-sums.ts'
import { balanceSheetRows } from './balance-sheet.ts'
import { exact } from '../report-tables/exact.ts'
import { inReportOrder, nameOfAccount } from './rows.ts'
import { trialBalanceRows } from './trial-balance.ts'

const account = (id: string, more: Partial<KnownAccount> = {}): KnownAccount => ({
  id,
  name: id,
  accountNumber: null,
  accountType: 'ASSET',
  accountSubtype: 'CASH',
  ...more,
})
const standing = (of: KnownAccount, net: bigint): AccountFigures => ({
  account: of,
  figures: [{ net, lineCount: 1n }],
})
const noLink = (): undefined => undefined
const valuesOf = (net: bigint) =>
  trialBalanceRows([standing(account('cash'), net)], 1, noLink)[0]?.cells.map(({ value }) => value)

test('a net balance is shown on its own side', () => {
  expect([valuesOf(300n), valuesOf(-300n), valuesOf(0n)]).toEqual([
    [300, 0],
    [0, 300],
    [0, 0],
  ])
})

test('accounts are listed by type, then by number, then by name', () => {
  const listed = [
    account('unheard of', { name: undefined, accountType: undefined }),
    account('rent', { accountType: 'EXPENSE' }),
    account('b-bank'),
    account('a-bank'),
    account('till', { accountNumber: '1020' }),
    account('cash', { accountNumber: '1010' }),
    account('sales', { accountType: 'REVENUE' }),
    account('equity', { accountType: 'EQUITY' }),
    account('payables', { accountType: 'LIABILITY' }),
  ].sort(inReportOrder)
  const order = ['cash', 'till', 'a-bank', 'b-bank', 'payables', 'equity', 'sales', 'rent', 'unheard of']
  expect(listed.map(({ id }) => id)).toEqual(order)
})

test('an account is shown by its number and its name, or by its id while nothing else is known', () => {
  expect(nameOfAccount(account('x', { name: 'Cash', accountNumber: '1010' }))).toBe('1010 Cash')
  expect(nameOfAccount({ id: 'x' })).toBe('x')
})

test('an account that is not known yet is listed in the trial balance, and refuses other statements', () => {
  const unknown = [standing({ id: 'x' }, 5n)]
  expect(trialBalanceRows(unknown, 1, noLink)[0]?.name).toBe('x')
  expect(() => balanceSheetRows(unknown, 1, noLink)).toThrow('not known here yet')
})

test('a total up to 2^53 - 1 is shown, a larger one refused rather than shown wrong', () => {
  const largest = BigInt(Number.MAX_SAFE_INTEGER)
  expect([exact(largest), exact(-largest)]).toEqual([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])
  expect(() => exact(largest + 1n)).toThrow('beyond what can be shown exactly')
})
