import { NO_BUSINESS } from '@pacioli/db/no-business'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pending } from './pending.ts'
import { Lane } from './lane.ts'
import { Turns, type Turn } from './turns.ts'

let seq = 0
const pending = (): Pending => ({ message: { seq: ++seq }, delivery: new Error('none') }) as unknown as Pending

/** Lanes that wait since then, with so many events each. */
function waiting(turns: Turns, sizes: readonly number[], now: number): Lane[] {
  return sizes.map((size, index) => {
    const lane = new Lane(`business ${index}`)
    for (let count = 0; count < size; count += 1) lane.put(pending(), now)
    turns.add(lane, now)
    return lane
  })
}

const made = (more: Partial<ConstructorParameters<typeof Turns>[0]> = {}): Turns =>
  new Turns({ batchSize: 100, atOnce: 4, takesMany: true, ...more })

const sizesOf = (turn: Turn | undefined): number[] => [...(turn?.batches.values() ?? [])].map(({ length }) => length)
const businessesOf = (turn: Turn | undefined): string[] =>
  [...(turn?.batches.keys() ?? [])].map(({ businessId }) => businessId)

function end(turns: Turns, turn: Turn | undefined): void {
  if (!turn) throw new Error('a turn expected')
  for (const lane of turn.batches.keys()) lane.inWork = 0
  turns.ended(turn)
}

test('what comes alone while nothing is in work waits some milliseconds, and longer where batches follow each other', () => {
  const turns = made()
  for (const now of [0, 100, 200, 300]) {
    waiting(turns, [1], now)
    expect(turns.next(now + 4)).toBeUndefined()
    expect(turns.gatherFor(now + 4)).toBe(1)
    end(turns, turns.next(now + 5))
  }
  waiting(turns, [1, 1], 400)
  expect(turns.gatherFor(400)).toBe(150)
  waiting(turns, [1], 540)
  expect(turns.next(549)).toBeUndefined()
  const turn = turns.next(550)
  expect([turn?.isTogether, sizesOf(turn)]).toEqual([true, [1, 1, 1]])
  end(turns, turn)
  waiting(turns, [1], 9_000)
  expect(sizesOf(turns.next(9_005))).toEqual([1])
})

test('a whole batch waits for nobody', () => {
  const turns = made()
  waiting(turns, [60, 39], 0)
  expect(turns.next(0)).toBeUndefined()
  waiting(turns, [1], 0)
  expect(sizesOf(turns.next(0))).toEqual([1, 39, 60])
})

test('a batch has no more than its size, and each of those who wait its share', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 }), (sizes) => {
      const turns = made({ batchSize: 30 })
      const lanes = waiting(turns, sizes, 0)
      const taken = sizesOf(turns.next(5))
      const all = sizes.reduce((sum, size) => sum + size, 0)
      expect(taken.reduce((sum, size) => sum + size, 0)).toBe(Math.min(all, 30))
      const share = Math.floor(30 / Math.min(lanes.length, 30))
      for (const { queue, inWork } of lanes.slice(0, 30)) expect(queue.length === 0 || inWork >= share).toBe(true)
    }),
  )
})

test('a business is in one batch at a time, and no more than two batches of several are in work', () => {
  const turns = made({ batchSize: 2 })
  const [busy] = waiting(turns, [3, 1], 0)
  const first = turns.next(0)
  expect(first?.batches.has(busy as Lane)).toBe(true)
  waiting(turns, [1, 1], 0)
  const second = turns.next(0)
  expect(second?.batches.has(busy as Lane)).toBe(false)
  waiting(turns, [1, 1], 0)
  expect(turns.next(10)).toBeUndefined()
  end(turns, first)
  expect(sizesOf(turns.next(10))).toEqual([1, 1])
})

/** Waits since then, with an event. */
function come(turns: Turns, lane: Lane, now: number): void {
  lane.put(pending(), now)
  turns.add(lane, now)
}

test('who is in trouble, failed with others, was left out or is no business goes alone until its events are applied', () => {
  const turns = made({ atOnce: 5 })
  const lanes = ['troubled', 'failed', 'left out', NO_BUSINESS, 'fine'].map((businessId) => new Lane(businessId))
  const [troubled, failed, leftOut] = lanes as [Lane, Lane, Lane]
  troubled.pause(0)
  failed.setApart('failed')
  leftOut.setApart('left out')
  for (const lane of lanes) come(turns, lane, 0)
  const given = lanes.map(() => turns.next(5))
  expect(given.map((turn) => [turn?.isTogether, ...businessesOf(turn)])).toEqual([
    [true, 'fine'],
    [false, 'troubled'],
    [false, 'failed'],
    [false, 'left out'],
    [false, NO_BUSINESS],
  ])
  for (const turn of given) end(turns, turn)
  for (const lane of lanes) {
    lane.took(1, 1)
    come(turns, lane, 10)
  }
  expect(businessesOf(turns.next(15))).toEqual(['troubled', 'failed', 'left out', 'fine'])
  expect(businessesOf(turns.next(15))).toEqual([NO_BUSINESS])
})

test('those that failed get half of the places, those that are only left out any, and one is for those that go together', () => {
  const turns = made({ atOnce: 3 })
  const [stuck, alsoStuck, fresh, alsoFresh, fine] = ['stuck', 'also stuck', 'new', 'also new', 'fine'].map(
    (businessId) => new Lane(businessId),
  ) as [Lane, Lane, Lane, Lane, Lane]
  for (const lane of [stuck, alsoStuck]) lane.setApart('failed')
  for (const lane of [fresh, alsoFresh]) lane.setApart('left out')
  for (const lane of [stuck, alsoStuck, fresh, alsoFresh]) come(turns, lane, 0)
  expect(businessesOf(turns.next(5))).toEqual(['stuck'])
  const next = turns.next(5)
  expect(businessesOf(next)).toEqual(['new'])
  expect(turns.next(5)).toBeUndefined()
  come(turns, fine, 5)
  expect(businessesOf(turns.next(10))).toEqual(['fine'])
  end(turns, next)
  expect(businessesOf(turns.next(10))).toEqual(['also new'])
})

test('where a consumer takes one at a time, each business is a turn of its own', () => {
  const turns = made({ takesMany: false, atOnce: 3 })
  waiting(turns, [1, 2, 1, 1], 0)
  expect([turns.next(5), turns.next(5), turns.next(5), turns.next(5)].map(sizesOf)).toEqual([[1], [2], [1], []])
})
