import { expect, test } from 'vitest'
import { violationOf } from './told-vendor.ts'

const AT = new Date('2026-01-10T00:00:00.000Z')
const told = { id: 'v', externalId: 'V-1', name: 'Acme', version: 2, updatedAt: AT }
const kept = { id: 'v', externalId: 'V-1', name: 'Acme', version: 2 }
const [SAME_MOMENT, LATER] = [AT, new Date(AT.getTime() + 1)]

test('a vendor that is called the same is sound, whenever it changed', () => {
  expect(violationOf(told, kept, SAME_MOMENT)).toBeUndefined()
  expect(violationOf(told, kept, LATER)).toBeUndefined()
})

test('one of the same version that is called otherwise is not, however young', () => {
  for (const other of [{ name: 'Other' }, { externalId: null }])
    expect(violationOf(told, { ...kept, ...other }, SAME_MOMENT)?.detail).toMatch(/^vendor v: version 2, /)
})

test('an older one, or none, is sound for as long as the event may be on its way', () => {
  for (const here of [{ ...kept, version: 1 }, undefined]) {
    expect(violationOf(told, here, SAME_MOMENT)).toBeUndefined()
    expect(violationOf(told, here, LATER)).toBeDefined()
  }
})

test('a newer one has changed since billing answered', () => {
  expect(violationOf(told, { ...kept, version: 3, name: 'New' }, LATER)).toBeUndefined()
})
