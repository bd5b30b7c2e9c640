import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing, type Page } from '@pacioli/paging'
import type { ListVendorCreditsRequest__Output, ListVendorCreditsResponse } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { carries, where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { definitionsOf, standing } from '../listing/list-filters.ts'
import { vendorAsked } from '../contacts/vendor-filter.ts'
import { presentCredits } from '../payables/present-vendor-credits.ts'
import { countCreditParts } from '../payables/vendor-credit-parts.store.ts'
import { loadCredits } from '../payables/vendor-credit.store.ts'

const listing: Listing = { name: 'vendor-credits', sorts: ['received_at', 'total_amount'], defaultOrder: 'DESC' }

const SORTS: Record<string, Sought['sort']> = {
  received_at: { column: 'received_at', type: 'timestamptz' },
  total_amount: { column: 'total_amount', type: 'bigint' },
}

type Asked = Omit<ListVendorCreditsRequest__Output, 'page'>

/**
 * Vendor credits, the latest first unless asked otherwise.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listVendorCredits = (
  billing: Billing,
  context: BusinessRead,
  request: ListVendorCreditsRequest__Output,
): Promise<ListVendorCreditsResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy,
    countParts: countCreditParts,
    present: async (tx, businessId, ids) => presentCredits(tx, businessId, await loadCredits(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
async function soughtBy(tx: Tx, business: KnownBusiness, asked: Asked, page: Page): Promise<Sought | null> {
  const { from, before } = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  const definitionIds = await definitionsOf(tx, business.id, asked)
  const vendorId = await vendorAsked(tx, business.id, asked)
  const references = kept(asked.reference_numbers, isKeepable)
  if (vendorId === undefined || definitionIds?.length === 0 || references?.length === 0) return null
  if (!isKeepable(asked.external_id ?? '') || (asked.bill_id !== undefined && !isUuid(asked.bill_id))) return null
  const conditions: (Condition | undefined)[] = [
    where('d.vendor_id =', vendorId ?? undefined),
    where('d.received_at >=', from),
    where('d.received_at <', before),
    where('d.external_id =', asked.external_id),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
    asked.bill_id === undefined ? undefined : { sql: allocatedTo, value: asked.bill_id },
    definitionIds && carries('VENDOR_CREDIT', definitionIds),
  ]
  return {
    table: 'vendor_credits',
    fixed: standing(asked),
    conditions: conditions.filter((one) => one !== undefined),
    sort: SORTS[page.sortBy] ?? { column: 'received_at', type: 'timestamptz' },
  }
}

const allocatedTo = (at: string): string =>
  `d.id IN (SELECT vendor_credit_id FROM vendor_credit_allocations
             WHERE business_id = $1 AND bill_id = ${at}::uuid AND deleted_at IS NULL)`
