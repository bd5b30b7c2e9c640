/** Vendors: whom the business owes. Pure. */
import { refused } from '@pacioli/errors'
import { keptMetadata } from '../documents/metadata.ts'
import { sameTags } from '../documents/tag-inputs.ts'
import type { DocumentTag } from '../documents/tags.ts'

export type Vendor = {
  id: string
  businessId: string
  externalId: string | null
  /** At least one of the two names is there. */
  individualName: string | null
  companyName: string | null
  email: string | null
  mobilePhone: string | null
  officePhone: string | null
  addressString: string | null
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
  /** Since when it takes no new documents. */
  archivedAt: Date | null
  /** Its own: they go on no entry. */
  tags: readonly DocumentTag[]
  version: number
  createdAt: Date
  updatedAt: Date
}

export const VENDOR_STATUSES = ['ACTIVE', 'ARCHIVED'] as const
export type VendorStatus = (typeof VENDOR_STATUSES)[number]

export const statusOf = ({ archivedAt }: Pick<Vendor, 'archivedAt'>): VendorStatus =>
  archivedAt === null ? 'ACTIVE' : 'ARCHIVED'

/** What people know it by. */
export const nameOf = ({ companyName, individualName }: Pick<Vendor, 'companyName' | 'individualName'>): string =>
  companyName ?? individualName ?? ''

export const vendorNotFound = (value: string, field = 'vendorId') =>
  refused('VendorNotFound', `The business has no vendor ${value}.`, { field, value })

/**
 * Somebody must be able to tell whom they owe.
 * @throws InvalidPayload
 */
export function requireNames(vendor: Pick<Vendor, 'companyName' | 'individualName'>): void {
  const { companyName, individualName } = vendor
  for (const [field, name] of Object.entries({ company_name: companyName, individual_name: individualName }))
    if (name?.trim() === '')
      throw refused('InvalidPayload', 'A name has at least one character that can be seen.', { field, value: name })
  if (companyName === null && individualName === null)
    throw refused('InvalidPayload', 'A vendor has a company_name, an individual_name, or both.', {
      field: 'company_name',
      value: null,
    })
}

/**
 * An archived vendor takes no new documents; what it has can still be paid.
 * @throws VendorArchived
 */
export function requireActive(vendor: Vendor, field: string): void {
  if (vendor.archivedAt === null) return
  throw refused(
    'VendorArchived',
    `${nameOf(vendor)} was archived at ${vendor.archivedAt.toISOString()} and takes no new documents. Set its status to ACTIVE first.`,
    { field, value: vendor.id },
  )
}

/** What people say of a vendor. */
export type VendorDetails = Omit<Vendor, 'id' | 'businessId' | 'version' | 'createdAt' | 'updatedAt' | 'archivedAt'>

/** The vendor with what is given; the same one if nothing is others. @throws InvalidPayload */
export function changed(
  vendor: Vendor,
  { tags = vendor.tags, metadata = vendor.metadata, ...details }: Partial<VendorDetails>,
  status: VendorStatus | undefined,
  now: Date,
): Vendor {
  const archivedAt = status === undefined ? vendor.archivedAt : status === 'ACTIVE' ? null : (vendor.archivedAt ?? now)
  const after = { ...vendor, ...details, metadata: keptMetadata(metadata, vendor.metadata), archivedAt }
  requireNames(after)
  const fields = Object.keys(after) as (keyof Vendor)[]
  const isSame = sameTags(tags, vendor.tags) && fields.every((field) => after[field] === vendor[field])
  return isSame ? vendor : { ...after, tags, version: vendor.version + 1, updatedAt: now }
}
