import { expect, test } from 'vitest'
import { lazy } from './lazy.ts'

test('a lazy value is made on first use, once, even if it is undefined', () => {
  let made = 0
  const nothing = lazy(() => void made++)
  expect(made).toBe(0)
  expect([nothing(), nothing(), made]).toEqual([undefined, undefined, 1])
})

test('what could not be made is tried again', () => {
  let tries = 0
  const second = lazy(() => {
    tries++
    if (tries === 1) throw new Error('not yet')
    return 'made'
  })
  expect(second).toThrow('not yet')
  expect([second(), second(), tries]).toEqual(['made', 'made', 2])
})
