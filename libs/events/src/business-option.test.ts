import { expect, test } from 'vitest'
import { businessIdFrom } from './business-option.ts'

test('a business is named by its id in any case; anything else is refused', () => {
  const id = '018f0000-0000-7000-8000-00000000abcd'
  expect(businessIdFrom(id.toUpperCase())).toBe(id)
  for (const given of ['nobody', '', `${id}0`, ` ${id}`])
    expect(() => businessIdFrom(given)).toThrow(`expected the id of a business (a UUID), got ${given}`)
})
