/** The one way in which documents are posted and reversed. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, type ErrorMeta } from '@pacioli/errors'
import { insertResolved, loadTagDefinitions, type TagDefinition } from '@pacioli/ledger-facts'
import type { Books, Source } from '@pacioli/postings'
import type { Tenant } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requirePostable } from './postable.ts'
import { corrections, type Correction, type DesiredEntry, type Party } from './standing-entries.ts'
import { loadStandingEntries, putStandingEntries } from './standing-entry.store.ts'
import { postingTags } from '../tags/tag-inputs.ts'

/**
 * All entries that a document should have; none if it is void. No document comes twice. `field` is its place in a request
 * for several.
 */
export type DesiredEntries = {
  source: Source
  desired: readonly DesiredEntry[]
  party?: Party
  field?: string
  /** Whether its document is new: nothing was posted of it. */
  isNew?: boolean
}

/**
 * Posts the difference between desired and standing entries: reverses outdated entries, posts missing ones, and skips equal
 * ones. The caller has locked the documents. The ledger's answers are stored first, so that new accounts and tags can be
 * shown. Returns the sources whose postings are to be delivered, including postings that an earlier request left
 * undelivered.
 * @param isBehindFailed for voids and deletions: they must be possible behind a failed posting
 * @throws PostingFailed, PayloadTooLarge, AmountOutOfRange, AccountArchived, TagValueArchived, BalancingTagViolation;
 *   RetryDecision
 */
export async function postDifferences(
  tx: Tx,
  billing: Pick<Billing, 'postingSession'>,
  business: Pick<Tenant, 'clientId'>,
  books: Books,
  documents: readonly DesiredEntries[],
  { isBehindFailed = false } = {},
): Promise<Source[]> {
  const { accounts, tags } = books.facts
  const sources = documents.map(({ source }) => source)
  const existing = documents.filter(({ isNew }) => !isNew).map(({ source }) => source)
  insertResolved(tx, { accounts: [...accounts.values()], tags: [...tags.values()] })
  const [known, unresolved, blocked] = await Promise.all([
    loadStandingEntries(tx, existing),
    loadUnresolved(tx, books, documents),
    isBehindFailed ? new Set<string>() : billing.postingSession.blockedAmong(tx, existing),
  ])
  const before = Map.groupBy(known, ({ source }) => keyOf(source))
  const tagOf = postingTags(books, unresolved)
  const problems = new Problems()
  const corrected = documents.flatMap(({ source, desired, party, field }): Correction | Correction[] => {
    const posted = before.get(keyOf(source)) ?? []
    const placed = (meta: ErrorMeta): ErrorMeta => (field === undefined ? meta : { field, ...meta })
    return collectProblems(problems, () => corrections(source, posted, desired, books, tagOf, party), placed) ?? []
  })
  problems.throwIfAny()
  const postings = corrected.flatMap((one) => one.postings)
  requirePostable(books, postings)
  if (isBehindFailed) await billing.postingSession.stageAnyway(tx, business, books, postings)
  else {
    const isBlocked = postings.some(({ source }) => blocked.has(source.id))
    await billing.postingSession.stage(tx, business, books, postings, isBlocked ? undefined : Promise.resolve())
  }
  const standing = corrected.flatMap((one) => one.standing)
  putStandingEntries(tx, standing)
  return sources
}

const keyOf = ({ type, id }: Source): string => `${type} ${id}`

/** Tags on the documents that the ledger was not queried for: they may be archived. */
async function loadUnresolved(
  tx: Tx,
  books: Books,
  documents: readonly DesiredEntries[],
): Promise<Map<string, TagDefinition>> {
  const resolved = new Set([...books.facts.tags.values()].map(({ definitionId }) => definitionId))
  const tags = documents.flatMap(({ desired }) => desired.flatMap(({ lines }) => lines.flatMap((line) => line.tags)))
  const carried = new Set(tags.map(({ definitionId }) => definitionId))
  const unresolved = [...carried].filter((id) => !resolved.has(id))
  return loadTagDefinitions(tx, unresolved)
}
