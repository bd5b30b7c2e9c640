import type { Tx } from '@pacioli/db'
import { requireBusiness } from '@pacioli/ledger-facts'
import { containing, isKeepable, kept, paginationOf, readPage, wordsOf, type Page } from '@pacioli/paging'
import type { ListCustomersRequest__Output, ListVendorsRequest__Output } from '@pacioli/protos/billing'
import type { Pagination } from '@pacioli/protos/common'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { definitionsOf } from '../listing/filters.ts'
import { loadContacts } from './contact.store.ts'
import { statusFrom, type ContactKind } from './contact.ts'
import { presentContacts, type ContactMessage } from './present-contacts.ts'
import { countContacts, gatherContacts, walkContacts, type ContactFilter, type Found } from './search-contacts.store.ts'

type Request = ListVendorsRequest__Output | ListCustomersRequest__Output

/**
 * Vendors or customers by name or in the order of their creation, filtered. Few matches are found by indexes; with many, the
 * list is read in index order from where the page begins.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export async function listContacts(
  billing: Billing,
  context: BusinessRead,
  kind: ContactKind,
  { page: pageRequest, ...filters }: Request,
): Promise<{ data: ContactMessage[]; pagination: Pagination }> {
  const { id: businessId } = await requireBusiness(billing, context)
  const listing = { name: kind.table, sorts: ['name', 'created_at'], defaultOrder: 'ASC' } as const
  const scope = [businessId, filters]
  const page = readPage(billing.cursorKey, listing, scope, pageRequest ?? {})
  return billing.db.transact(context, async (tx) => {
    const filter = await resolveFilter(tx, filters)
    const { rows, total } = filter ? await findPage(tx, kind, filter, page, billing) : { rows: [], total: 0 }
    const shown = rows.slice(0, page.limit)
    const ids = shown.map(({ id }) => id)
    // As they are now: one that a concurrent request took out of the filter is still shown.
    const contacts = await loadContacts(tx, kind, ids)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const end = last && [last.sort_key, last.id]
    return {
      data: await presentContacts(tx, kind, contacts),
      pagination: paginationOf(billing.cursorKey, listing, scope, page, page.totalCount ?? total, end),
    }
  })
}

/** Undefined where nothing can match. @throws InvalidQuery, MissingTagValues */
async function resolveFilter(tx: Tx, request: Omit<Request, 'page'>): Promise<ContactFilter | undefined> {
  const { external_id, email, q = '' } = request
  const words = wordsOf(q)
  const filter: ContactFilter = {
    status: statusFrom(request.status, 'InvalidQuery'),
    external_id,
    reference_numbers: kept(request.reference_numbers, isKeepable),
    email,
    definition_ids: await definitionsOf(tx, request),
    likes: words.length === 0 ? undefined : words.map(containing),
  }
  const canMatch = [external_id, email, q].every((text) => isKeepable(text ?? ''))
  return canMatch && filter.reference_numbers?.length !== 0 && filter.definition_ids?.length !== 0 ? filter : undefined
}

async function findPage(
  tx: Tx,
  kind: ContactKind,
  filter: ContactFilter,
  page: Page,
  { mostGathered }: Pick<Billing, 'mostGathered'>,
): Promise<{ rows: Found[]; total: number }> {
  const total = page.totalCount
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (isFiltered && (total === undefined || total <= mostGathered)) {
    const gathered = await gatherContacts(tx, kind, filter, page, mostGathered)
    if (gathered) return gathered
  }
  return { total: total ?? (await countContacts(tx, kind, filter)), rows: await walkContacts(tx, kind, filter, page) }
}
