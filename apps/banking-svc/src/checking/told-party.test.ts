import { expect, test } from 'vitest'
import { violationOf } from './told-party.ts'

const AT = new Date('2026-01-10T00:00:00.000Z')
const kept = { kind: 'vendor', id: 'v', externalId: 'V-1', name: 'Acme', version: 2 } as const
const told = { ...kept, updatedAt: AT }
const [SAME_MOMENT, LATER] = [AT, new Date(AT.getTime() + 1)]

test('a party that is called the same is sound, whenever it changed', () => {
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

test('a customer is named as one', () => {
  expect(violationOf({ ...told, kind: 'customer' }, undefined, LATER)).toMatchObject({
    invariant: 'a customer is called what billing calls it',
    detail: expect.stringMatching(/^customer v: is not known; /),
  })
})
