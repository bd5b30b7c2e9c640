import { paginationOf, rangeOf, readPage, type Listing, type PageRequest, type Pagination } from '@pacioli/paging'
import { isUuid, type Tenant } from '@pacioli/rpc'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import type { Ledger } from '../ledger.ts'
import type { ClosingAction } from './closing-action.ts'
import { closingNotFound } from './closing.messages.ts'
import { countClosings, loadClosing, loadClosingPage, type ClosingFilter } from './closing.store.ts'

/** @throws ClosingNotFound, BusinessNotFound */
export async function getClosing(ledger: Ledger, tenant: Tenant, closingId: string): Promise<ClosingAction> {
  return ledger.db.transact(tenant, async (tx) => {
    const closing = isUuid(closingId) ? await loadClosing(tx, tenant.businessId, closingId) : undefined
    if (!closing) throw closingNotFound(closingId)
    return closing
  })
}

export type ListClosings = {
  page: PageRequest
  startDate?: string | undefined
  endDate?: string | undefined
  includeReversed?: boolean | undefined
  referenceNumbers: readonly string[]
}

const listing: Listing = { name: 'closings', sorts: ['closes_at', 'created_at'], defaultOrder: 'DESC' }

/** Closings, the latest close first by default. Dates are those of the close. */
export async function listClosings(
  ledger: Ledger,
  tenant: Tenant,
  { page: pageRequest, ...filters }: ListClosings,
): Promise<{ closings: ClosingAction[]; pagination: Pagination }> {
  const scope = [tenant.businessId, filters]
  const page = readPage(ledger.cursorKey, listing, scope, pageRequest)
  return ledger.db.transact(tenant, async (tx) => {
    const { timeZone } = await loadBusinessFacts(tx, tenant)
    const filter: ClosingFilter = {
      ...rangeOf(filters.startDate, filters.endDate, timeZone),
      includeReversed: filters.includeReversed ?? true,
      referenceNumbers: filters.referenceNumbers,
    }
    const { closings, last } = await loadClosingPage(tx, tenant.businessId, filter, page)
    const total = page.totalCount ?? (await countClosings(tx, tenant.businessId, filter))
    return { closings, pagination: paginationOf(ledger.cursorKey, listing, scope, page, total, last) }
  })
}
