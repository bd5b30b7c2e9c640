import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { vendorFrom } from './vendor.ts'

const state = { id: randomUUID(), external_id: 'V-1', name: 'Acme', company_name: 'Acme', version: 3 }

test('a vendor is read from its event, and may have no external_id', () => {
  expect(vendorFrom(state)).toEqual({ id: state.id, externalId: 'V-1', name: 'Acme', version: 3 })
  expect(vendorFrom({ ...state, external_id: null }).externalId).toBeNull()
})

test.each([
  ['name', { name: null }],
  ['version', { version: 'three' }],
  ['external_id', { external_id: 7 }],
  ['id', { id: undefined }],
])('a state without a sound %s is none', (field, given) => {
  expect(() => vendorFrom({ ...state, ...given })).toThrow(new RegExp(`^${field}: expected`))
})
