import { expect, test } from 'vitest'
import { trialBalanceRows, type AccountSums } from './trial-balance.ts'

const scope = { businessId: 'b', effectiveDate: '2026-01-31', basis: 'CASH' as const }

const account = (accountId: string, more: Partial<AccountSums>): AccountSums => ({
  accountId,
  name: accountId,
  accountNumber: null,
  accountType: 'ASSET',
  debits: 0n,
  credits: 0n,
  ...more,
})
const row = (sums: AccountSums) => trialBalanceRows([sums], scope)[0]
const valuesOf = (sums: AccountSums) => [row(sums)?.cells.debit.value, row(sums)?.cells.credit.value]

test('a net balance stands on the side where it is', () => {
  expect(valuesOf(account('cash', { debits: 500n, credits: 200n }))).toEqual([300, 0])
  expect(valuesOf(account('overdrawn', { debits: 200n, credits: 500n }))).toEqual([0, 300])
})

test('an account whose lines cancel out is listed with zeros', () => {
  expect(valuesOf(account('clearing', { debits: 200n, credits: 200n }))).toEqual([0, 0])
})

test('the last row is the total of each side', () => {
  const rows = trialBalanceRows(
    [
      account('cash', { debits: 700n, credits: 200n }),
      account('sales', { accountType: 'REVENUE', credits: 700n }),
      account('rent', { accountType: 'EXPENSE', debits: 200n }),
    ],
    scope,
  )
  expect(rows.at(-1)).toEqual({
    row_key: 'TOTAL',
    display_name: 'Total',
    cells: { debit: { value: 700 }, credit: { value: 700 } },
  })
})

test('accounts are listed by type, then by number, then by name', () => {
  const rows = trialBalanceRows(
    [
      account('unheard of', { name: null, accountType: null }),
      account('rent', { accountType: 'EXPENSE' }),
      account('b-bank', {}),
      account('a-bank', {}),
      account('till', { accountNumber: '1020' }),
      account('cash', { accountNumber: '1010' }),
      account('sales', { accountType: 'REVENUE' }),
      account('equity', { accountType: 'EQUITY' }),
      account('payables', { accountType: 'LIABILITY' }),
    ],
    scope,
  )
  const order = ['cash', 'till', 'a-bank', 'b-bank', 'payables', 'equity', 'sales', 'rent', 'unheard of', 'TOTAL']
  expect(rows.map((one) => one.row_key)).toEqual(order)
})

test('a row shows the account number before the name, and links to the lines behind it', () => {
  expect(row(account('id-1', { name: 'Cash', accountNumber: '1010', debits: 1n }))).toMatchObject({
    display_name: '1010 Cash',
    cells: {
      debit: { lines_url: '/v1/businesses/b/ledger/accounts/id-1/lines?end_date=2026-01-31&reporting_basis=CASH' },
    },
  })
  expect(row(account('id-2', { name: null }))?.display_name).toBe('id-2')
})

test('a total up to 2^53 - 1 is shown, a larger one refused rather than shown wrong', () => {
  const largest = BigInt(Number.MAX_SAFE_INTEGER)
  expect(valuesOf(account('cash', { debits: largest }))).toEqual([Number.MAX_SAFE_INTEGER, 0])
  expect(() => row(account('cash', { debits: largest + 1n }))).toThrow('beyond what can be shown exactly')
})
