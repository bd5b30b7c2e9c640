import { expect, test } from 'vitest'
import { WakeUp } from './wake-up.ts'

const LONG_MS = 600_000

test('a wait ends when it is woken, and at once where the wake-up came first', async () => {
  const wakeUp = new WakeUp()
  const waiting = wakeUp.wait(LONG_MS)
  wakeUp.wake()
  await waiting
  wakeUp.wake()
  await wakeUp.wait(LONG_MS)
})

test('a pause lasts its time although it is woken, until it is over', async () => {
  const wakeUp = new WakeUp()
  let isOver = false
  let hasEnded = false
  const pausing = wakeUp.pause(LONG_MS, () => isOver).then(() => (hasEnded = true))
  wakeUp.wake()
  await new Promise(setImmediate)
  expect(hasEnded).toBe(false)
  isOver = true
  wakeUp.wake()
  await pausing
})
