import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Estimate, rounded, sayable } from './estimate.ts'
import { durationText } from './progress.ts'

/** What a unit of a part really takes, and that it takes more or less from one unit to the next. */
const part = fc.record({
  kind: fc.constantFrom('a', 'b'),
  effort: fc.integer({ min: 0, max: 3_000 }),
  weight: fc.integer({ min: 1, max: 20 }),
  deviation: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
  batch: fc.integer({ min: 1, max: 20 }),
})
const run = fc.record({
  parts: fc.array(part, { minLength: 1, maxLength: 6 }),
  /** How much slower or faster the machine is than that of the weights, in each kind of work. */
  speeds: fc
    .tuple(fc.double({ min: 0.2, max: 5, noNaN: true }), fc.double({ min: 0.25, max: 4, noNaN: true }))
    .map(([a, ratio]) => ({ a, b: a * ratio })),
  noise: fc.infiniteStream(fc.double({ min: 0.7, max: 1.3, noNaN: true })),
})

test('time to go is right within a third, once each kind of work was seen, whatever its speed', () => {
  fc.assert(
    fc.property(run, ({ parts, speeds, noise }) => {
      const estimate = new Estimate(parts)
      const said: { at: number; toGo: number }[] = []
      const took = { a: 0, b: 0 }
      const times = { a: 0, b: 0 }
      const seen = (kind: 'a' | 'b'): boolean => took[kind] > 20_000 && times[kind] > 20
      let now = 1_000
      for (const [index, { kind, effort, weight, deviation, batch }] of parts.entries()) {
        estimate.begin(index, now)
        for (let done = 0; done < effort;) {
          const next = Math.min(effort, done + batch)
          const ms = (next - done) * weight * speeds[kind] * deviation * (noise.next().value ?? 1)
          // The first of each part finds everything cold.
          now += done === 0 ? ms + Math.min(5 * ms, 5_000) : ms
          if (done > batch) {
            took[kind] += ms
            times[kind] += 1
          }
          done = next
          estimate.done(done, now)
          const toGo = estimate.span(now)?.likely
          const isKnown = parts.slice(index).every((later) => later.effort === 0 || seen(later.kind))
          if (toGo !== undefined && isKnown) said.push({ at: now, toGo })
        }
        estimate.end()
      }
      const end = now
      const inAll = end - 1_000
      // Of the last tenth a third is nothing that anybody waits for; before the first one little is known.
      for (const { at, toGo } of said.filter(
        ({ at }) => at - 1_000 > inAll / 10 && end - at > inAll / 10 && inAll > 60_000,
      ))
        // Nobody knows of the cold starts of parts that are still to come.
        expect(Math.abs(toGo - (end - at))).toBeLessThan((end - at) / 3 + 2_000)
    }),
    { numRuns: 30, endOnFailure: true },
  )
})

test('whatever is true of what was measured is within a third of the one figure, or between the two', () => {
  const ms = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(fc.tuple(ms, ms, ms), ms, ([a, b, c], other) => {
      const [least = 0, likely = 0, most = 0] = [a, b, c].sort((one, another) => one - another)
      const truth = least + (other % (most - least + 1))
      const [low = truth, high] = sayable({ likely, least, most }) ?? []
      if (high === undefined) expect(Math.abs(low - truth)).toBeLessThanOrEqual(truth / 3 + 1e-6)
      else expect([low <= truth, truth <= high]).toEqual([true, true])
    }),
  )
})

test('work that goes now faster and now slower makes two figures, and what is true lies between them', () => {
  const estimate = new Estimate([{ kind: 'a', effort: 1_200, weight: 100 }])
  estimate.begin(0, 0)
  let [now, done] = [0, 0]
  // Half a minute at 100 ms each, then as long at 300.
  for (const [units, cost] of [
    [300, 100],
    [100, 300],
  ] as const)
    for (let unit = 0; unit < units; unit++) estimate.done(++done, (now += cost))
  const [least = 0, most = 0] = sayable(estimate.span(now) ?? { likely: 0, least: 1, most: 9 }) ?? []
  const left = 1_200 - done
  expect([least <= left * 120, most >= left * 270]).toEqual([true, true])
})

