import fc from 'fast-check'
import { prepareValue } from 'pg/lib/utils.js'
import { expect, test } from 'vitest'
import { arrayText } from './array-text.ts'

const element = fc.oneof(
  fc.constantFrom(null, undefined, true, '', 'NULL', '"', '\\', '{}', ',', '\n', Buffer.from('a'), new Date(0)),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('a"', null)),
)

test('an array is written as the driver writes it', () => {
  fc.assert(
    fc.property(fc.array(element), (items) => {
      expect(arrayText(items)).toBe(prepareValue(items))
    }),
  )
})

test('numbers need no quotes', () => {
  const read = (text: string): string => text.replaceAll('"', '')
  const numbers = fc.array(fc.oneof(fc.integer(), fc.double()))
  fc.assert(
    fc.property(numbers, (items) => {
      expect(arrayText(items)).toBe(read(String(prepareValue(items))))
    }),
  )
})
