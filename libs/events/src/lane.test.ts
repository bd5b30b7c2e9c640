import { expect, test } from 'vitest'
import type { Pending } from './delivery.ts'
import { Lane } from './lane.ts'

const pending = (seq: number): Pending => ({ message: { seq }, delivery: new Error('none') }) as unknown as Pending

test('what is sent back comes again in its order, each after the one before', () => {
  const lane = new Lane('a')
  const times = Array.from({ length: 50 }, (_, index) => index + lane.appointment(index))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(lane.putOffFor(0)).toBeGreaterThan(0)
  expect(lane.putOffFor(1_000_000)).toBe(0)
})

test('a business that was seen to be slow has its events come again more slowly', () => {
  const [quick, slow] = [new Lane('a'), new Lane('b')]
  quick.took(500, 100)
  slow.took(500, 2_000)
  const last = (lane: Lane) => Array.from({ length: 1_000 }, () => lane.appointment(0)).at(-1) ?? 0
  expect(last(slow)).toBeGreaterThan(2 * last(quick))
})

test('a few events say nothing of how fast a business is', () => {
  const [one, other] = [new Lane('a'), new Lane('b')]
  one.took(1, 1_000)
  expect(one.appointment(0)).toBe(other.appointment(0))
})

test('what was delivered again comes before what came after it', () => {
  const lane = new Lane('a')
  lane.queue.push(pending(7), pending(9), pending(3))
  expect(lane.next(2).map(({ message }) => message.seq)).toEqual([3, 7])
  expect(lane.size).toBe(1)
})

test('a business is held for longer each time, up to five seconds, and no more once it was taken in', () => {
  const lane = new Lane('a')
  const holds = Array.from({ length: 8 }, () => lane.hold(0))
  expect(holds.map(({ delayMs }) => delayMs)).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  expect(holds.map(({ isFirst }) => isFirst)).toEqual([true, ...Array.from({ length: 7 }, () => false)])
  expect(lane.heldFor(4_999)).toBe(1)
  expect(lane.isForgettable(9_999)).toBe(false)
  lane.took(1, 1)
  expect(lane.heldFor(0)).toBe(0)
  expect(lane.isForgettable(0)).toBe(true)
})
