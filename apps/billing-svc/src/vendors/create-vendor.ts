import type { Tx } from '@pacioli/db'
import { meetBusiness } from '@pacioli/ledger-facts'
import { AskAgain, Asking, decideOnce, type Books } from '@pacioli/postings'
import type { CreateVendorRequest__Output, VendorAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askTags, tagsFrom } from '../documents/tag-inputs.ts'
import { presentVendors } from './present-vendors.ts'
import { recordNewVendor } from './record-vendors.ts'
import { findVendorByExternalId } from './vendor.store.ts'
import { requireNames, type Vendor } from './vendor.ts'

/**
 * A vendor; the one that has the external_id already, as it is, if there is one.
 * @throws InvalidPayload, TagValueArchived, DuplicateTagDimension, BusinessNotFound, BusinessArchived, VersionConflict,
 *   ServiceUnavailable
 */
export async function createVendor(
  billing: Billing,
  request: BusinessWrite,
  input: CreateVendorRequest__Output,
): Promise<VendorAnswer> {
  const business = await meetBusiness(billing, request)
  const { data } = await decideOnce<VendorAnswer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      // Of a repeat nothing is asked that could be refused by now, and for what cannot be nothing is defined.
      if (await findEarlier(tx, business.id, input)) return asking
      requireNames(namesIn(input))
      askTags(asking, input.tags, 'tags')
      return asking
    },
    write: async (tx, books) => ({ data: await write(tx, billing, business.id, input, books), sources: [] }),
  })
  return data
}

const findEarlier = async (tx: Tx, businessId: string, { external_id }: CreateVendorRequest__Output) =>
  external_id === undefined ? undefined : findVendorByExternalId(tx, businessId, external_id)

const namesIn = (input: CreateVendorRequest__Output) => ({
  companyName: input.company_name ?? null,
  individualName: input.individual_name ?? null,
})

async function write(
  tx: Tx,
  billing: Billing,
  businessId: string,
  input: CreateVendorRequest__Output,
  books: Books,
): Promise<VendorAnswer> {
  const earlier = await findEarlier(tx, businessId, input)
  if (earlier) return { data: (await presentVendors(tx, businessId, [earlier]))[0], created: false }
  const vendor = newVendor(billing, businessId, input, books)
  if (!(await recordNewVendor(tx, billing, books, vendor))) throw new AskAgain()
  return { data: (await presentVendors(tx, businessId, [vendor]))[0], created: true }
}

function newVendor(billing: Billing, businessId: string, input: CreateVendorRequest__Output, books: Books): Vendor {
  const now = billing.now()
  return {
    id: billing.newId(),
    businessId,
    externalId: input.external_id ?? null,
    ...namesIn(input),
    email: input.email ?? null,
    mobilePhone: input.mobile_phone ?? null,
    officePhone: input.office_phone ?? null,
    addressString: input.address_string ?? null,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
    archivedAt: null,
    tags: tagsFrom(input.tags, books, { newId: billing.newId, now }, 'tags'),
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
