import { DomainError } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { changedContact, statusOf, type ContactDetails, type ContactStatus } from './contact.ts'
import { nameOf, requireActive, requireNames, VENDORS, type Vendor } from './vendor.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const LATER = new Date('2026-03-02T12:00:00.000Z')

const tag = { id: 't', dimensionId: 'd', definitionId: 'f', createdAt: NOW }

const vendor: Vendor = {
  id: 'v',
  businessId: 'b',
  externalId: 'supplier-1',
  individualName: null,
  companyName: 'Paper & Co',
  email: null,
  mobilePhone: null,
  officePhone: null,
  addressString: null,
  memo: null,
  metadata: null,
  referenceNumber: null,
  archivedAt: null,
  tags: [tag],
  version: 3,
  createdAt: NOW,
  updatedAt: NOW,
}

const changed = (before: Vendor, details: Partial<ContactDetails>, status: ContactStatus | undefined, now: Date) =>
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

test('one name is enough, none is too few, and a name can be seen', () => {
  const names = (companyName: string | null, individualName: string | null) =>
    refusalOf(() => requireNames({ companyName, individualName }))
  expect(names('Paper & Co', null)).toBeUndefined()
  expect(names(null, 'Ada')).toBeUndefined()
  expect(names('Paper & Co', 'Ada')).toBeUndefined()
  expect(names(null, null)).toEqual(['InvalidPayload', 'company_name'])
  expect(names(' \t', null)).toEqual(['InvalidPayload', 'company_name'])
  expect(names('Paper & Co', '')).toEqual(['InvalidPayload', 'individual_name'])
})

test('a vendor is known by the name of its company, or by its own', () => {
  expect(nameOf({ companyName: 'Paper & Co', individualName: 'Ada' })).toBe('Paper & Co')
  expect(nameOf({ companyName: null, individualName: 'Ada' })).toBe('Ada')
})

test('a change is a new version, and what says the same is none', () => {
  const after = changed(vendor, { email: 'a@example.com' }, undefined, LATER)
  expect(after).toEqual({ ...vendor, email: 'a@example.com', version: 4, updatedAt: LATER })
  expect(changed(vendor, {}, undefined, LATER)).toBe(vendor)
  expect(changed(vendor, { companyName: 'Paper & Co', tags: [{ ...tag }] }, 'ACTIVE', LATER)).toBe(vendor)
  expect(changed(vendor, { tags: [] }, undefined, LATER)).toMatchObject({ tags: [], version: 4 })
})

test('metadata that is spelled otherwise says the same', () => {
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

test('archiving twice keeps the first time, and a vendor can be brought back', () => {
  const archived = changed(vendor, {}, 'ARCHIVED', NOW)
  expect(archived).toMatchObject({ archivedAt: NOW, version: 4 })
  expect(statusOf(archived)).toBe('ARCHIVED')
  expect(changed(archived, {}, 'ARCHIVED', LATER)).toBe(archived)
  const back = changed(archived, {}, 'ACTIVE', LATER)
  expect(back).toMatchObject({ archivedAt: null, version: 5 })
  expect(statusOf(back)).toBe('ACTIVE')
})

test('only an active vendor takes new documents', () => {
  expect(refusalOf(() => requireActive(vendor, 'vendor_id'))).toBeUndefined()
  expect(refusalOf(() => requireActive({ ...vendor, archivedAt: NOW }, 'vendor_id'))).toEqual([
    'VendorArchived',
    'vendor_id',
  ])
})
