import { expect, test } from 'vitest'
import { sharedResult } from './shared-result.ts'

let clock = 0
let made = 0
const counted = sharedResult(
  async () => (made += 1),
  1_000,
  () => clock,
)

test('a thousand concurrent callers cost one call, and so do those of the second after it', async () => {
  const all = await Promise.all(Array.from({ length: 1_000 }, counted))
  expect(new Set(all)).toEqual(new Set([1]))
  clock = 999
  expect(await counted()).toBe(1)
  clock = 1_000
  expect(await counted()).toBe(2)
})

test('a call that takes long is shared for as long as it takes', async () => {
  let finish: (value: string) => void = () => undefined
  let calls = 0
  const slow = sharedResult(
    () => {
      calls += 1
      return new Promise<string>((resolve) => (finish = resolve))
    },
    1_000,
    () => clock,
  )
  const first = slow()
  clock += 60_000
  const second = slow()
  finish('done')
  expect([await first, await second, calls]).toEqual(['done', 'done', 1])
})

test('a failure is not kept', async () => {
  let calls = 0
  const failing = sharedResult(
    async () => {
      calls += 1
      if (calls === 1) throw new Error('away')
      return 'back'
    },
    1_000,
    () => clock,
  )
  await expect(failing()).rejects.toThrow('away')
  expect(await failing()).toBe('back')
})
