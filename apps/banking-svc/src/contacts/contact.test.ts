import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CONTACT_KINDS, contactFrom } from './contact.ts'

const state = { id: randomUUID(), external_id: 'P-1', name: 'Acme', company_name: 'Acme', version: 3 }

test.each(CONTACT_KINDS)('a %s is read from its event, and may have no external_id', (kind) => {
  expect(contactFrom(kind, state)).toEqual({ kind, id: state.id, externalId: 'P-1', name: 'Acme', version: 3 })
  expect(contactFrom(kind, { ...state, external_id: null })?.externalId).toBeNull()
})

test('documents are no contacts', () => {
  for (const aggregate of ['bill', 'invoice_payment', 'vendors']) expect(contactFrom(aggregate, state)).toBeUndefined()
})

test.each([
  ['name', { name: null }],
  ['version', { version: 'three' }],
  ['external_id', { external_id: 7 }],
  ['id', { id: undefined }],
])('a state without a sound %s is none', (field, given) => {
  expect(() => contactFrom('customer', { ...state, ...given })).toThrow(new RegExp(`^${field}: expected`))
})
