import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing, type Page } from '@pacioli/paging'
import type { ListBillPaymentsRequest__Output, ListBillPaymentsResponse } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { PAYMENT_METHODS } from '../payables/bill.ts'
import { carries, where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { definitionsOf, requireOneOf, standing } from '../listing/list-filters.ts'
import { vendorAsked } from '../contacts/vendor-filter.ts'
import { countAllocations } from '../payables/payment-allocation.store.ts'
import { loadPayments } from '../payables/bill-payment.store.ts'
import { presentPayments } from '../payables/present-bill-payments.ts'

const listing: Listing = { name: 'bill-payments', sorts: ['paid_at', 'amount'], defaultOrder: 'DESC' }

const SORTS: Record<string, Sought['sort']> = {
  paid_at: { column: 'paid_at', type: 'timestamptz' },
  amount: { column: 'amount', type: 'bigint' },
}

type Asked = Omit<ListBillPaymentsRequest__Output, 'page'>

/**
 * Payments, the latest first unless asked otherwise.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listBillPayments = (
  billing: Billing,
  context: BusinessRead,
  request: ListBillPaymentsRequest__Output,
): Promise<ListBillPaymentsResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy,
    countParts: countAllocations,
    present: async (tx, businessId, ids) => presentPayments(tx, businessId, await loadPayments(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
async function soughtBy(tx: Tx, business: KnownBusiness, asked: Asked, page: Page): Promise<Sought | null> {
  const { from, before } = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  requireOneOf('method', asked.method === undefined ? [] : [asked.method], PAYMENT_METHODS)
  const definitionIds = await definitionsOf(tx, business.id, asked)
  const vendorId = await vendorAsked(tx, business.id, asked)
  const references = kept(asked.reference_numbers, isKeepable)
  if (vendorId === undefined || definitionIds?.length === 0 || references?.length === 0) return null
  if (!isKeepable(asked.external_id ?? '') || (asked.bill_id !== undefined && !isUuid(asked.bill_id))) return null
  const conditions: (Condition | undefined)[] = [
    where('d.vendor_id =', vendorId ?? undefined),
    where('d.method =', asked.method),
    where('d.paid_at >=', from),
    where('d.paid_at <', before),
    where('d.external_id =', asked.external_id),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
    asked.bill_id === undefined ? undefined : { sql: allocatedTo, value: asked.bill_id },
    definitionIds && carries('BILL_PAYMENT', definitionIds),
  ]
  return {
    table: 'bill_payments',
    fixed: standing(asked),
    conditions: conditions.filter((one) => one !== undefined),
    sort: SORTS[page.sortBy] ?? { column: 'paid_at', type: 'timestamptz' },
  }
}

const allocatedTo = (at: string): string =>
  `d.id IN (SELECT payment_id FROM bill_payment_allocations
             WHERE business_id = $1 AND bill_id = ${at}::uuid AND deleted_at IS NULL)`
