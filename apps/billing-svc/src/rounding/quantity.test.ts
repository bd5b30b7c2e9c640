import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuantity, spelledQuantity, subtotalOf } from './quantity.ts'

describe('a quantity', () => {
  test.each([
    ['1', true],
    ['0', true],
    ['-1.5', true],
    ['+2', true],
    ['007', true],
    ['0.00000001', true],
    ['0.000000001', false],
    ['1.000000000', false],
    ['9999999999999999.99999999', true],
    ['12345678901234567', false],
    ['', false],
    ['-', false],
    ['.5', false],
    ['5.', false],
    ['1e3', false],
    ['1,5', false],
    ['0x10', false],
    ['Infinity', false],
    ['NaN', false],
    [' 1', false],
    ['1\n', false],
    ['١', false],
    ['--1', false],
  ])('%j: %s', (text, expected) => expect(isQuantity(text)).toBe(expected))

  test.each([
    ['02.50', '2.5'],
    ['2', '2'],
    ['2.00000000', '2'],
    ['+3', '3'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['-1.10', '-1.1'],
    ['0.00000001', '0.00000001'],
    ['100', '100'],
    ['9999999999999999.99999999', '9999999999999999.99999999'],
  ])('%s is spelled %s', (text, spelled) => expect(spelledQuantity(text)).toBe(spelled))

  test('is the same number in whichever spelling', () => {
    const parts = fc.tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }), fc.nat(99_999_999))
    fc.assert(
      fc.property(parts, fc.integer({ min: -1_000_000, max: 1_000_000 }), ([isNegative, whole, fraction], price) => {
        const text = `${isNegative ? '-' : ''}${whole}.${String(fraction).padStart(8, '0')}`
        const spelled = spelledQuantity(text)
        expect(isQuantity(spelled)).toBe(true)
        expect(spelledQuantity(spelled)).toBe(spelled)
        expect(subtotalOf(price, spelled)).toBe(subtotalOf(price, text))
      }),
    )
  })
})

describe('unit price times quantity', () => {
  test.each([
    [100, '3', 300],
    [333, '0.5', 167],
    [-333, '0.5', -167],
    [333, '-0.5', -167],
    [-333, '-0.5', 167],
    [1, '0.5', 1],
    [1, '0.49999999', 0],
    [-1, '0.49999999', 0],
    [1, '0.50000001', 1],
    [1, '2.5', 3],
    [-1, '2.5', -3],
    [335, '0.3', 101],
    // As floats they come to 100.49999999999999.
    [100, '1.005', 101],
    [100, '-1.005', -101],
    [0, '5', 0],
    [5, '0', 0],
    [5, '-0', 0],
    [MAX_AMOUNT, '1', MAX_AMOUNT],
    [-MAX_AMOUNT, '1.00000000', -MAX_AMOUNT],
    [1, '9007199254740991', MAX_AMOUNT],
    [MAX_AMOUNT, '0.00000001', 90_071_993],
  ])('%s times %s is %s', (price, quantity, subtotal) => expect(subtotalOf(price, quantity)).toBe(subtotal))

  test('beyond the safe range it is no safe integer, not a wrong one', () => {
    expect(Number.isSafeInteger(subtotalOf(MAX_AMOUNT, '1.00000001'))).toBe(false)
    expect(Number.isSafeInteger(subtotalOf(MAX_AMOUNT, '9999999999999999.99999999'))).toBe(false)
    expect(Number.isSafeInteger(subtotalOf(-1, '9007199254740991.5'))).toBe(false)
    expect(subtotalOf(-1, '9007199254740991.49999999')).toBe(-MAX_AMOUNT)
  })

  test('is off by half a unit at most, away from zero where it is exactly half, and the same on both sides of zero', () => {
    const quantities = fc.tuple(fc.nat(9_999), fc.nat(99_999_999))
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), quantities, (price, [whole, fraction]) => {
        const quantity = `${whole}.${String(fraction).padStart(8, '0')}`
        const rounded = subtotalOf(price, quantity)
        const exact = BigInt(price) * (BigInt(whole) * 10n ** 8n + BigInt(fraction))
        const difference = BigInt(rounded) * 10n ** 8n - exact
        const off = difference < 0n ? -difference : difference
        expect(off <= 5n * 10n ** 7n).toBe(true)
        if (off === 5n * 10n ** 7n) expect(BigInt(rounded) * BigInt(rounded) * 10n ** 16n > exact * exact).toBe(true)
        expect(subtotalOf(price, `-${quantity}`)).toBe(0 - rounded)
        expect(subtotalOf(0 - price, quantity)).toBe(0 - rounded)
      }),
    )
  })

  test.each(['', 'abc', '1e3', '0.000000001'])('%j is no quantity', (text) => {
    expect(() => subtotalOf(1, text)).toThrow(RangeError)
    expect(() => spelledQuantity(text)).toThrow(RangeError)
  })
})
