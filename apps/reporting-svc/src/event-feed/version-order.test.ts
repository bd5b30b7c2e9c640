import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inVersionOrder, splitByGaps } from './version-order.ts'

const of = (aggregateId: string, version: number) => ({ aggregateType: 'invoice', aggregateId, version })
const none = new Map<string, number>()

test('versions of one aggregate are sorted; other events keep their positions', () => {
  const events = [of('a', 2), of('b', 1), of('a', 1), of('c', 1)]
  expect(inVersionOrder(events)).toEqual([of('a', 1), of('b', 1), of('a', 2), of('c', 1)])
})

test('aggregates of two types with one id are different', () => {
  const events = [of('a', 2), { ...of('a', 1), aggregateType: 'bill' }]
  expect(inVersionOrder(events)).toEqual(events)
})

test('a version that comes before its predecessor waits, and so do its successors', () => {
  const split = splitByGaps([of('a', 2), of('a', 3), of('b', 1)], none, true)
  expect(split).toEqual({ ready: [of('b', 1)], early: [of('a', 2), of('a', 3)] })
})

test('the successor of the last version is ready', () => {
  const last = new Map([['invoice a', 4]])
  expect(splitByGaps([of('a', 5), of('a', 6)], last, true)).toEqual({ ready: [of('a', 5), of('a', 6)], early: [] })
  expect(splitByGaps([of('a', 6)], last, true)).toEqual({ ready: [], early: [of('a', 6)] })
})

test('a version that comes after its successor does not wait', () => {
  expect(splitByGaps([of('a', 2)], new Map([['invoice a', 4]]), true)).toEqual({ ready: [of('a', 2)], early: [] })
})

test('in a feed that began later the first version seen of an aggregate is no gap; the next one may be', () => {
  expect(splitByGaps([of('a', 7), of('a', 9)], none, false)).toEqual({ ready: [of('a', 7)], early: [of('a', 9)] })
})

test('nothing is lost and nothing is added; what is ready is in version order', () => {
  const events = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 9 })), { maxLength: 30 })
  fc.assert(
    fc.property(events, fc.boolean(), (given, isWhole) => {
      const all = given.map(([id, version]) => of(id, version))
      const { ready, early } = splitByGaps(all, none, isWhole)
      const sorted = (list: typeof all) => list.map((one) => JSON.stringify(one)).sort()
      expect(sorted([...ready, ...early])).toEqual(sorted(all))
      for (const id of ['a', 'b', 'c']) {
        const versions = ready.filter((one) => one.aggregateId === id).map(({ version }) => version)
        expect(versions).toEqual(versions.toSorted((a, b) => a - b))
      }
    }),
  )
})
