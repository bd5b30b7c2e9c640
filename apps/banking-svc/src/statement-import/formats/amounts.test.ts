import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountFrom, separatorOf } from './amounts.ts'
import { RowProblem } from './statement.ts'

test.each([
  ['1.234,56', 'EUR', 123456],
  ['1,234.56', 'USD', 123456],
  ['1 234,56 €', 'EUR', 123456, ','],
  ["1'234.56", 'CHF', 123456],
  ['12,34,567.89', 'INR', 123456789],
  ['1.234.567', 'EUR', 123456700],
  ['(12.00)', 'USD', -1200],
  ['12.00-', 'USD', -1200],
  ['-12.00', 'USD', -1200],
  ['−12.00', 'USD', -1200],
  ['$-12.00', 'USD', -1200],
  ['-$12.00', 'USD', -1200],
  ['+12', 'USD', 1200],
  ['EUR 12,5', 'EUR', 1250, ','],
  ['12,5', 'EUR', 1250, ','],
  ['18.150', 'EUR', 1815],
  ['8.850', 'EUR', 885],
  ['.5', 'USD', 50],
  ['5,', 'EUR', 500, ','],
  ['1200', 'JPY', 1200],
  ['1.250', 'BHD', 1250],
  ['-0.00', 'USD', 0],
  ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
] as const)('%s %s is %s', (text, currency, amount, separator?: ',') => {
  expect(amountFrom(text, currency, separator)).toBe(amount)
})

test.each([
  ['', 'missing'],
  ['twelve', 'no amount'],
  ['1.5.6', 'groups'],
  ['12.34.56,7', 'groups'],
  ['--5', 'no amount'],
  ['(-5)', 'no amount'],
  ['1E5', 'no amount'],
  ['0.001', 'decimals'],
  ['90071992547409.92', 'beyond'],
  ['.', 'no amount'],
  ['12 50', 'groups'],
  ["1'23.45", 'groups'],
])('%s is refused: %s', (text, words) => {
  expect(() => amountFrom(text, 'USD')).toThrow(RowProblem)
  expect(() => amountFrom(text, 'USD')).toThrow(words)
})

test.each([
  ['100.00 USD', 'USD', 10000],
  ['usd 100.00', 'USD', 10000],
  ['$5.00', 'USD', 500],
  ['$5.00', 'CAD', 500],
  ['＄5.00', 'MXN', 500],
  ['€ 3.20', 'EUR', 320],
  ['3.20 £', 'GBP', 320],
  ['¥1200', 'JPY', 1200],
  ['₹12,34,567.89', 'INR', 123456789],
  ['5.00 XYZ', 'XYZ', 500],
] as const)('%s is an amount in %s', (text, currency, amount) => {
  expect(amountFrom(text, currency)).toBe(amount)
})

test.each([
  ['100.00 USD', 'EUR', /"100\.00 USD" is in USD, the account in EUR/],
  ['$5.00', 'EUR', /is in \$, the account in EUR/],
  ['€ 3.20', 'USD', /is in €, the account in USD/],
  ['-£3.20', 'EUR', /is in £/],
  ['$5.00 EUR', 'EUR', /is in \$/],
  ['5.00 XYZ', 'EUR', /is in XYZ/],
] as const)('%s is refused where the account is in %s', (text, currency, words) => {
  expect(() => amountFrom(text, currency)).toThrow(words)
})

test('a text of any length is refused', () => {
  expect(() => amountFrom('9'.repeat(1_000_000), 'USD')).toThrow('no amount')
})

test('a fraction of a yen is refused', () => {
  expect(() => amountFrom('12.5', 'JPY')).toThrow('decimals')
})

test.each([
  [['1,234', '12,50'], ','],
  [['1,234', '1,234,567'], '.'],
  [['1.234', '12.50'], '.'],
  [['1.234', '1.234,56'], ','],
  [['1.234', '0.500'], '.'],
  [['1.234', '1234.500'], '.'],
  [['1,234', '5'], undefined],
  [['1.234', '2.000'], undefined],
  [['12', '13'], undefined],
  [[], undefined],
] as const)('the decimals of %j are divided off by %s', (values, separator) => {
  expect(separatorOf(values)).toBe(separator)
})

test('any amount is read as it was written, in any of the ways', () => {
  const ways: ((whole: string, cents: string, isNegative: boolean) => string)[] = [
    (whole, cents, isNegative) => `${isNegative ? '-' : ''}${whole}.${cents}`,
    (whole, cents, isNegative) => `${isNegative ? '-' : ''}${grouped(whole, ',')}.${cents}`,
    (whole, cents, isNegative) => `${grouped(whole, '.')},${cents}${isNegative ? '-' : ''}`,
    (whole, cents, isNegative) => (isNegative ? `(${whole}.${cents})` : `${whole}.${cents}`),
  ]
  const grouped = (whole: string, mark: string): string => whole.replace(/\B(?=(\d{3})+$)/g, mark)
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(...ways), (amount, write) => {
      const digits = String(Math.abs(amount)).padStart(3, '0')
      const text = write(digits.slice(0, -2), digits.slice(-2), amount < 0)
      expect(amountFrom(text, 'EUR', text.at(-3) === ',' || text.at(-4) === ',' ? ',' : '.')).toBe(amount + 0)
    }),
  )
})
