import { expect, test } from 'vitest'
import { findingOf } from './billing-contact.ts'

const AT = new Date('2026-01-10T00:00:00.000Z')
const stored = { kind: 'vendor', id: 'v', externalId: 'V-1', name: 'Acme', version: 2 } as const
const current = { ...stored, updatedAt: AT }
const [SAME_MOMENT, LATER] = [AT, new Date(AT.getTime() + 1)]

test('an equal copy is no finding, whenever it changed', () => {
  expect(findingOf(current, stored, SAME_MOMENT)).toBeUndefined()
  expect(findingOf(current, stored, LATER)).toBeUndefined()
})

test('another name under the same version is one, however recent', () => {
  for (const other of [{ name: 'Other' }, { externalId: null }])
    expect(findingOf(current, { ...stored, ...other }, SAME_MOMENT)).toMatchObject({
      detail: expect.stringMatching(/^vendor v: version 2, /),
    })
})

test('an older or missing copy is unchecked while the event may still arrive', () => {
  for (const here of [{ ...stored, version: 1 }, undefined]) {
    expect(findingOf(current, here, SAME_MOMENT)).toMatchObject({
      unchecked: 'a vendor is called what billing calls it',
    })
    expect(findingOf(current, here, LATER)).toHaveProperty('invariant')
  }
})

test('a newer copy has changed since billing answered', () => {
  expect(findingOf(current, { ...stored, version: 3, name: 'New' }, LATER)).toBeUndefined()
})

test('the finding names a customer as such', () => {
  expect(findingOf({ ...current, kind: 'customer' }, undefined, LATER)).toMatchObject({
    invariant: 'a customer is called what billing calls it',
    detail: expect.stringMatching(/^customer v: is not known; /),
  })
})
