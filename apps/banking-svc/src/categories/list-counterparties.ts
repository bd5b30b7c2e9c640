import { containing, isKeepable, paginationOf, readPage, type Listing } from '@pacioli/paging'
import type { ListCounterpartiesRequest__Output, ListCounterpartiesResponse } from '@pacioli/protos/banking'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { countCounterparties, loadCounterpartyPage } from './category.store.ts'

const listing: Listing = { name: 'counterparties', sorts: ['name'], defaultOrder: 'ASC' }

/** Counterparties in the order of their names. @throws BusinessNotFound, InvalidCursor, InvalidQuery */
export async function listCounterparties(
  banking: Banking,
  context: OutgoingContext & Tenant,
  { page: requested, name }: ListCounterpartiesRequest__Output,
): Promise<ListCounterpartiesResponse> {
  const business = await requireBusiness(banking, context)
  const scope = [business.id, { name }]
  const page = readPage(banking.cursorKey, listing, scope, requested ?? {})
  const paginate = (total: number, last?: readonly string[]) =>
    paginationOf(banking.cursorKey, listing, scope, page, total, last)
  if (name !== undefined && !isKeepable(name)) return { data: [], pagination: paginate(0) }
  const pattern = name === undefined ? undefined : containing(name)
  return banking.db.transact(context, async (tx) => {
    const rows = await loadCounterpartyPage(tx, pattern, page)
    const total = page.totalCount ?? (await countCounterparties(tx, pattern))
    const shown = rows.slice(0, page.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      data: shown.map((row) => ({ id: row.id, name: row.name, created_at: row.created_at.toISOString() })),
      pagination: paginate(total, last && [last.name, last.id]),
    }
  })
}
