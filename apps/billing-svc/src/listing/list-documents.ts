/** How documents are listed: alike for all kinds of them. */
import type { Tx } from '@pacioli/db'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { fittingInBytes, paginationOf, readPage, type Listing, type Page, type PageRequest } from '@pacioli/paging'
import type { Pagination } from '@pacioli/protos/common'
import type { BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { countDocuments, findDocuments, type Sought } from './document-page.store.ts'

/** How many line items and allocations a page has at most: an answer of three megabytes holds fewer. */
const MOST_PARTS = 10_000

/** How a kind of documents is told. */
export type Telling<Message> = {
  /** How many parts each has. */
  countParts: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** In the order of the ids. */
  present: (ids: readonly string[]) => Promise<Message[]>
}

/** How one kind of documents is found and told. */
export type Listed<Filters, Message> = {
  /** Null where nothing can match. @throws InvalidQuery, MissingTagValues */
  soughtBy: (tx: Tx, business: KnownBusiness, filters: Filters, page: Page) => Sought | null | Promise<Sought | null>
  /** How many parts each has. */
  countParts: (tx: Tx, businessId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** In the order of the ids. */
  present: (tx: Tx, businessId: string, ids: readonly string[]) => Promise<Message[]>
}

/**
 * The page that a request asks for.
 * @throws BusinessNotFound, InvalidCursor, InvalidQuery, MissingTagValues
 */
export async function listPage<Asked extends { page: PageRequest | null }, Message extends object>(
  billing: Billing,
  context: BusinessRead,
  listing: Listing,
  { page: asked, ...filters }: Asked,
  { soughtBy, countParts, present }: Listed<Omit<Asked, 'page'>, Message>,
): Promise<{ data: Message[]; pagination: Pagination }> {
  const business = await meetBusiness(billing, context)
  const scope = [business.id, filters]
  const page = readPage(billing.cursorKey, listing, scope, asked ?? {})
  return billing.db.transact(context, async (tx) => {
    const sought = await soughtBy(tx, business, filters, page)
    const { data, total, end } = await listDocuments(tx, business.id, sought, page, billing, {
      countParts: (ids) => countParts(tx, business.id, ids),
      present: (ids) => present(tx, business.id, ids),
    })
    return { data, pagination: paginationOf(billing.cursorKey, listing, scope, page, total, end) }
  })
}

/**
 * A page of what is looked for, null where nothing can match. It ends early where it becomes too long to be told; of
 * documents with a thousand parts each no more are read than are told.
 */
export async function listDocuments<Message extends object>(
  tx: Tx,
  businessId: string,
  sought: Sought | null,
  page: Page,
  { mostGathered }: Pick<Billing, 'mostGathered'>,
  telling: Telling<Message>,
): Promise<{ data: Message[]; total: number; end: [string, string] | undefined }> {
  if (sought === null) return { data: [], total: page.totalCount ?? 0, end: undefined }
  const total = page.totalCount ?? (await countDocuments(tx, businessId, sought))
  const found = await findDocuments(tx, businessId, sought, page, total <= mostGathered)
  const shown = found.slice(0, page.limit)
  const data = await tellFitting(
    shown.map(({ id }) => id),
    telling,
  )
  const last = found.length > data.length ? shown[data.length - 1] : undefined
  return { data, total, end: last && [last.sort_key, last.id] }
}

/** As many of these as an answer has room for, in their order; at least the first. */
export async function tellFitting<Message extends object>(
  ids: readonly string[],
  { countParts, present }: Telling<Message>,
): Promise<Message[]> {
  const messages = await present(withFewParts(ids, await countParts(ids)))
  return messages.slice(0, fittingInBytes(messages, messageBytes))
}

const messageBytes = (message: object): number => Buffer.byteLength(JSON.stringify(message))

/** The first of them, at least one. */
function withFewParts(ids: readonly string[], parts: ReadonlyMap<string, number>): readonly string[] {
  let sum = 0
  const tooMany = ids.findIndex((id, index) => (sum += parts.get(id) ?? 0) > MOST_PARTS && index > 0)
  return tooMany < 0 ? ids : ids.slice(0, tooMany)
}
