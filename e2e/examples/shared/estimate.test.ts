import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Estimate } from './estimate.ts'
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
      const seen = (kind: 'a' | 'b'): boolean => took[kind] > 10_000 && times[kind] > 5
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
          const toGo = estimate.toGo(now)
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
        expect(Math.abs(toGo - (end - at))).toBeLessThan((end - at) / 3)
    }),
    { numRuns: 30, endOnFailure: true },
  )
})

test('nothing is said before anything is known, and a part that slows down takes longer', () => {
  const estimate = new Estimate([{ kind: 'a', effort: 101, weight: 10 }])
  expect(estimate.toGo(0)).toBeUndefined()
  estimate.begin(0, 0)
  expect(estimate.toGo(10_000)).toBeUndefined()
  // The first one took ten seconds, which says nothing of the others.
  for (let done = 1; done <= 51; done++) estimate.done(done, 9_000 + done * 1_000)
  expect(estimate.toGo(60_000)).toBe(50_000)
  for (let done = 52; done <= 76; done++) estimate.done(done, 60_000 + (done - 51) * 4_000)
  expect(estimate.toGo(160_000)).toBeGreaterThan(90_000)
  expect(estimate.toGo(160_000)).toBeLessThan(110_000)
})

test('time that passes is time that is not to go any more, until a wait is longer than those before', () => {
  const estimate = new Estimate([{ kind: 'a', effort: 20, weight: 5_000 }])
  estimate.begin(0, 0)
  for (let done = 1; done <= 10; done++) estimate.done(done, done * 5_000)
  const now = estimate.toGo(50_000) ?? 0
  expect(now).toBeCloseTo(50_000, -3)
  expect(estimate.toGo(54_000)).toBeCloseTo(now - 4_000, -3)
  expect(estimate.toGo(90_000)).toBeGreaterThan(now)
})

test('how much there is of a part may only be known when it begins', () => {
  const estimate = new Estimate([
    { kind: 'a', effort: 10, weight: 1_000 },
    { kind: 'a', effort: 10, weight: 1_000 },
  ])
  estimate.begin(0, 0)
  for (let done = 1; done <= 5; done++) estimate.done(done, done * 1_000)
  expect(estimate.toGo(5_000)).toBe(15_000)
  for (let done = 6; done <= 10; done++) estimate.done(done, done * 1_000)
  estimate.begin(1, 10_000, 30)
  expect(estimate.toGo(10_000)).toBe(30_000)
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
