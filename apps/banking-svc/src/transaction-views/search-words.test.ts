import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchedAmount, searchWords } from './search-words.ts'

test.each([
  ['12.50', { amount: 1250, direction: undefined }],
  ['+12.50', { amount: 1250, direction: 'CREDIT' }],
  ['-12.50', { amount: 1250, direction: 'DEBIT' }],
  ['−12.50', { amount: 1250, direction: 'DEBIT' }],
  ['$1,200', { amount: 120_000, direction: undefined }],
  ['-$1,200.5', { amount: 120_050, direction: 'DEBIT' }],
  ['$-3', { amount: 300, direction: 'DEBIT' }],
  ['12.5€', { amount: 1250, direction: undefined }],
  ['0', { amount: 0, direction: undefined }],
  ['12.500', { amount: 1250, direction: undefined }],
  ['90071992547409.91', { amount: 9_007_199_254_740_991, direction: undefined }],
])('%s is an amount', (word, amount) => expect(searchedAmount(word, 'USD')).toEqual(amount))

test.each(['12.505', '1,20', '1,2000', '+-1', '-$-1', '1.2.3', 'abc', '', '.', '$', '1e3', '٣', '90071992547409.92'])(
  '%s is no amount',
  (word) => expect(searchedAmount(word, 'USD')).toBeUndefined(),
)

test('decimals are those of the currency', () => {
  expect(searchedAmount('1200', 'JPY')).toEqual({ amount: 1200, direction: undefined })
  expect(searchedAmount('12.50', 'JPY')).toBeUndefined()
  expect(searchedAmount('12.00', 'JPY')).toEqual({ amount: 12, direction: undefined })
  expect(searchedAmount('1.234', 'BHD')).toEqual({ amount: 1234, direction: undefined })
})

test('every amount is found as it is written', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom('', '+', '-'), (amount, sign) => {
      const digits = String(amount).padStart(3, '0')
      const word = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
      expect(searchedAmount(word, 'USD')).toEqual({
        amount,
        direction: sign === '' ? undefined : sign === '+' ? 'CREDIT' : 'DEBIT',
      })
    }),
  )
})

test('words are separated by white space', () => {
  expect(searchWords('  rent\t\u00a0May ', 'USD').map(({ text }) => text)).toEqual(['rent', 'May'])
  expect(searchWords('   ', 'USD')).toEqual([])
})

test('twenty words are accepted, more are refused', () => {
  expect(searchWords('a '.repeat(20), 'USD')).toHaveLength(20)
  expect(() => searchWords('a '.repeat(21), 'USD')).toThrow('expected at most 20')
})
