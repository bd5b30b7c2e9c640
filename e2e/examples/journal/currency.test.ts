import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyOf, decimalText, minorUnits } from './currency.ts'

const dollars = { code: 'USD', decimals: 2 }

test('symbols and ISO codes are currencies, with the decimals that ISO 4217 gives them', () => {
  expect(['$', '£', '€', 'CHF', 'JPY', 'KWD'].map(currencyOf)).toEqual([
    { code: 'USD', decimals: 2 },
    { code: 'GBP', decimals: 2 },
    { code: 'EUR', decimals: 2 },
    { code: 'CHF', decimals: 2 },
    { code: 'JPY', decimals: 0 },
    { code: 'KWD', decimals: 3 },
  ])
})

test('a share or an hour is no currency', () => {
  expect(() => currencyOf('AAPL')).toThrow('"AAPL", which is no currency')
  expect(() => currencyOf('h')).toThrow('"h", which is no currency')
})

test('an amount becomes minor units without a float in between', () => {
  // 1.005 * 100 and 0.29 * 100 are no whole numbers in floating point, and the last has more digits than a float.
  expect(
    ['1.005', '0.29', '-4124', '474.3', '90071992547409.91'].map((text) =>
      minorUnits(text, { ...dollars, decimals: text === '1.005' ? 3 : 2 }, 'here'),
    ),
  ).toEqual([1_005n, 29n, -412_400n, 47_430n, 9_007_199_254_740_991n])
})

test('zeros beyond the decimals of the currency change nothing, other digits there are refused', () => {
  expect(minorUnits('1.2300', dollars, 'row 7')).toBe(123n)
  expect(() => minorUnits('1.231', dollars, 'row 7')).toThrow('row 7: 1.231 has more decimals than USD, which has 2.')
  expect(() => minorUnits('0.5', { code: 'JPY', decimals: 0 }, 'row 7')).toThrow('more decimals than JPY')
})

test.each(['1,000.00', '1e3', '', '.5', '--1', '1.2.3', '$1'])('"%s" is no plain decimal', (text) => {
  expect(() => minorUnits(text, dollars, 'row 7')).toThrow('row 7: expected a decimal amount')
})

test('the smallest amount beyond the safe range is refused', () => {
  expect(() => minorUnits('90071992547409.92', dollars, 'row 7')).toThrow(
    'beyond the largest amount, 90071992547409.91',
  )
})

test('text and minor units are two forms of the same amount', () => {
  const amount = fc.bigInt({ min: -9_007_199_254_740_991n, max: 9_007_199_254_740_991n })
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 4 }), (units, decimals) => {
      expect(minorUnits(decimalText(units, decimals), { code: 'USD', decimals }, 'here')).toBe(units)
    }),
  )
})
