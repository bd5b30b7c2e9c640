import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books } from '@pacioli/postings'
import type { UpdateVendorRequest__Output, VendorAnswer } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askTags, tagsFrom } from '../documents/tag-inputs.ts'
import { presentVendors } from './present-vendors.ts'
import { duplicateExternalId, recordVendors } from './record-vendors.ts'
import { findVendor, findVendorByExternalId, lockVendors } from './vendor.store.ts'
import {
  changed,
  requireNames,
  VENDOR_STATUSES,
  vendorNotFound,
  type Vendor,
  type VendorDetails,
  type VendorStatus,
} from './vendor.ts'

const TEXTS = {
  externalId: 'external_id',
  individualName: 'individual_name',
  companyName: 'company_name',
  email: 'email',
  mobilePhone: 'mobile_phone',
  officePhone: 'office_phone',
  addressString: 'address_string',
  memo: 'memo',
  metadata: 'metadata',
  referenceNumber: 'reference_number',
} as const
const CLEARABLE: readonly string[] = Object.values(TEXTS)

/** What a request names; the rest stays. */
type Change = {
  texts: Partial<Omit<VendorDetails, 'tags'>>
  tags: readonly TagKeyValue__Output[] | undefined
  status: VendorStatus | undefined
}

/**
 * Changes what is said of a vendor; its status archives it and brings it back. Absent fields stay as they are.
 * @throws VendorNotFound, InvalidPayload, DuplicateExternalId, TagValueArchived, DuplicateTagDimension,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function updateVendor(
  billing: Billing,
  request: BusinessWrite,
  input: UpdateVendorRequest__Output,
): Promise<VendorAnswer> {
  const business = await meetBusiness(billing, request)
  const id = input.vendor_id.toLowerCase()
  if (!isUuid(id)) throw vendorNotFound(input.vendor_id)
  refuseUnclearable(input.cleared)
  const change: Change = { texts: textsFrom(input), tags: input.tags?.items, status: statusFrom(input.status) }
  const { data } = await decideOnce<VendorAnswer>(billing, request, business, {
    ask: async (tx) => {
      // For what cannot be nothing is defined.
      const vendor = await findVendor(tx, business.id, id)
      if (!vendor) throw vendorNotFound(id)
      requireNames({ ...vendor, ...change.texts })
      await refuseTaken(tx, vendor, change.texts)
      const asking = new Asking()
      askTags(asking, change.tags ?? [], 'tags')
      return asking
    },
    write: async (tx, books) => ({ data: await write(tx, billing, business.id, id, change, books), sources: [] }),
  })
  return data
}

/** @throws DuplicateExternalId */
async function refuseTaken(tx: Tx, vendor: Vendor, { externalId }: Change['texts']): Promise<void> {
  if (externalId === undefined || externalId === null) return
  const there = await findVendorByExternalId(tx, vendor.businessId, externalId)
  if (there && there.id !== vendor.id) throw duplicateExternalId(externalId)
}

async function write(
  tx: Tx,
  billing: Billing,
  businessId: string,
  id: string,
  { texts, tags, status }: Change,
  books: Books,
): Promise<VendorAnswer> {
  const [before] = await lockVendors(tx, businessId, [id])
  if (!before) throw vendorNotFound(id)
  const now = billing.now()
  const making = { newId: billing.newId, now, there: before.tags }
  const details = tags === undefined ? texts : { ...texts, tags: tagsFrom(tags, books, making, 'tags') }
  const after = changed(before, details, status, now)
  await recordVendors(tx, billing, books, businessId, [{ before, after }])
  return { data: (await presentVendors(tx, businessId, [after]))[0], created: false }
}

function textsFrom(input: UpdateVendorRequest__Output): Change['texts'] {
  const cleared = new Set(input.cleared)
  const texts = Object.entries(TEXTS).flatMap(([name, field]) => {
    const value = cleared.has(field) ? null : input[field]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(texts) as Change['texts']
}

/** @throws InvalidPayload */
function statusFrom(status: string | undefined): VendorStatus | undefined {
  const known = VENDOR_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw refused('InvalidPayload', `status is one of ${VENDOR_STATUSES.join(', ')}.`, {
      field: 'status',
      value: status,
    })
  return known
}

function refuseUnclearable(cleared: readonly string[]): void {
  const field = cleared.find((one) => !CLEARABLE.includes(one))
  if (field !== undefined)
    throw refused('InvalidPayload', 'This is always there: it can be another one, and not be taken away.', {
      field,
      value: null,
    })
}
