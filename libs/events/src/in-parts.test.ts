import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyInParts, LOCK_TIMEOUTS_MS } from './in-parts.ts'

const always = (): Promise<boolean> => Promise.resolve(true)
const businesses = (count: number): string[] => Array.from({ length: count }, (_, index) => `business ${index}`)

/** Applies parts without those that are at fault, and counts. */
function applier(faulty: ReadonlySet<string>, leftOut: ReadonlySet<string> = new Set()) {
  const applied: string[] = []
  const made = {
    applied,
    calls: 0,
    apply: (part: readonly string[]): Promise<ReadonlyMap<string, unknown>> => {
      made.calls += 1
      if (part.some((one) => faulty.has(one))) return Promise.reject(new Error('one of these'))
      applied.push(...part.filter((one) => !leftOut.has(one)))
      return Promise.resolve(new Map(part.filter((one) => leftOut.has(one)).map((one) => [one, 'not with others'])))
    },
  }
  return made
}

test('whoever is at fault or left out, all others are applied, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 150 }),
      fc.array(fc.nat(149), { maxLength: 6 }),
      fc.array(fc.nat(149), { maxLength: 6 }),
      async (count, faults, leaves) => {
        const all = businesses(count)
        const faulty = new Set(faults.flatMap((index) => all[index] ?? []))
        const leftOut = new Set(leaves.flatMap((index) => all[index] ?? []).filter((one) => !faulty.has(one)))
        const { applied, apply } = applier(faulty, leftOut)
        const { left, outage } = await applyInParts(all, apply, always)
        expect(outage).toBeUndefined()
        expect(applied.toSorted()).toEqual(all.filter((one) => !faulty.has(one) && !leftOut.has(one)).toSorted())
        expect([...left.keys()].toSorted()).toEqual([...faulty, ...leftOut].toSorted())
        for (const one of faulty) expect(left.get(one)).toEqual(new Error('one of these'))
        for (const one of leftOut) expect(left.get(one)).toBe('not with others')
      },
    ),
  )
})

test('one at fault among a hundred is waited for four times, the last after all others are applied', async () => {
  const all = businesses(100)
  for (const one of all) {
    let waits = 0
    const made = applier(new Set([one]))
    await applyInParts(all, (part) => ((waits += part.includes(one) ? 1 : 0), made.apply(part)), always)
    expect([waits, made.calls]).toEqual([4, 22])
  }
})

test('however many are held, one long wait is for all of them, and twenty of a hundred keep the others for a second at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 500 }),
      fc.uniqueArray(fc.nat(499), { maxLength: 100 }),
      async (count, indices) => {
        const all = businesses(count)
        const held = new Set(indices.flatMap((index) => all[index] ?? []))
        const { applied, apply } = applier(held)
        const waits: number[] = []
        let waited = 0
        await applyInParts(
          all,
          async (part, lockTimeoutMs) => {
            if (part.some((one) => held.has(one))) waits.push(lockTimeoutMs)
            else waited = waits.reduce((sum, ms) => sum + ms, 0)
            return apply(part)
          },
          always,
        )
        expect(waits.slice(1).every((ms) => ms === LOCK_TIMEOUTS_MS.again)).toBe(true)
        expect(waits.slice(0, 1)).toEqual(held.size > 0 ? [LOCK_TIMEOUTS_MS.first] : [])
        if (count <= 100 && held.size <= 20) expect(waited).toBeLessThanOrEqual(1_000)
        expect(applied.length).toBe(count - held.size)
      },
    ),
  )
})

test('parts without anyone at fault are applied before those with some are split again', async () => {
  const all = businesses(100)
  const [first, last] = [all[0], all[99]] as [string, string]
  const { applied, apply } = applier(new Set([first]))
  await applyInParts(all, apply, always)
  expect(applied.indexOf(last)).toBeLessThan(applied.indexOf(all[1] as string))
})

test('a business that is held for a moment is applied with the others', async () => {
  const all = businesses(100)
  const { applied, apply } = applier(new Set())
  let alone = 0
  const { left } = await applyInParts(
    all,
    async (part) => {
      if (part.includes('business 42') && (part.length > 1 || alone++ === 0)) throw new Error('held')
      return apply(part)
    },
    always,
  )
  expect([left.size, applied.at(-1), applied.length]).toEqual([0, 'business 42', 100])
})

test('during an outage nobody is at fault: what is not applied yet waits as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100 }), fc.nat(99), fc.nat(5), async (count, at, answers) => {
      const all = businesses(count)
      const { applied, apply } = applier(new Set([all[at % count] ?? '']))
      let asked = 0
      const { left, outage } = await applyInParts(all, apply, () => Promise.resolve(asked++ < answers))
      expect([...applied, ...left.keys(), ...(outage?.businessIds ?? [])].toSorted()).toEqual(all.toSorted())
      if (outage) expect([outage.error, left.size]).toEqual([new Error('one of these'), 0])
    }),
  )
})
