import { decimalsOf } from '@pacioli/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyOf, decimalText, minorUnits, moneyText, nearestMinorUnits } from './currency.ts'

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

test('every currency has the decimals that the product counts it in', () => {
  const codes = Intl.supportedValuesOf('currency')
  expect(codes.map((code) => [code, currencyOf(code).decimals])).toEqual(codes.map((code) => [code, decimalsOf(code)]))
  expect(minorUnits('1,250,000', currencyOf('HUF'), 'row 7')).toBe(125_000_000n)
  expect(moneyText(125_000_000n, currencyOf('HUF'))).toBe('1250000.00 HUF')
})

test('commas make groups of three, and nothing else', () => {
  expect(minorUnits('-1,234,567.8', dollars, 'row 7')).toBe(-123_456_780n)
  for (const text of ['1,00', '1,2345', ',123', '1234,567', '1.234,56', '1,,234'])
    expect(() => minorUnits(text, dollars, 'row 7')).toThrow(
      `row 7: expected a decimal amount such as -12.50 or 1,250.00`,
    )
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

test.each(['1e3', '', '.5', '--1', '1.2.3', '$1'])('"%s" is no plain decimal', (text) => {
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

test('what floats left behind an amount is rounded away, anything else there is refused', () => {
  const nearest = (text: string): bigint => nearestMinorUnits(text, dollars, 'row 7')
  expect(
    ['-428.79999999999995', '4737.2300000000005', '1163.8600000000001', '0.99999999999', '-0.00000000001', '950'].map(
      nearest,
    ),
  ).toEqual([-42_880n, 473_723n, 116_386n, 100n, 0n, 95_000n])
  for (const text of ['12.345', '12.3499', '-0.004', '0.995'])
    expect(() => nearest(text)).toThrow(`row 7: ${text} has more decimals than USD`)
  expect(() => nearest('1e-7')).toThrow('expected a decimal amount')
  expect(() => nearest('90071992547409.919999999')).toThrow('beyond the largest amount')
})

test('an amount that was printed as a float is the amount it was', () => {
  const amount = fc.integer({ min: -100_000_000_00, max: 100_000_000_00 })
  fc.assert(
    fc.property(amount, fc.constantFrom(0, 1e-9, -1e-9), (units, noise) => {
      const text = (units / 100 + noise).toFixed(14)
      expect(nearestMinorUnits(text, dollars, 'here')).toBe(BigInt(units))
    }),
  )
})
