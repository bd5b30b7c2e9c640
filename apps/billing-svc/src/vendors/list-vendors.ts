import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import { containing, isKeepable, kept, paginationOf, readPage, wordsOf, type Listing, type Page } from '@pacioli/paging'
import type { ListVendorsRequest__Output, ListVendorsResponse } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { definitionsOf } from '../documents/list-filters.ts'
import { presentVendors } from './present-vendors.ts'
import { countVendors, gatherVendors, walkVendors, type Found, type VendorFilter } from './search-vendors.store.ts'
import { loadVendors } from './vendor.store.ts'
import { VENDOR_STATUSES } from './vendor.ts'

const listing: Listing = { name: 'vendors', sorts: ['name', 'created_at'], defaultOrder: 'ASC' }

type AskedFilter = Omit<ListVendorsRequest__Output, 'page'>

/**
 * Vendors by name or in the order they were made, filtered. What few vendors match is found by indexes, what many match is
 * walked through from where the page begins.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export async function listVendors(
  billing: Billing,
  context: BusinessRead,
  { page: asked, ...filters }: ListVendorsRequest__Output,
): Promise<ListVendorsResponse> {
  const { id: businessId } = await meetBusiness(billing, context)
  const scope = [businessId, filters]
  const page = readPage(billing.cursorKey, listing, scope, asked ?? {})
  return billing.db.transact(context, async (tx) => {
    const filter = await resolveFilter(tx, businessId, filters)
    const { rows, total } = filter === 'nothing' ? { rows: [], total: 0 } : await findPage(tx, filter, page, billing)
    const shown = rows.slice(0, page.limit)
    // As they are now: what was removed from the filter meanwhile is shown all the same.
    const vendors = await loadVendors(
      tx,
      businessId,
      shown.map(({ id }) => id),
    )
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const end = last && [last.sort_key, last.id]
    return {
      data: await presentVendors(tx, businessId, vendors),
      pagination: paginationOf(billing.cursorKey, listing, scope, page, page.totalCount ?? total, end),
    }
  })
}

/** What is looked for; `nothing` where nothing can match. @throws InvalidQuery, MissingTagValues */
async function resolveFilter(tx: Tx, businessId: string, asked: AskedFilter): Promise<VendorFilter | 'nothing'> {
  const words = wordsOf(asked.q ?? '')
  const definitionIds = await definitionsOf(tx, businessId, asked)
  const filter: VendorFilter = {
    status: statusAsked(asked.status),
    external_id: asked.external_id,
    reference_numbers: kept(asked.reference_numbers, isKeepable),
    email: asked.email,
    definition_ids: definitionIds,
    likes: words.length === 0 ? undefined : words.map(containing),
  }
  const canBe = [asked.external_id, asked.email, asked.q].every((text) => isKeepable(text ?? ''))
  return canBe && filter.reference_numbers?.length !== 0 && definitionIds?.length !== 0 ? filter : 'nothing'
}

/** @throws InvalidQuery */
function statusAsked(status: string | undefined): VendorFilter['status'] {
  const known = VENDOR_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw refused('InvalidQuery', `status is one of ${VENDOR_STATUSES.join(', ')}.`, { field: 'status', value: status })
  return known
}

async function findPage(
  tx: Tx,
  filter: VendorFilter,
  page: Page,
  { mostGathered }: Pick<Billing, 'mostGathered'>,
): Promise<{ rows: Found[]; total: number }> {
  const total = page.totalCount
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (isFiltered && (total === undefined || total <= mostGathered)) {
    const gathered = await gatherVendors(tx, filter, page, mostGathered)
    if (gathered) return gathered
  }
  return { total: total ?? (await countVendors(tx, filter)), rows: await walkVendors(tx, filter, page) }
}
