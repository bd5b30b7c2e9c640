import { MAX_AMOUNT } from './amount.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalsOf, minorUnits } from './minor-units.ts'

describe('an amount of decimal text', () => {
  test.each([
    ['100.10', 'USD', 10010],
    ['100', 'USD', 10000],
    ['100.', 'USD', 10000],
    ['0.07', 'USD', 7],
    ['-0.07', 'USD', -7],
    ['-0.00', 'USD', 0],
    ['1.5000', 'USD', 150],
    ['1E3', 'USD', 100000],
    ['1.0E-2', 'USD', 1],
    ['1.23E+1', 'USD', 1230],
    ['1200', 'JPY', 1200],
    ['1.250', 'KWD', 1250],
    ['1250', 'HUF', 125000],
    ['12.50', 'COP', 1250],
    ['1.250', 'IQD', 1250],
    ['1250', 'ISK', 1250],
    ['1.2500', 'CLF', 12500],
    ['90071992547409.91', 'USD', MAX_AMOUNT],
  ])('%s %s is %s', (text, currency, amount) => {
    expect(minorUnits(text, currency)).toBe(amount)
  })

  test.each([
    ['0.001', 'USD', 'InvalidPayload'],
    ['1.5', 'JPY', 'InvalidPayload'],
    ['1E-3', 'USD', 'InvalidPayload'],
    ['1,000.00', 'USD', 'InvalidPayload'],
    ['', 'USD', 'InvalidPayload'],
    ['.5', 'USD', 'InvalidPayload'],
    ['NaN', 'USD', 'InvalidPayload'],
    ['0x10', 'USD', 'InvalidPayload'],
    ['1e999', 'USD', 'InvalidPayload'],
    ['1'.repeat(100), 'USD', 'InvalidPayload'],
    ['90071992547409.92', 'USD', 'AmountOutOfRange'],
    ['1e99', 'USD', 'AmountOutOfRange'],
  ])('%s %s is refused: %s', (text, currency, errorEnum) => {
    expect(() => minorUnits(text, currency)).toThrow(expect.objectContaining({ errorEnum }))
  })

  test('is read exactly, in whichever way it is written', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('USD', 'JPY', 'KWD'), fc.nat(5), (amount, currency, zeros) => {
        const decimals = decimalsOf(currency)
        const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
        const point = digits.length - decimals
        const text = `${amount < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}${'0'.repeat(zeros)}`
        const scientific = `${amount}E-${decimals}`
        expect([text, scientific].map((one) => minorUnits(one, currency))).toEqual([amount + 0, amount + 0])
      }),
    )
  })
})
