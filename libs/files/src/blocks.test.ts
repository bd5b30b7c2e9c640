import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'

const collect = async (chunks: readonly string[], size: number): Promise<string[]> => {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const blocks: string[] = []
  for await (const block of blocksOf(stream, size)) blocks.push(block.toString())
  return blocks
}

test('a stream becomes blocks of one size, and a rest', async () =>
  expect(await collect(['ab', 'cdefgh', 'i'], 4)).toEqual(['abcd', 'efgh', 'i']))

test('nothing is one empty block; what fits is one block', async () => {
  expect(await collect([], 4)).toEqual([''])
  expect(await collect(['abcd'], 4)).toEqual(['abcd'])
})

test('no byte is lost, doubled or moved, however the stream is cut', async () => {
  const chunks = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 1, max: 15 }), async (given, size) => {
      const blocks = await collect(given, size)
      expect(blocks.join('')).toBe(given.join(''))
      expect(blocks.slice(0, -1).every(({ length }) => length === size)).toBe(true)
      expect(blocks.at(-1)?.length).toBeLessThanOrEqual(size)
    }),
  )
})
