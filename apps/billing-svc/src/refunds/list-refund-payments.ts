import { refused } from '@pacioli/errors'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing } from '@pacioli/paging'
import type { ListRefundPaymentsRequest__Output, ListRefundPaymentsResponse } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { isMatched } from '../matches/match.store.ts'
import { presentRefundPayments } from '../receivables/present-refunds.ts'
import { loadRefundPaymentsAlone } from '../receivables/refund-payment.store.ts'
import { REFUND_METHODS } from '../receivables/refund.ts'

const listing: Listing = { name: 'refund-payments', sorts: ['completed_at'], defaultOrder: 'DESC' }

type Asked = Omit<ListRefundPaymentsRequest__Output, 'page'>

/**
 * Refund payments that were not taken out, the newest first.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery
 */
export const listRefundPayments = (
  billing: Billing,
  context: BusinessRead,
  request: ListRefundPaymentsRequest__Output,
): Promise<ListRefundPaymentsResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy: (_tx, business, filters) => soughtBy(business, filters),
    // None has a list of parts that could grow long.
    countParts: () => Promise.resolve(new Map()),
    present: async (tx, businessId, ids) =>
      presentRefundPayments(tx, businessId, await loadRefundPaymentsAlone(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery */
function soughtBy(business: KnownBusiness, asked: Asked): Sought | null {
  const { completed_at_start: start, completed_at_end: end } = asked
  const { from, before } = rangeOf(start, end, business.timeZone, 'completed_at_start, completed_at_end')
  requireMethod(asked.method)
  const references = kept(asked.reference_numbers, isKeepable)
  if (references?.length === 0 || ![asked.external_id, asked.processor].every((one) => isKeepable(one ?? '')))
    return null
  const conditions: (Condition | undefined)[] = [
    where('d.completed_at >=', from),
    where('d.completed_at <', before),
    where('d.external_id =', asked.external_id),
    where('d.method =', asked.method),
    where('d.processor =', asked.processor),
    where('d.refunded_amount >=', asked.min_amount),
    where('d.refunded_amount <=', asked.max_amount),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
  ]
  const { included_in_payout: isIncluded, is_matched: matched } = asked
  return {
    table: 'refund_payments',
    fixed: [
      'd.deleted_at IS NULL',
      ...(isIncluded === undefined ? [] : [`d.payout_id IS ${isIncluded ? 'NOT NULL' : 'NULL'}`]),
      ...(matched === undefined ? [] : [isMatched(matched)]),
    ],
    conditions: conditions.filter((one) => one !== undefined),
    sort: { column: 'completed_at', type: 'timestamptz' },
  }
}

/** @throws InvalidQuery */
function requireMethod(method: string | undefined): void {
  if (method !== undefined && !REFUND_METHODS.some((one) => one === method))
    throw refused('InvalidQuery', `method is one of ${REFUND_METHODS.join(', ')}.`, { field: 'method', value: method })
}
