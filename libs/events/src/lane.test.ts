import { expect, test } from 'vitest'
import type { Pending } from './pending.ts'
import { Lane } from './lane.ts'

const pending = (seq: number, isAlone = false): Pending =>
  ({ message: { seq }, delivery: new Error('none'), isAlone }) as unknown as Pending

test('returned events are delivered again in order, each after the one before', () => {
  const lane = new Lane('a')
  const times = Array.from({ length: 50 }, (_, index) => index + lane.redeliveryDelay(index))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(lane.deferredFor(0)).toBeGreaterThan(0)
  expect(lane.deferredFor(1_000_000)).toBe(0)
})

test('events of a business measured as slow are delivered again more slowly', () => {
  const [quick, slow] = [new Lane('a'), new Lane('b')]
  quick.took(500, 100)
  slow.took(500, 2_000)
  const last = (lane: Lane) => Array.from({ length: 1_000 }, () => lane.redeliveryDelay(0)).at(-1) ?? 0
  expect(last(slow)).toBeGreaterThan(2 * last(quick))
})

test('a few events say nothing about the pace of a business', () => {
  const [one, other] = [new Lane('a'), new Lane('b')]
  one.took(1, 1_000)
  expect(one.redeliveryDelay(0)).toBe(other.redeliveryDelay(0))
})

test('a redelivered event comes before later ones', () => {
  const lane = new Lane('a')
  for (const seq of [7, 9, 3]) lane.put(pending(seq), 0)
  expect(lane.next(2, 0).map(({ message }) => message.seq)).toEqual([3, 7])
  expect(lane.size).toBe(1)
})

test('events of a busy business wait longer for others, unless they are a whole batch', () => {
  const lane = new Lane('a')
  const batchAt = (now: number): void => {
    lane.put(pending(now), now)
    lane.next(10, now)
  }
  for (const now of [0, 100, 200]) batchAt(now)
  lane.put(pending(300), 300)
  expect(lane.gathersFor(300, 10)).toBe(5)
  expect(lane.gathersFor(305, 10)).toBe(0)
  lane.next(10, 305)
  lane.put(pending(400), 400)
  expect(lane.gathersFor(400, 10)).toBe(150)
  lane.put(pending(401), 450)
  expect(lane.gathersFor(450, 10)).toBe(100)
  expect(lane.gathersFor(450, 2)).toBe(0)
  expect(lane.isForgettable(450)).toBe(false)
  lane.next(10, 550)
  expect(lane.isForgettable(1_000)).toBe(false)
  expect(lane.isForgettable(3_000)).toBe(true)
  lane.put(pending(9_000), 9_000)
  expect(lane.gathersFor(9_000, 10)).toBe(5)
})

test('a business is paused for longer each time, up to five seconds, until its events are applied', () => {
  const lane = new Lane('a')
  const pauses = Array.from({ length: 8 }, () => lane.pause(0))
  expect(pauses.map(({ delayMs }) => delayMs)).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  expect(pauses.map(({ isFirst }) => isFirst)).toEqual([true, ...Array.from({ length: 7 }, () => false)])
  expect(lane.pausedFor(4_999)).toBe(1)
  expect(lane.isForgettable(9_999)).toBe(false)
  lane.took(1, 1)
  expect(lane.pausedFor(0)).toBe(0)
  expect(lane.isForgettable(0)).toBe(true)
})

test('a message that is not taken in with others keeps its business apart until it is in work, whatever is applied before', () => {
  const lane = new Lane('a')
  lane.put(pending(1), 0)
  const inWork = lane.next(10, 0)
  lane.put(pending(2, true), 0)
  lane.put(pending(3), 0)
  lane.took(1, 1)
  expect(lane.isApart).toBe(true)
  lane.putBack(inWork)
  expect(lane.next(2, 0).map(({ message }) => message.seq)).toEqual([1, 2])
  lane.took(2, 1)
  expect(lane.isApart).toBe(false)
  lane.putBack([pending(2, true)])
  expect([lane.isApart, lane.takeBack().length, lane.isApart]).toEqual([true, 2, false])
})
