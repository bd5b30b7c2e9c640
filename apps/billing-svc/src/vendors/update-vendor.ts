import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books } from '@pacioli/postings'
import type { UpdateVendorRequest__Output, VendorAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askTags, tagsFrom } from '../documents/tag-inputs.ts'
import { presentVendors } from './present-vendors.ts'
import { recordVendors } from './record-vendors.ts'
import { findVendor, lockVendors } from './vendor.store.ts'
import { changed, VENDOR_STATUSES, vendorNotFound, type Vendor, type VendorDetails } from './vendor.ts'

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
const CLEARABLE: readonly string[] = [...Object.values(TEXTS), 'tags']

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
  const { data } = await decideOnce<VendorAnswer>(billing, request, business, {
    ask: async (tx) => {
      // For what cannot be nothing is defined.
      if (!(await findVendor(tx, business.id, id))) throw vendorNotFound(id)
      const asking = new Asking()
      askTags(asking, input.tags?.items ?? [], 'tags')
      return asking
    },
    write: async (tx, books) => ({ data: await write(tx, billing, business.id, id, input, books), sources: [] }),
  })
  return data
}

async function write(
  tx: Tx,
  billing: Billing,
  businessId: string,
  id: string,
  input: UpdateVendorRequest__Output,
  books: Books,
): Promise<VendorAnswer> {
  const [before] = await lockVendors(tx, businessId, [id])
  if (!before) throw vendorNotFound(id)
  const now = billing.now()
  const after = changed(before, detailsFrom(before, input, books, billing.newId, now), statusFrom(input.status), now)
  await recordVendors(tx, billing, books, businessId, [{ before, after }])
  return { data: (await presentVendors(tx, businessId, [after]))[0], created: false }
}

function detailsFrom(
  before: Vendor,
  input: UpdateVendorRequest__Output,
  books: Books,
  newId: () => string,
  now: Date,
): Partial<VendorDetails> {
  const cleared = new Set(input.cleared)
  const texts = Object.entries(TEXTS).flatMap(([name, field]) => {
    const value = cleared.has(field) ? null : input[field]
    return value === undefined ? [] : [[name, value]]
  })
  const details = Object.fromEntries(texts) as Partial<VendorDetails>
  if (cleared.has('tags')) return { ...details, tags: [] }
  if (!input.tags) return details
  return { ...details, tags: tagsFrom(input.tags.items, books, { newId, now, there: before.tags }, 'tags') }
}

function statusFrom(status: string | undefined) {
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
    throw refused('InvalidPayload', `A vendor always has this; only ${CLEARABLE.join(', ')} can be taken away.`, {
      field,
      value: null,
    })
}
