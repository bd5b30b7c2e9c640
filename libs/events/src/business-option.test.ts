import { expect, test } from 'vitest'
import { businessIdFrom } from './business-option.ts'

test('a business is chosen by its id, in upper or lower case; what is no id is refused', () => {
  const id = '0B9C2D4E-6F1A-4B3C-8D5E-7F9A1B2C3D4E'
  expect(businessIdFrom(id)).toBe(id.toLowerCase())
  for (const wrong of ['nobody', '', `${id}0`, ` ${id}`])
    expect(() => businessIdFrom(wrong)).toThrow(`expected the id of a business (a UUID), got ${wrong}.`)
})
