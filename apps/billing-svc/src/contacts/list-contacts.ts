import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import { containing, isKeepable, kept, paginationOf, readPage, wordsOf, type Page } from '@pacioli/paging'
import type { ListCustomersRequest__Output, ListVendorsRequest__Output } from '@pacioli/protos/billing'
import type { Pagination } from '@pacioli/protos/common'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { definitionsOf } from '../listing/list-filters.ts'
import { loadContacts } from './contact.store.ts'
import { CONTACT_STATUSES } from './contact.ts'
import type { ToldContacts } from './present-contacts.ts'
import { countContacts, gatherContacts, walkContacts, type ContactFilter, type Found } from './search-contacts.store.ts'

type Asked = ListVendorsRequest__Output | ListCustomersRequest__Output
type AskedFilter = Omit<Asked, 'page'>

/**
 * Vendors or customers by name or in the order they were made, filtered. What few of them match is found by indexes, what
 * many match is walked through from where the page begins.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export async function listContacts<Message>(
  billing: Billing,
  context: BusinessRead,
  kind: ToldContacts<Message>,
  { page: asked, ...filters }: Asked,
): Promise<{ data: Message[]; pagination: Pagination }> {
  const { id: businessId } = await meetBusiness(billing, context)
  const listing = { name: kind.table, sorts: ['name', 'created_at'], defaultOrder: 'ASC' } as const
  const scope = [businessId, filters]
  const page = readPage(billing.cursorKey, listing, scope, asked ?? {})
  return billing.db.transact(context, async (tx) => {
    const filter = await resolveFilter(tx, businessId, filters)
    const { rows, total } =
      filter === 'nothing' ? { rows: [], total: 0 } : await findPage(tx, kind, filter, page, billing)
    const shown = rows.slice(0, page.limit)
    // As they are now: what was removed from the filter meanwhile is shown all the same.
    const contacts = await loadContacts(
      tx,
      kind,
      businessId,
      shown.map(({ id }) => id),
    )
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const end = last && [last.sort_key, last.id]
    return {
      data: await kind.present(tx, businessId, contacts),
      pagination: paginationOf(billing.cursorKey, listing, scope, page, page.totalCount ?? total, end),
    }
  })
}

/** What is looked for; `nothing` where nothing can match. @throws InvalidQuery, MissingTagValues */
async function resolveFilter(tx: Tx, businessId: string, asked: AskedFilter): Promise<ContactFilter | 'nothing'> {
  const words = wordsOf(asked.q ?? '')
  const definitionIds = await definitionsOf(tx, businessId, asked)
  const filter: ContactFilter = {
    status: statusAsked(asked.status),
    external_id: asked.external_id,
    reference_numbers: kept(asked.reference_numbers, isKeepable),
    email: asked.email,
    definition_ids: definitionIds,
    likes: words.length === 0 ? undefined : words.map(containing),
  }
  const canBe = [asked.external_id, asked.email, asked.q].every((text) => isKeepable(text ?? ''))
  return canBe && filter.reference_numbers?.length !== 0 && definitionIds?.length !== 0 ? filter : 'nothing'
}

/** @throws InvalidQuery */
function statusAsked(status: string | undefined): ContactFilter['status'] {
  const known = CONTACT_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw refused('InvalidQuery', `status is one of ${CONTACT_STATUSES.join(', ')}.`, {
      field: 'status',
      value: status,
    })
  return known
}

async function findPage<Message>(
  tx: Tx,
  kind: ToldContacts<Message>,
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
