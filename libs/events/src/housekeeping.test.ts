import { describe, expect, test } from 'vitest'
import { inBatches } from './housekeeping.ts'

/** So many things to remove, and the sizes of the batches in which they were removed. */
function removing(count: number) {
  let left = count
  const batches: number[] = []
  const removeSome = async (size: number): Promise<number> => {
    const gone = Math.min(size, left)
    left -= gone
    batches.push(gone)
    return gone
  }
  return { batches, removeSome }
}

describe('what is removed in batches', () => {
  test.each([
    [0, [0]],
    [2, [2]],
    [3, [3, 0]],
    [7, [3, 3, 1]],
  ])('is %i things in all, until a batch is not full', async (count, batches) => {
    const { removeSome, ...removed } = removing(count)
    expect(await inBatches(3, removeSome)).toBe(count)
    expect(removed.batches).toEqual(batches)
  })

  test('ends after the batch under way when it is stopped', async () => {
    const { removeSome, batches } = removing(9)
    expect(await inBatches(3, removeSome, () => batches.length === 2)).toBe(6)
  })

  test('fails as the batch does', async () => {
    await expect(inBatches(3, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })
})
