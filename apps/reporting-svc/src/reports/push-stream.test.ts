import { afterEach, expect, test } from 'vitest'
import { pushStream } from './push-stream.ts'

/** Pieces that wait for their reader. */
let waiting = 0
const charged = (): (() => void) => {
  waiting += 1
  return () => void (waiting -= 1)
}
afterEach(() => expect(waiting).toBe(0))

test('pieces come in order, and the producer does not wait for the reader', async () => {
  let isPushed = false
  const pieces = pushStream<number>(async (push) => {
    for (let piece = 0; piece < 100; piece++) await push(piece)
    isPushed = true
  }, charged)
  expect(await pieces.next()).toEqual({ value: 0, done: false })
  await expect.poll(() => isPushed).toBe(true)
  // A piece is released when the next one is requested.
  expect(waiting).toBe(100)
  await pieces.next()
  expect(waiting).toBe(99)
  expect(await Array.fromAsync(pieces)).toEqual(Array.from({ length: 98 }, (_, index) => index + 2))
})

test('a failure before the first piece is thrown to the reader', async () => {
  const pieces = pushStream(() => Promise.reject(new Error('refused')), charged)
  await expect(pieces.next()).rejects.toThrow('refused')
})

test('a failure in the middle is thrown, too: a part is never taken for the whole', async () => {
  const pieces = pushStream<number>(async (push) => {
    await push(1)
    throw new Error('broke off')
  }, charged)
  await expect(Array.fromAsync(pieces)).rejects.toThrow('broke off')
})

test('a reader that stops ends the producer, and returns after it', async () => {
  let made = 0
  let isOver = false
  const pieces = pushStream<number>(async (push) => {
    try {
      for (;;) await push(made++)
    } finally {
      isOver = true
    }
  }, charged)
  await pieces.next()
  await pieces.return(undefined)
  expect(isOver).toBe(true)
  expect(made).toBeLessThan(100)
})
