/** The vendors that requests name, by id or by their external id. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { loadVendors, loadVendorsByExternalId } from './vendor.store.ts'
import type { Vendor } from './vendor.ts'

export type NamedVendor = { vendor_id?: string | undefined; vendor_external_id?: string | undefined }

/**
 * The vendor of each, in the order given; undefined where none is named. Both names must mean the same one. A typo must
 * not make a vendor, so an unknown one is refused. Nothing is held: who writes a document holds its vendor (`holdVendors`).
 * @param fieldOf where the request has what stands there, such as `37.`; empty where it is the request itself
 * @throws VendorNotFound, InvalidPayload, naming each
 */
export async function findNamedVendors(
  tx: Tx,
  businessId: string,
  named: readonly NamedVendor[],
  fieldOf: (index: number) => string = () => '',
): Promise<(Vendor | undefined)[]> {
  const byId = new Map((await loadVendors(tx, businessId, ids(named))).map((vendor) => [vendor.id, vendor]))
  const byExternalId = new Map(
    (await loadVendorsByExternalId(tx, businessId, externalIds(named))).map((vendor) => [vendor.externalId, vendor]),
  )
  const problems = new Problems()
  const found = named.map(({ vendor_id, vendor_external_id }, index) => {
    const vendor = vendor_id === undefined ? undefined : byId.get(vendor_id.toLowerCase())
    const other = vendor_external_id === undefined ? undefined : byExternalId.get(vendor_external_id)
    const refuse = (field: string, value: string): void =>
      problems.add('VendorNotFound', `The business has no vendor ${value}.`, {
        field: `${fieldOf(index)}${field}`,
        value,
      })
    if (vendor_id !== undefined && !vendor) refuse('vendor_id', vendor_id)
    if (vendor_external_id !== undefined && !other) refuse('vendor_external_id', vendor_external_id)
    if (vendor && other && vendor.id !== other.id)
      problems.add(
        'InvalidPayload',
        'vendor_id and vendor_external_id are of different vendors. Give one of them, or both of the same vendor.',
        { field: `${fieldOf(index)}vendor_external_id`, value: vendor_external_id },
      )
    return vendor ?? other
  })
  problems.throwIfAny()
  return found
}

const ids = (named: readonly NamedVendor[]): string[] =>
  named.flatMap(({ vendor_id }) => (vendor_id !== undefined && isUuid(vendor_id) ? [vendor_id.toLowerCase()] : []))

/** What cannot be in the database names nobody. */
const externalIds = (named: readonly NamedVendor[]): string[] =>
  named.flatMap(({ vendor_external_id: id }) => (id !== undefined && isKeepable(id) ? [id] : []))
