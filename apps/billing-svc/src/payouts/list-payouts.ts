import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { isKeepable, kept, rangeOf, type Listing, type Page } from '@pacioli/paging'
import type { ListPayoutsRequest__Output, ListPayoutsResponse } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { carries, where, type Condition, type Sought } from '../listing/document-page.store.ts'
import { listPage } from '../listing/list-documents.ts'
import { definitionsOf } from '../listing/list-filters.ts'
import { isMatched } from '../matches/match.store.ts'
import { countPayoutParts } from '../receivables/payout-transactions.store.ts'
import { loadPayouts } from '../receivables/payout.store.ts'
import { presentPayouts } from '../receivables/present-payouts.ts'

const listing: Listing = { name: 'payouts', sorts: ['completed_at', 'paid_out_amount'], defaultOrder: 'DESC' }

const COMPLETED: Sought['sort'] = { column: 'completed_at', type: 'timestamptz' }
const SORTS: Record<string, Sought['sort']> = {
  completed_at: COMPLETED,
  paid_out_amount: { column: 'paid_out_amount', type: 'bigint' },
}

type Asked = Omit<ListPayoutsRequest__Output, 'page'>

/**
 * Payouts, the latest first unless asked otherwise.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listPayouts = (
  billing: Billing,
  context: BusinessRead,
  request: ListPayoutsRequest__Output,
): Promise<ListPayoutsResponse> =>
  listPage(billing, context, listing, request, {
    soughtBy,
    countParts: countPayoutParts,
    present: async (tx, businessId, ids) => presentPayouts(tx, businessId, await loadPayouts(tx, businessId, ids)),
  })

/** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
async function soughtBy(tx: Tx, business: KnownBusiness, asked: Asked, page: Page): Promise<Sought | null> {
  const { from, before } = rangeOf(asked.start_date, asked.end_date, business.timeZone)
  const definitionIds = await definitionsOf(tx, business.id, asked)
  const references = kept(asked.reference_numbers, isKeepable)
  if (definitionIds?.length === 0 || references?.length === 0) return null
  if (![asked.external_id, asked.processor].every((one) => isKeepable(one ?? ''))) return null
  const conditions: (Condition | undefined)[] = [
    where('d.processor =', asked.processor),
    where('d.completed_at >=', from),
    where('d.completed_at <', before),
    where('d.paid_out_amount >=', asked.min_amount),
    where('d.paid_out_amount <=', asked.max_amount),
    where('d.external_id =', asked.external_id),
    references && { sql: (at) => `d.reference_number = ANY (${at}::text[])`, value: references },
    definitionIds && carries('PAYOUT', definitionIds),
  ]
  return {
    table: 'payouts',
    fixed: asked.is_matched === undefined ? [] : [isMatched(asked.is_matched)],
    conditions: conditions.filter((one) => one !== undefined),
    sort: SORTS[page.sortBy] ?? COMPLETED,
  }
}
