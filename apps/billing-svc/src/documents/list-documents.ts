/** How documents are listed: alike for all kinds of them. */
import type { Tx } from '@pacioli/db'
import { fittingInBytes, type Page } from '@pacioli/paging'
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
