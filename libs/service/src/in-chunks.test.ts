import { expect, test } from 'vitest'
import { mapInChunks } from './in-chunks.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** As work on an entry that is large. */
function slowly(number: number): number {
  for (const until = performance.now() + 1; performance.now() < until;);
  return 2 * number
}

test('what takes long is mapped in its order, and other work runs meanwhile', async () => {
  let turns = 0
  let isOver = false
  const others = (): void => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const doubled = await mapInChunks(numbers(100), slowly)
  isOver = true
  expect(doubled).toEqual(numbers(100).map((number) => 2 * number))
  expect(turns).toBeGreaterThan(10)
})

test('a failure ends it', async () => {
  let done = 0
  const failing = mapInChunks(numbers(200), (number) => {
    done += 1
    if (number === 60) throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(done).toBe(61)
})
