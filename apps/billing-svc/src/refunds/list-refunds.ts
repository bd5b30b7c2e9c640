import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing, type Page } from '@pacioli/paging'
import type { ListRefundsRequest__Output, ListRefundsResponse } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { customerAsked } from '../contacts/customer-filter.ts'
import { carries, where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { definitionsOf } from '../listing/list-filters.ts'
import { presentRefunds } from '../receivables/present-refunds.ts'
import { countRefundParts } from '../receivables/refund-parts.store.ts'
import { loadRefunds } from '../receivables/refund.store.ts'

const listing: Listing = { name: 'refunds', sorts: ['completed_at', 'total_amount'], defaultOrder: 'DESC' }

/** What was not completed is sorted by when it was made. */
const ISSUED: Sought['sort'] = { column: 'issued_at', type: 'timestamptz' }
const SORTS: Record<string, Sought['sort']> = {
  completed_at: ISSUED,
  total_amount: { column: 'total_amount', type: 'bigint' },
}

type Asked = Omit<ListRefundsRequest__Output, 'page'>

/**
 * Refunds, the latest first unless asked otherwise.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listRefunds = (
  billing: Billing,
  context: BusinessRead,
  request: ListRefundsRequest__Output,
): Promise<ListRefundsResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy,
    countParts: countRefundParts,
    present: async (tx, businessId, ids) => presentRefunds(tx, businessId, await loadRefunds(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
async function soughtBy(tx: Tx, business: KnownBusiness, asked: Asked, page: Page): Promise<Sought | null> {
  const { from, before } = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  const definitionIds = await definitionsOf(tx, business.id, asked)
  const customerId = await customerAsked(tx, business.id, asked)
  const references = kept(asked.reference_numbers, isKeepable)
  if (customerId === undefined || definitionIds?.length === 0 || references?.length === 0) return null
  if (!isKeepable(asked.external_id ?? '') || !canBe(asked.invoice_id) || !canBe(asked.invoice_payment_id)) return null
  const conditions: (Condition | undefined)[] = [
    where('d.customer_id =', customerId ?? undefined),
    where('d.issued_at >=', from),
    where('d.issued_at <', before),
    where('d.external_id =', asked.external_id),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
    hanging('invoice_id', asked.invoice_id),
    hanging('invoice_payment_id', asked.invoice_payment_id),
    definitionIds && carries('REFUND', definitionIds),
  ]
  return {
    table: 'refunds',
    fixed: asked.is_open === undefined ? [] : [`d.outstanding_amount ${asked.is_open ? '>' : '='} 0`],
    conditions: conditions.filter((one) => one !== undefined),
    sort: SORTS[page.sortBy] ?? ISSUED,
  }
}

const canBe = (id: string | undefined): boolean => id === undefined || isUuid(id)

/** Refunds with an allocation that hangs on this, or with a part that is on it. */
function hanging(column: 'invoice_id' | 'invoice_payment_id', id: string | undefined): Condition | undefined {
  const among = (table: string, at: string): string =>
    `SELECT refund_id FROM ${table} WHERE business_id = $1 AND ${column} = ${at}::uuid`
  return id === undefined
    ? undefined
    : { sql: (at) => `d.id IN (${among('refund_allocations', at)} UNION ${among('refund_parts', at)})`, value: id }
}
