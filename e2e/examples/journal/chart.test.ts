import { expect, test } from 'vitest'
import { accountOfStableName, chartOf, stableNameOf } from './chart.ts'

test('parents come before their sub-accounts, also those that nothing is posted to', () => {
  expect(
    chartOf(['assets:bank:savings', 'assets:bank', 'assets']).map(({ name, parent_id }) => [
      name,
      parent_id?.stable_name,
    ]),
  ).toEqual([
    ['assets', undefined],
    ['bank', 'hledger:assets'],
    ['savings', 'hledger:assets:bank'],
  ])
})

test('the first part of the name tells the type, whatever its case and number', () => {
  const names = ['Assets:x', 'liability', 'debts', 'equity', 'Revenues', 'income', 'expenses:assets']
  expect(names.map((name) => chartOf([name]).at(-1)?.account_subtype)).toEqual([
    'CURRENT_ASSET',
    'OTHER_CURRENT_LIABILITY',
    'OTHER_CURRENT_LIABILITY',
    'OTHER_EQUITY',
    'OTHER_INCOME',
    'OTHER_INCOME',
    'OPERATING_EXPENSES',
  ])
})

test('a name that tells nothing gets an account that reads debits as positive', () => {
  expect(chartOf(['af0628973ff35bd6'])[0]?.account_subtype).toBe('CURRENT_ASSET')
  expect(chartOf(['assetsale'])[0]?.account_subtype).toBe('CURRENT_ASSET')
})

test('an account is found again by its whole name', () => {
  expect(accountOfStableName(stableNameOf('a:b'))).toBe('a:b')
  expect(accountOfStableName('CASH')).toBeUndefined()
})

test('a name that no stable name can hold is refused', () => {
  expect(chartOf(['a'.repeat(120)])).toHaveLength(1)
  expect(() => chartOf(['a'.repeat(121)])).toThrow('too long: at most 120 characters')
})
