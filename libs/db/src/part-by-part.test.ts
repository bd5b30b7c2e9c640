import { describe, expect, test } from 'vitest'
import { oneByOne } from './part-by-part.ts'

const named = (...names: string[]) => names.map((name) => ({ name, open: () => Promise.resolve(name) }))

describe('what is done one by one', () => {
  test('is done in each, in turn', async () => {
    expect(await oneByOne(named('a', 'b'), (name) => Promise.resolve(name.toUpperCase()))).toEqual(['A', 'B'])
  })

  test('goes on with the others where one fails or cannot be opened, and names these at the end', async () => {
    const done: string[] = []
    const away = { name: 'away', open: (): Promise<string> => Promise.reject(new Error('gone')) }
    const doing = oneByOne([away, ...named('a', 'b', 'c')], async (name) => {
      if (name === 'b') throw new Error('locked')
      await Promise.resolve(done.push(name))
    })
    await expect(doing).rejects.toThrow('2 of 4 failed: away: gone; b: locked')
    expect(done).toEqual(['a', 'c'])
  })

  test('fails as the only one does', async () => {
    const refusal = new Error('locked')
    await expect(oneByOne(named('a'), () => Promise.reject(refusal))).rejects.toBe(refusal)
  })
})
