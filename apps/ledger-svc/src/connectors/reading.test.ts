import { decimalsOf, minorUnits } from '@pacioli/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactly } from './reading.ts'

test('an amount in the JSON of a provider is read exactly', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom('USD', 'JPY', 'KWD'), fc.nat(5), (amount, currency, zeros) => {
      const decimals = decimalsOf(currency)
      const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
      const point = digits.length - decimals
      const text = `${amount < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}${'0'.repeat(zeros)}`
      const [read] = parseExactly(`[${text.replace(/\.$/, '')}]`) as [string]
      expect(minorUnits(read, currency)).toBe(amount + 0)
    }),
  )
})
