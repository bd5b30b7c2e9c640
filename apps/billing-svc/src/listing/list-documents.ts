/** Lists of documents: each kind describes its list, and one implementation serves all. */
import type { Tx } from '@pacioli/db'
import { requireBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { fittingInBytes, paginationOf, readPage, type Page, type PageRequest } from '@pacioli/paging'
import type { Pagination } from '@pacioli/protos/common'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { countDocuments, findDocuments, type Search } from './document-page.store.ts'
import { is, references, type Filter } from './filters.ts'

/** The most line items and allocations of a page; an answer of three megabytes holds fewer. */
const MAX_PARTS = 10_000

/** Documents as an answer shows them. */
export type Presentation<Message> = {
  /** How many parts each has. */
  countParts: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** In the order of the ids. */
  present: (tx: Tx, ids: readonly string[]) => Promise<Message[]>
}

/** Describes the list of one kind of documents. All can be filtered by `external_id` and `reference_numbers`. */
export type DocumentList<Request, Message> = {
  /** What cursors call it. */
  name: string
  table: Search['table']
  /** Sort keys with their columns; the first is the default, latest first. */
  sorts: Readonly<Record<string, string>>
  filters: readonly Filter<Request>[]
  /** Not needed where documents have no long lists of parts. */
  countParts?: Presentation<Message>['countParts']
  present: Presentation<Message>['present']
}

/** Documents are presented as they are loaded. */
export const presenting =
  <Document, Message>(
    load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>,
    present: (tx: Tx, documents: readonly Document[]) => Promise<Message[]>,
  ): Presentation<Message>['present'] =>
  async (tx, ids) =>
    present(tx, await load(tx, ids))

type ListRequest = { page: PageRequest | null; external_id?: string | undefined; reference_numbers: readonly string[] }

/**
 * The list that this describes: a function that answers one page.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export function documentList<Request extends ListRequest, Message extends object>({
  name,
  table,
  sorts,
  filters,
  countParts = () => Promise.resolve(new Map()),
  present,
}: DocumentList<Request, Message>) {
  const listing = { name, sorts: Object.keys(sorts) as [string, ...string[]], defaultOrder: 'DESC' } as const
  return async (
    billing: Billing,
    context: BusinessRead,
    request: Request,
  ): Promise<{ data: Message[]; pagination: Pagination }> => {
    const business = await requireBusiness(billing, context)
    const { page: pageRequest, ...fields } = request
    const scope = [business.id, fields]
    const page = readPage(billing.cursorKey, listing, scope, pageRequest ?? {})
    return billing.db.transact(context, async (tx) => {
      const matching = await conditionsOf(tx, business, [...filters, is('external_id'), references], request)
      const search = { table, ...matching, sort: sorts[page.sortBy] ?? '' }
      const { data, total, end } = await listDocuments(tx, search, page, billing, { countParts, present })
      return { data, pagination: paginationOf(billing.cursorKey, listing, scope, page, total, end) }
    })
  }
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
  presentation: Presentation<Message>,
): Promise<{ data: Message[]; total: number; end: [string, string] | undefined }> {
  const total = page.totalCount ?? (await countDocuments(tx, search))
  const found = await findDocuments(tx, search, page, total <= mostGathered)
  const shown = found.slice(0, page.limit)
  const ids = shown.map(({ id }) => id)
  const data = await withinPageBudget(tx, ids, presentation)
  const last = found.length > data.length ? shown[data.length - 1] : undefined
  return { data, total, end: last && [last.sort_key, last.id] }
}

/** As many of these as fit into an answer, in their order; at least the first. */
export async function withinPageBudget<Message extends object>(
  tx: Tx,
  ids: readonly string[],
  { countParts, present }: Presentation<Message>,
): Promise<Message[]> {
  const few = withFewParts(ids, await countParts(tx, ids))
  const messages = await present(tx, few)
  return messages.slice(0, fittingInBytes(messages, messageBytes))
}

const messageBytes = (message: object): number => Buffer.byteLength(JSON.stringify(message))

/** The first of them, at least one. */
function withFewParts(ids: readonly string[], parts: ReadonlyMap<string, number>): readonly string[] {
  let sum = 0
  const tooMany = ids.findIndex((id, index) => (sum += parts.get(id) ?? 0) > MAX_PARTS && index > 0)
  return tooMany < 0 ? ids : ids.slice(0, tooMany)
}
