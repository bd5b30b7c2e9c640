import { expect, test } from 'vitest'
import { idMaker, newId } from './new-id.ts'

const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test('ids are version 7, never repeat, and sort in the order they were made in', () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect(new Set(ids).size).toBe(5_000)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
})

test('ids begin with the millisecond they were made in, and go on growing while the clock stands still or is put back', () => {
  const [start, later, earlier] = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z', '2026-03-01T09:00:00Z'].map(
    Date.parse,
  )
  let now = start
  const make = idMaker(() => now ?? 0)
  const make100 = () => Array.from({ length: 100 }, make)
  const ids = make100()
  expect(new Set(ids.map(timeOf))).toEqual(new Set([start]))
  now = later
  ids.push(...make100())
  now = earlier
  ids.push(...make100())
  expect(timeOf(ids.at(-1) ?? '')).toBe(later)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(300)
})
