import { expect, test } from 'vitest'
import { toldPiecewise } from './told-piecewise.ts'

test('work goes on when what it told is taken, and what is told ends with it', async () => {
  let told = 0
  const pieces = toldPiecewise<number>(async (tell) => {
    for (const one of [1, 2, 3]) {
      told = one
      await tell(one)
    }
  })
  expect([told, await pieces.next(), told]).toEqual([0, { value: 1, done: false }, 1])
  expect([await pieces.next(), told]).toEqual([{ value: 2, done: false }, 2])
  expect([await pieces.next(), await pieces.next()]).toEqual([
    { value: 3, done: false },
    { value: undefined, done: true },
  ])
})

test('work that fails ends it with its failure, and work that tells nothing at once', async () => {
  const failing = toldPiecewise<number>(async (tell) => {
    await tell(1)
    throw new Error('no more')
  })
  expect(await failing.next()).toEqual({ value: 1, done: false })
  await expect(failing.next()).rejects.toThrow('no more')
  expect(await toldPiecewise(() => Promise.resolve()).next()).toEqual({ value: undefined, done: true })
})

test('work ends where nobody takes any more', async () => {
  let left: unknown
  const pieces = toldPiecewise<number>(async (tell) => {
    try {
      for (;;) await tell(1)
    } catch (error) {
      left = error
      throw error
    }
  })
  await pieces.next()
  await pieces.return(undefined)
  expect(left).toEqual(new Error('Nobody takes what is told any more.'))
})
