import { afterEach, expect, test } from 'vitest'
import { pushStream } from './push-stream.ts'

/** Pieces that wait for their reader. */
let waiting = 0
const held = (): (() => void) => {
  waiting += 1
  return () => void (waiting -= 1)
}
afterEach(() => expect(waiting).toBe(0))

test('pieces come in their order, and their maker waits for no reader', async () => {
  let isPushed = false
  const pieces = pushStream<number>(async (push) => {
    for (let piece = 0; piece < 100; piece++) await push(piece)
    isPushed = true
  }, held)
  expect(await pieces.next()).toEqual({ value: 0, done: false })
  await expect.poll(() => isPushed).toBe(true)
  // The one that was read is over when the next one is asked for.
  expect(waiting).toBe(100)
  await pieces.next()
  expect(waiting).toBe(99)
  expect(await Array.fromAsync(pieces)).toEqual(Array.from({ length: 98 }, (_, index) => index + 2))
})

test('what fails before the first piece is thrown where that is read', async () => {
  const pieces = pushStream(() => Promise.reject(new Error('refused')), held)
  await expect(pieces.next()).rejects.toThrow('refused')
})

test('what fails in the middle is thrown, too: nobody takes a part for the whole', async () => {
  const pieces = pushStream<number>(async (push) => {
    await push(1)
    throw new Error('broke off')
  }, held)
  await expect(Array.fromAsync(pieces)).rejects.toThrow('broke off')
})

test('a reader that leaves ends the making, and leaves after it', async () => {
  let made = 0
  let isOver = false
  const pieces = pushStream<number>(async (push) => {
    try {
      for (;;) await push(made++)
    } finally {
      isOver = true
    }
  }, held)
  await pieces.next()
  await pieces.return(undefined)
  expect(isOver).toBe(true)
  expect(made).toBeLessThan(100)
})