test('one figure is said of what differs up to two times, two of up to four, and none beyond that', () => {
  expect(sayable({ likely: 100, least: 100, most: 200 })).toEqual([400 / 3])
  expect(sayable({ likely: 120, least: 100, most: 130 })).toEqual([120])
  expect(sayable({ likely: 100, least: 100, most: 201 })).toEqual([100, 201])
  expect(sayable({ likely: 100, least: 100, most: 400 })).toEqual([100, 400])
  expect(sayable({ likely: 100, least: 100, most: 401 })).toBeUndefined()
})

test('what is to come of a kind that was never seen makes two figures, until it was', () => {
  const estimate = new Estimate([
    { kind: 'a', effort: 100, weight: 1_000 },
    { kind: 'b', effort: 1_000, weight: 1_000 },
  ])
  estimate.begin(0, 0)
  for (let done = 1; done <= 50; done++) estimate.done(done, done * 1_000)
  expect(sayable(estimate.span(50_000) ?? { likely: 0, least: 1, most: 9 })).toHaveLength(2)
  estimate.begin(1, 100_000)
  for (let done = 1; done <= 50; done++) estimate.done(done, 100_000 + done * 1_000)
  expect(sayable(estimate.span(150_000) ?? { likely: 0, least: 1, most: 9 })).toHaveLength(1)
})

test.each([
  [1_200, 2_000],
  [9_999, 10_000],
  [33_000, 35_000],
  [64_000, 60_000],
  [596_000, 600_000],
  [640_000, 660_000],
])('%s ms to go are said as %s', (milliseconds, said) => {
  expect(rounded(milliseconds)).toBe(said)
})

test('nothing is said before anything is known, and a part that slows down takes longer', () => {
  const estimate = new Estimate([{ kind: 'a', effort: 101, weight: 10 }])
  expect(estimate.span(0)?.likely).toBeUndefined()
  estimate.begin(0, 0)
  expect(estimate.span(10_000)?.likely).toBeUndefined()
  // The first one took ten seconds, which says nothing of the others.
  for (let done = 1; done <= 51; done++) estimate.done(done, 9_000 + done * 1_000)
  expect(estimate.span(60_000)?.likely).toBe(50_000)
  for (let done = 52; done <= 76; done++) estimate.done(done, 60_000 + (done - 51) * 4_000)
  expect(estimate.span(160_000)?.likely).toBeGreaterThan(90_000)
  expect(estimate.span(160_000)?.likely).toBeLessThan(110_000)
})

test('time that passes is time that is not to go any more, until a wait is longer than those before', () => {
  const estimate = new Estimate([{ kind: 'a', effort: 20, weight: 5_000 }])
  estimate.begin(0, 0)
  for (let done = 1; done <= 10; done++) estimate.done(done, done * 5_000)
  const now = estimate.span(50_000)?.likely ?? 0
  expect(now).toBeCloseTo(50_000, -3)
  expect(estimate.span(54_000)?.likely).toBeCloseTo(now - 4_000, -3)
  expect(estimate.span(90_000)?.likely).toBeGreaterThan(now)
})

test('how much there is of a part may only be known when it begins', () => {
  const estimate = new Estimate([
    { kind: 'a', effort: 10, weight: 1_000 },
    { kind: 'a', effort: 10, weight: 1_000 },
  ])
  estimate.begin(0, 0)
  for (let done = 1; done <= 5; done++) estimate.done(done, done * 1_000)
  expect(estimate.span(5_000)?.likely).toBe(15_000)
  for (let done = 6; done <= 10; done++) estimate.done(done, done * 1_000)
  estimate.begin(1, 10_000, 30)
  expect(estimate.span(10_000)?.likely).toBe(30_000)
})

test.each([
  [0, '0s'],
  [59_400, '59s'],
  [60_000, '1m00s'],
  [3_599_400, '59m59s'],
  [3_900_000, '1h05m'],
])('%s ms are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text)
})
