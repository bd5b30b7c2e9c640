import type { Tx } from '@pacioli/db'
import { containing, isKeepable, kept, wordsOf, type Page } from '@pacioli/paging'
import { searchPage, type FoundPage } from '@pacioli/paging/search'
import type { ListCustomersRequest__Output, ListVendorsRequest__Output } from '@pacioli/protos/billing'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { momentOf } from '../documents/moment.ts'
import { definitionsOf } from '../listing/filters.ts'
import { answerPage } from '../listing/list-documents.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import { statusFrom, type ContactKind } from '../contacts/contact.ts'
import { presentContacts } from '../contacts/present-contacts.ts'
import { countContacts, gatherContacts, walkContacts, type ContactFilter } from './search-contacts.store.ts'

const LISTING = { sorts: ['name', 'created_at'], defaultOrder: 'ASC' } as const

type Request = ListVendorsRequest__Output | ListCustomersRequest__Output

/**
 * Vendors or customers by name or in the order of their creation, filtered. Few matches are found by indexes; with many, the
 * list is read in index order from where the page begins.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export const listContacts = (billing: Billing, context: BusinessRead, kind: ContactKind, request: Request) =>
  answerPage(billing, context, { ...LISTING, name: kind.table }, request, async (tx, page, business) => {
    const filter = await resolveFilter(tx, request)
    const { rows, total } = filter ? await findPage(tx, kind, filter, page, billing) : { rows: [], total: 0 }
    const shown = rows.slice(0, page.limit)
    const ids = shown.map(({ id }) => id)
    // As they are now: one that a concurrent request took out of the filter is still shown.
    const data = await presentContacts(tx, kind, await loadContacts(tx, kind, ids), momentOf(billing, business))
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return { data, total: page.totalCount ?? total, end: last && [last.sort_key, last.id] }
  })

/** Undefined where nothing can match. @throws InvalidQuery, MissingTagValues */
async function resolveFilter(tx: Tx, request: Request): Promise<ContactFilter | undefined> {
  const { external_id, email, q = '' } = request
  const words = wordsOf(q)
  const filter: ContactFilter = {
    status: statusFrom(request.status, 'InvalidQuery'),
    external_id,
    reference_numbers: kept(request.reference_numbers, isKeepable),
    email,
    has_balance: request.has_balance,
    definition_ids: await definitionsOf(tx, request),
    likes: words.length === 0 ? undefined : words.map(containing),
  }
  const canMatch = [external_id, email, q].every((text) => isKeepable(text ?? ''))
  return canMatch && filter.reference_numbers?.length !== 0 && filter.definition_ids?.length !== 0 ? filter : undefined
}

const findPage = (
  tx: Tx,
  kind: ContactKind,
  filter: ContactFilter,
  page: Page,
  { mostGathered }: Pick<Billing, 'mostGathered'>,
): Promise<FoundPage> =>
  searchPage(filter, page.totalCount, mostGathered, {
    gather: () => gatherContacts(tx, kind, filter, page, mostGathered),
    walk: () => walkContacts(tx, kind, filter, page),
    count: () => countContacts(tx, kind, filter),
  })
