import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SLOT_COUNT, Slots } from './slots.ts'

/** The slots of concurrent postings. */
async function atOnce(slots: Slots, postings: number, businessId = 'b'): Promise<number[]> {
  const taken: number[] = []
  let end: () => void = () => undefined
  const all = new Promise<void>((resolve) => (end = resolve))
  const running = Array.from({ length: postings }, () =>
    slots.use(businessId, async (slot) => {
      taken.push(slot)
      await all
    }),
  )
  end()
  await Promise.all(running)
  return taken
}

test('a quiet business uses only the first slot of its process', async () => {
  const slots = new Slots(11)
  for (let time = 0; time < 3; time++) expect(await atOnce(slots, 1)).toEqual([11])
})

test('concurrent postings take different slots, from that of the process on and round', async () => {
  expect(await atOnce(new Slots(14), 4)).toEqual([14, 15, 0, 1])
})

test('two processes share a slot only once the postings of one have filled all up to that of the other', () => {
  const slot = fc.integer({ min: 0, max: SLOT_COUNT - 1 })
  return fc.assert(
    fc.asyncProperty(slot, slot, fc.integer({ min: 1, max: 2 * SLOT_COUNT }), async (one, other, postings) => {
      const taken = await atOnce(new Slots(one), postings)
      const way = (other - one + SLOT_COUNT) % SLOT_COUNT
      expect(taken.includes(other)).toBe(postings > way)
      expect(new Set(taken).size).toBe(Math.min(postings, SLOT_COUNT))
    }),
  )
})
