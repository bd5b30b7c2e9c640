import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DiscardRates } from './discard-body.ts'

const PER_SECOND = 1_000

test('one caller sends no more than its pace, over however many connections, and does not slow down another one', () => {
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
        // What is read at one moment is what four connections read before they were told to wait.
        expect(before).toBeLessThanOrEqual(((now - start) * PER_SECOND) / 1_000 + 4 * 500)
        freeAt[piece.connection] = now + paces.count('one', piece.bytes, now)
      }
      paces.join('another')
      expect(paces.count('another', 500, now)).toBe(500)
    }),
  )
})

test('whoever has nothing more on its way is forgotten, and starts anew', () => {
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
