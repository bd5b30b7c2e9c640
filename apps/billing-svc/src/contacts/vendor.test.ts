import { DomainError } from '@pacioli/errors'
import { expect, test } from 'vitest'
import {
  changedContact,
  nameOf,
  newContact,
  requireActive,
  requireNames,
  statusOf,
  type Contact,
  type ContactDetails,
  type ContactStatus,
} from './contact.ts'
import { VENDORS } from './vendor.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const LATER = new Date('2026-03-02T12:00:00.000Z')

const tag = { id: 't', dimensionId: 'd', definitionId: 'f', createdAt: NOW }

const vendor: Contact = {
  ...newContact(
    { id: 'v', businessId: 'b', now: NOW },
    { externalId: 'supplier-1', companyName: 'Paper & Co', tags: [tag] },
  ),
  version: 3,
}

const changed = (before: Contact, details: Partial<ContactDetails>, status: ContactStatus | undefined, now: Date) =>
  changedContact(VENDORS, before, details, status, now)

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
    throw error
  }
  return undefined
}

test('one name is enough, none is not, and a name must be visible', () => {
  const names = (companyName: string | null, individualName: string | null) =>
    refusalOf(() => requireNames(VENDORS, { companyName, individualName, externalId: 'supplier-1' }))
  expect(names('Paper & Co', null)).toBeUndefined()
  expect(names(null, 'Ada')).toBeUndefined()
  expect(names('Paper & Co', 'Ada')).toBeUndefined()
  expect(names(null, null)).toEqual(['InvalidPayload', 'company_name'])
  expect(names(' \t', null)).toEqual(['InvalidPayload', 'company_name'])
  expect(names('Paper & Co', '')).toEqual(['InvalidPayload', 'individual_name'])
})

test('a vendor is identified by its company name, or by its own', () => {
  expect(nameOf(VENDORS, { companyName: 'Paper & Co', individualName: 'Ada', externalId: null })).toBe('Paper & Co')
  expect(nameOf(VENDORS, { companyName: null, individualName: 'Ada', externalId: null })).toBe('Ada')
})

test('a change makes a new version, equal values do not', () => {
  const after = changed(vendor, { email: 'a@example.com' }, undefined, LATER)
  expect(after).toEqual({ ...vendor, email: 'a@example.com', version: 4, updatedAt: LATER })
  expect(changed(vendor, {}, undefined, LATER)).toBe(vendor)
  expect(changed(vendor, { companyName: 'Paper & Co', tags: [{ ...tag }] }, 'ACTIVE', LATER)).toBe(vendor)
  expect(changed(vendor, { tags: [] }, undefined, LATER)).toMatchObject({ tags: [], version: 4 })
})

test('metadata with other formatting is equal', () => {
  const kept = { ...vendor, metadata: '{"a": {"b": 1, "c": [2]}}' }
  expect(changed(kept, { metadata: '{"a":{"c":[2],"b":1}}' }, undefined, LATER)).toBe(kept)
  expect(changed(kept, { metadata: '{"a":{"c":[2],"b":2}}' }, undefined, LATER)).toMatchObject({ version: 4 })
  expect(changed(kept, { metadata: null }, undefined, LATER)).toMatchObject({ metadata: null, version: 4 })
})

test('a vendor cannot lose its last name', () => {
  expect(refusalOf(() => changed(vendor, { companyName: null }, undefined, LATER))).toEqual([
    'InvalidPayload',
    'company_name',
  ])
  expect(changed(vendor, { companyName: null, individualName: 'Ada' }, undefined, LATER).companyName).toBeNull()
})

test('archiving twice keeps the first time, and a vendor can be restored', () => {
  const archived = changed(vendor, {}, 'ARCHIVED', NOW)
  expect(archived).toMatchObject({ archivedAt: NOW, version: 4 })
  expect(statusOf(archived)).toBe('ARCHIVED')
  expect(changed(archived, {}, 'ARCHIVED', LATER)).toBe(archived)
  const back = changed(archived, {}, 'ACTIVE', LATER)
  expect(back).toMatchObject({ archivedAt: null, version: 5 })
  expect(statusOf(back)).toBe('ACTIVE')
})

test('only an active vendor takes new documents', () => {
  expect(refusalOf(() => requireActive(VENDORS, vendor, { vendor_id: 'v' }))).toBeUndefined()
  expect(refusalOf(() => requireActive(VENDORS, { ...vendor, archivedAt: NOW }, { vendor_id: 'v' }))).toEqual([
    'VendorArchived',
    'vendor_id',
  ])
})
