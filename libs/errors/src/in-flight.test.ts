import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

test('what was added and not removed is there, as in a Set', () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant('add' as const) }),
    fc.record({ act: fc.constant('remove' as const), which: fc.nat() }),
    fc.record({ act: fc.constant('removeAll' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const [there, expected] = [new InFlight<number>(), new Set<number>()]
      const removers: (() => void)[] = []
      for (const { act, ...of } of steps) {
        if (act === 'add') {
          expected.add(removers.length)
          removers.push(there.add(removers.length))
        } else if (act === 'removeAll') {
          expect(new Set(there.removeAll())).toEqual(expected)
          expected.clear()
        } else if ('which' in of && removers.length > 0) {
          // Also what was removed before, once more.
          const which = of.which % removers.length
          removers[which]?.()
          expected.delete(which)
        }
        expect([...there].toSorted((a, b) => a - b)).toEqual([...expected])
        expect(there.isEmpty).toBe(expected.size === 0)
      }
    }),
  )
})

test('what is removed while one looks is not seen any more', () => {
  const there = new InFlight<string>()
  there.add('a')
  const remove = there.add('b')
  there.add('c')
  const seen: string[] = []
  for (const one of there) {
    remove()
    seen.push(one)
  }
  expect(seen).toEqual(['a', 'c'])
})
