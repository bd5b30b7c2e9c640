/** Lists of documents: each kind describes its list, and one implementation serves all. */
import type { Tx } from '@pacioli/db'
import { requireBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import {
  fittingInBytes,
  messageBytes,
  paginationOf,
  readPage,
  withFewParts,
  type Listing,
  type Page,
  type PageRequest,
} from '@pacioli/paging'
import type { Pagination } from '@pacioli/protos/common'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { momentOf, type Moment } from '../documents/moment.ts'
import { countDocuments, findDocuments, type Search } from './document-page.store.ts'
import { is, references, type Filter } from './filters.ts'

/** The most line items and allocations of a page; an answer of three megabytes holds fewer. */
const MAX_PARTS = 10_000

/** How many parts each document has. */
type CountParts = (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>

/** A kind of documents, as an answer shows them: it presents what it loads, in the order given. */
type Presented<Message> = {
  load(tx: Tx, ids: readonly string[]): Promise<object[]>
  present(tx: Tx, documents: readonly object[], at: Moment): Promise<Message[]>
  /** Not needed where documents have no long lists of parts. */
  countParts?: CountParts | undefined
}

/** What distinguishes the list of one kind. All can be filtered by `external_id` and `reference_numbers`. */
type Distinction<Request> = {
  /** Sort keys with their columns; the first is the default, latest first. */
  sorts: Readonly<Record<string, string>>
  filters: readonly Filter<Request>[]
}

type ListRequest = { page: PageRequest | null; external_id?: string | undefined; reference_numbers: readonly string[] }

type Rows<Message> = { data: Message[]; total: number; end: [string, string] | undefined }

/**
 * The list of a kind: a function that answers one page.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export function documentList<Request extends ListRequest, Message extends object>(
  kind: Presented<Message> & Pick<Search, 'table'>,
  { sorts, filters }: Distinction<Request>,
) {
  const { table } = kind
  const keys = Object.keys(sorts) as [string, ...string[]]
  const listing = { name: table.replaceAll('_', '-'), sorts: keys, defaultOrder: 'DESC' } as const
  return (billing: Billing, context: BusinessRead, request: Request) =>
    answerPage(billing, context, listing, request, async (tx, page, business) => {
      const matching = await conditionsOf(tx, business, [...filters, is('external_id'), references], request)
      const search = { table, ...matching, sort: sorts[page.sortBy] ?? '' }
      return listDocuments(tx, search, page, billing, kind, momentOf(billing, business))
    })
}

/**
 * One page of a list of a business. @param read finds its rows, how many there are in all, and where it ends if more follow
 * @throws BusinessNotFound, InvalidCursor, and what `read` throws
 */
export async function answerPage<Message>(
  billing: Billing,
  context: BusinessRead,
  listing: Listing,
  { page: pageRequest, ...filters }: { page: PageRequest | null },
  read: (tx: Tx, page: Page, business: KnownBusiness) => Promise<Rows<Message>>,
): Promise<{ data: Message[]; pagination: Pagination }> {
  const business = await requireBusiness(billing, context)
  const scope = [business.id, filters]
  const page = readPage(billing.cursorKey, listing, scope, pageRequest ?? {})
  const { data, total, end } = await billing.db.transact(context, (tx) => read(tx, page, business))
  return { data, pagination: paginationOf(billing.cursorKey, listing, scope, page, total, end) }
}

/** @throws InvalidQuery, MissingTagValues */
async function conditionsOf<Request>(
  tx: Tx,
  business: KnownBusiness,
  filters: readonly Filter<Request>[],
  request: Request,
): Promise<Pick<Search, 'where' | 'bind'>> {
  const bound: unknown[] = [business.id]
  const bind = (value: unknown): string => `$${bound.push(value)}`
  const conditions = ['d.business_id = $1']
  for (const filter of filters) conditions.push(...(await filter(request, { tx, business, bind })))
  return { where: conditions.join(' AND '), bind: bound }
}

/** One page. It ends early where the answer would become too long; no more of long documents are read than are shown. */
export async function listDocuments<Message extends object>(
  tx: Tx,
  search: Search,
  page: Page,
  { mostGathered }: Pick<Billing, 'mostGathered'>,
  kind: Presented<Message>,
  at: Moment,
): Promise<Rows<Message>> {
  const total = page.totalCount ?? (await countDocuments(tx, search))
  const found = await findDocuments(tx, search, page, total <= mostGathered)
  const shown = found.slice(0, page.limit)
  const ids = shown.map(({ id }) => id)
  const data = await withinPageBudget(tx, ids, kind, at)
  const last = found.length > data.length ? shown[data.length - 1] : undefined
  return { data, total, end: last && [last.sort_key, last.id] }
}

/** As many of these as fit into an answer, in their order; at least the first. */
export async function withinPageBudget<Message extends object>(
  tx: Tx,
  ids: readonly string[],
  kind: Presented<Message>,
  at: Moment,
): Promise<Message[]> {
  const shown = kind.countParts ? withFewParts(ids, await kind.countParts(tx, ids), MAX_PARTS) : ids
  const messages = await kind.present(tx, await kind.load(tx, shown), at)
  return messages.slice(0, fittingInBytes(messages, messageBytes))
}
