import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing, type Page } from '@pacioli/paging'
import type { ListBillsRequest__Output, ListBillsResponse } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { carries, where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { definitionsOf, requireOneOf } from '../listing/list-filters.ts'
import { vendorAsked } from '../contacts/vendor-filter.ts'
import { countBillParts } from '../payables/bill-lines.store.ts'
import { BILL_STATUSES } from '../payables/bill.ts'
import { loadBills } from '../payables/bill.store.ts'
import { presentBills } from '../payables/present-bills.ts'

const listing: Listing = { name: 'bills', sorts: ['received_at', 'due_at', 'total_amount'], defaultOrder: 'DESC' }

const RECEIVED: Sought['sort'] = { column: 'received_at', type: 'timestamptz' }
/** What has no due date is sorted by when it was received. */
const SORTS: Record<string, Sought['sort']> = {
  received_at: RECEIVED,
  due_at: { column: 'due_on', type: 'timestamptz' },
  total_amount: { column: 'total_amount', type: 'bigint' },
}

type Asked = Omit<ListBillsRequest__Output, 'page'>

/**
 * Bills and expenses, the latest first unless asked otherwise.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listBills = (
  billing: Billing,
  context: BusinessRead,
  request: ListBillsRequest__Output,
): Promise<ListBillsResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy,
    countParts: countBillParts,
    present: async (tx, businessId, ids) => presentBills(tx, businessId, await loadBills(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
async function soughtBy(tx: Tx, business: KnownBusiness, asked: Asked, page: Page): Promise<Sought | null> {
  requireOneOf('statuses', asked.statuses, BILL_STATUSES)
  const received = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  const due = rangeOf(asked.due_start_date, asked.due_end_date, business.timeZone, 'due_start_date, due_end_date')
  const definitionIds = await definitionsOf(tx, business.id, asked)
  const vendorId = await vendorAsked(tx, business.id, asked)
  const references = kept(asked.reference_numbers, isKeepable)
  if (vendorId === undefined || definitionIds?.length === 0 || references?.length === 0) return null
  if (!isKeepable(asked.external_id ?? '')) return null
  const conditions: (Condition | undefined)[] = [
    asked.statuses.length > 0 ? { sql: (at) => `d.status = ANY (${at}::text[])`, value: asked.statuses } : undefined,
    where('d.vendor_id =', vendorId ?? undefined),
    where('d.received_at >=', received.from),
    where('d.received_at <', received.before),
    where('d.due_on >=', due.from),
    where('d.due_on <', due.before),
    where('d.is_expense =', asked.is_expense),
    where('d.external_id =', asked.external_id),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
    definitionIds && carries('BILL', definitionIds),
  ]
  return {
    table: 'bills',
    fixed: [
      ...(due.from || due.before ? ['d.due_at IS NOT NULL'] : []),
      ...(asked.is_open === undefined ? [] : [`d.outstanding_balance ${asked.is_open ? '>' : '='} 0`]),
    ],
    conditions: conditions.filter((one) => one !== undefined),
    sort: SORTS[page.sortBy] ?? RECEIVED,
  }
}
