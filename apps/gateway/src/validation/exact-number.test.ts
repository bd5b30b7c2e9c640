import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lossOf, plainText } from './exact-number.ts'

describe('kept as written', () => {
  test.each(['0', '0.0', '1', '-1', '1e3', '1E+3', '10.0', '0.1', '-0.5', '12.3400', '0e9', '1e22', '1e-7'])(
    '%s',
    (text) => expect(lossOf(text)).toBeUndefined(),
  )

  test.each([
    ['the largest safe integer', '9007199254740991'],
    ['an even integer beyond it', '9007199254740994'],
    ['an integer that a double is written as, though it is another one', '1113062428208269800000'],
    ['a double in all its 17 digits', '0.10000000000000001'],
    ['a double as programs spell it, which in 17 digits ends in 3', '1127361317251720.2'],
    ['a long row of zeros', `1.${'0'.repeat(100_000)}`],
  ])('%s', (_what, text) => expect(lossOf(text)).toBeUndefined())

  test('every number that a program writes from a double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        fc.pre(!Object.is(value, -0))
        expect(lossOf(JSON.stringify(value))).toBeUndefined()
        expect(lossOf(value.toPrecision(17))).toBeUndefined()
      }),
    )
  })

  test('every integer and every decimal of up to 15 digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 15 - 1 }), fc.integer({ min: 0, max: 15 }), (digits, places) => {
        expect(lossOf(`${digits}e-${places}`)).toBeUndefined()
      }),
    )
  })
})

describe('not kept', () => {
  test.each([
    ['12345678901234567890', 'exactly'],
    ['9007199254740993', 'exactly'],
    ['-9007199254740993', 'exactly'],
    ['9007199254740993.0', 'exactly'],
    ['9007199254740993e0', 'exactly'],
    ['4503599627370496.3', 'exactly'],
    ['100.00000000000000001', 'exactly'],
    ['0.99999999999999999999', 'exactly'],
    ['1e-400', 'exactly'],
    ['1e400', 'larger'],
    ['-1e400', 'larger'],
    ['9'.repeat(400), 'larger'],
    ['-0', 'negative zero'],
    ['-0.0', 'negative zero'],
    ['-0e5', 'negative zero'],
  ])('%s', (text, why) => expect(lossOf(text)).toContain(why))

  test('any odd integer beyond the safe ones, for there all doubles are even', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 52n, max: 5n * 10n ** 16n - 1n }), (half) => {
        expect(lossOf(String(2n * half + 1n))).toContain('exactly')
      }),
    )
  })

  // Even a lucky one, which happens to be a double, is written by something that counts further than a double.
  test('any integer of more digits than a double has', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 17n, max: 2n ** 70n }), (value) => {
        fc.pre(value % 10n > 0n)
        expect(lossOf(String(value))).toContain('exactly')
      }),
    )
  })
})

describe('a number that is meant as a decimal', () => {
  test.each(['0', '2.5', '1e3', '-0.5', '10.00', '0.00000001', '123456789012.345', '9007199254740991'])(
    '%s is kept as it is written',
    (text) => expect(lossOf(text, 'decimal')).toBeUndefined(),
  )

  // The first two are doubles in full, and so kept as doubles; the decimals that they are spelled as are others.
  test.each(['0.10000000000000001', '0.29999999999999999', '9007199254740993', '1234567890.12345678'])(
    '%s would become another one',
    (text) => expect(lossOf(text, 'decimal')).toContain('exactly'),
  )

  test('is what its text says, whenever it is kept', () => {
    const decimals = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 8 }))
    fc.assert(
      fc.property(decimals, ([digits, places]) => {
        const written = digits.toString().padStart(places + 1, '0')
        const text = places === 0 ? written : `${written.slice(0, -places)}.${written.slice(-places)}`
        fc.pre(lossOf(text, 'decimal') === undefined)
        const kept = plainText(Number(text))
        fc.pre(!kept.includes('e'))
        const [whole = '', fraction = ''] = kept.split('.')
        expect(BigInt(whole + fraction.padEnd(8, '0'))).toBe(digits * 10n ** BigInt(8 - places))
      }),
    )
  })
})

test.each([
  [1e-7, '0.0000001'],
  [-1.5e-7, '-0.00000015'],
  [0.000001, '0.000001'],
  [2.5, '2.5'],
  [0, '0'],
  [-3, '-3'],
  [1e20, '100000000000000000000'],
  [1e21, '1e+21'],
])('%s in plain text is %s', (value, text) => expect(plainText(value)).toBe(text))
