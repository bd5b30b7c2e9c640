/** The one way in which documents get into the journal and out of it. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, type ErrorMeta } from '@pacioli/errors'
import { adopt, loadTagDefinitions, type TagDefinition } from '@pacioli/ledger-facts'
import type { Books, Source } from '@pacioli/postings'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requirePostable } from './postable.ts'
import { corrections, type Correction, type Wanted } from './standing-entries.ts'
import { loadStandingEntries, putStandingEntries } from './standing-entry.store.ts'
import { postingTags } from '../tags/tag-inputs.ts'

/**
 * What of a document has to stand: all of it, and of one that is void nothing. Each document comes once.
 * `field` is where a request of several has it.
 */
export type Settling = { source: Source; wanted: readonly Wanted[]; field?: string }

/**
 * Makes the journal say what the documents say now: reverses what stands and should not, posts what should stand and does
 * not, and leaves alone what is the same. Who calls holds the documents. What the ledger answered is taken over first, so
 * that what was just named can be shown. Answers the sources whose postings are to be delivered, also those that an
 * earlier request has left.
 * @param isBehindFailed for what takes documents back: it must be possible behind a failed posting too
 * @throws PostingFailed, PayloadTooLarge, AmountOutOfRange, AccountArchived, TagValueArchived,
 *   BalancingTagViolation; AskAgain
 */
export async function settleEntries(
  tx: Tx,
  billing: Pick<Billing, 'desk'>,
  tenant: Tenant,
  books: Books,
  documents: readonly Settling[],
  { isBehindFailed = false } = {},
): Promise<Source[]> {
  const { accounts, tags } = books.facts
  await adopt(tx, tenant.businessId, { accounts: [...accounts.values()], tags: [...tags.values()] })
  const sources = documents.map(({ source }) => source)
  const before = Map.groupBy(await loadStandingEntries(tx, tenant.businessId, sources), ({ source }) => keyOf(source))
  const tagOf = postingTags(books, await loadUnasked(tx, tenant, books, documents))
  const problems = new Problems()
  const settled = documents.flatMap(({ source, wanted, field }): Correction[] => {
    const known = before.get(keyOf(source)) ?? []
    const placed = (meta: ErrorMeta): ErrorMeta => (field === undefined ? meta : { field, ...meta })
    const made = collectProblems(problems, () => corrections(source, known, wanted, books, tagOf), placed)
    return made ? [made] : []
  })
  problems.throwIfAny()
  const postings = settled.flatMap((one) => one.postings)
  requirePostable(books, postings)
  if (isBehindFailed) await billing.desk.stageAnyway(tx, tenant, books, postings)
  else await billing.desk.stage(tx, tenant, books, postings)
  await putStandingEntries(
    tx,
    tenant.businessId,
    settled.flatMap(({ standing }) => standing),
  )
  return sources
}

const keyOf = ({ type, id }: Source): string => `${type} ${id}`

/** Tags on the documents that the ledger was not asked for: they may be archived. */
async function loadUnasked(
  tx: Tx,
  { businessId }: Tenant,
  books: Books,
  documents: readonly Settling[],
): Promise<Map<string, TagDefinition>> {
  const asked = new Set([...books.facts.tags.values()].map(({ definitionId }) => definitionId))
  const unasked = new Set<string>()
  for (const { wanted } of documents)
    for (const { lines } of wanted)
      for (const { tags } of lines)
        for (const { definitionId } of tags) if (!asked.has(definitionId)) unasked.add(definitionId)
  return loadTagDefinitions(tx, businessId, [...unasked])
}
