import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('ids are version 7, never repeat, and sort by the millisecond they were made in', () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect(new Set(ids).size).toBe(5_000)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  const times = ids.map((id) => id.slice(0, 13))
  expect(times.toSorted()).toEqual(times)
})
