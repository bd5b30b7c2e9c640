import { expect, test } from 'vitest'
import { findingOf } from './billing-contact.ts'

const AT = new Date('2026-01-10T00:00:00.000Z')
const kept = { kind: 'vendor', id: 'v', externalId: 'V-1', name: 'Acme', version: 2 } as const
const told = { ...kept, updatedAt: AT }
const [SAME_MOMENT, LATER] = [AT, new Date(AT.getTime() + 1)]

test('a party that is called the same is sound, whenever it changed', () => {
  expect(findingOf(told, kept, SAME_MOMENT)).toBeUndefined()
  expect(findingOf(told, kept, LATER)).toBeUndefined()
})

test('one of the same version that is called otherwise is not, however young', () => {
  for (const other of [{ name: 'Other' }, { externalId: null }])
    expect(findingOf(told, { ...kept, ...other }, SAME_MOMENT)).toMatchObject({
      detail: expect.stringMatching(/^vendor v: version 2, /),
    })
})

test('of an older one, or none, nobody can tell for as long as the event may be on its way', () => {
  for (const here of [{ ...kept, version: 1 }, undefined]) {
    expect(findingOf(told, here, SAME_MOMENT)).toMatchObject({ unchecked: 'a vendor is called what billing calls it' })
    expect(findingOf(told, here, LATER)).toHaveProperty('invariant')
  }
})

test('a newer one has changed since billing answered', () => {
  expect(findingOf(told, { ...kept, version: 3, name: 'New' }, LATER)).toBeUndefined()
})

test('a customer is named as one', () => {
  expect(findingOf({ ...told, kind: 'customer' }, undefined, LATER)).toMatchObject({
    invariant: 'a customer is called what billing calls it',
    detail: expect.stringMatching(/^customer v: is not known; /),
  })
})
