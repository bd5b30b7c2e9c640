/** Measures two things alternately, so that whatever slows the machine down affects both. */
import { rounds } from './size.ts'

/**
 * Measures both sides once per round, in alternating order, after one round that doesn't count.
 * @param options.before runs before each measurement, outside of it
 */
export async function alternately(
  first: () => Promise<number>,
  second: () => Promise<number>,
  { before = async () => {} }: { before?: () => Promise<void> } = {},
): Promise<{ first: number[]; second: number[] }> {
  const samples = { first: [] as number[], second: [] as number[] }
  const sides = [
    { measure: first, kept: samples.first },
    { measure: second, kept: samples.second },
  ]
  for (let round = 0; round <= rounds(); round++) {
    for (const { measure, kept } of round % 2 === 0 ? sides : sides.toReversed()) {
      await before()
      const sample = await measure()
      if (round > 0) kept.push(sample)
    }
  }
  return samples
}

/** Does something `count` times with `workers` in parallel. @returns how many a second */
export async function rateOf(workers: number, count: number, act: (index: number, worker: number) => Promise<unknown>) {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let index = next++; index < count; index = next++) await act(index, worker)
    }),
  )
  return count / ((performance.now() - began) / 1_000)
}

/** How long something takes, in milliseconds. */
export async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}
