import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DiscardRates } from './discard-body.ts'

const PER_SECOND = 1_000

test('one caller sends no faster than its rate, over however many connections, and does not slow down another one', () => {
  const pieces = fc.array(fc.record({ connection: fc.nat(3), bytes: fc.integer({ min: 1, max: 500 }) }), {
    minLength: 1,
  })
  fc.assert(
    fc.property(pieces, fc.nat(10_000), (read, start) => {
      const paces = new DiscardRates(PER_SECOND)
      const freeAt = [start, start, start, start]
      freeAt.forEach(() => paces.join('one'))
      let bytes = 0
      // A connection reads its next piece once it may, and time does not go back.
      let now = start
      for (const piece of read) {
        now = Math.max(now, freeAt[piece.connection] ?? start)
        const before = bytes
        bytes += piece.bytes
        // Four connections may read at once before they have to wait.
        expect(before).toBeLessThanOrEqual(((now - start) * PER_SECOND) / 1_000 + 4 * 500)
        freeAt[piece.connection] = now + paces.count('one', piece.bytes, now)
      }
      paces.join('another')
      expect(paces.count('another', 500, now)).toBe(500)
    }),
  )
})

test('a caller without bodies is forgotten, and starts again', () => {
  const paces = new DiscardRates(PER_SECOND)
  paces.join('one')
  paces.join('one')
  expect(paces.count('one', 400, 0)).toBe(400)
  paces.leave('one')
  expect(paces.count('one', 400, 0)).toBe(800)
  paces.leave('one')
  paces.join('one')
  expect(paces.count('one', 400, 0)).toBe(400)
})
