/** The tags that transactions carry already, by their names in the ledger. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions, type TagDefinition } from '@pacioli/ledger-facts'
import type { LedgerPrefetch, Books, TagInput } from '@pacioli/postings'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { DecidedTag } from './transaction.postings.ts'

/** The tags of a transaction, and of its parts where those stay. */
export const definitionsOf = (
  { tags, splits }: Pick<BankTransaction, 'tags' | 'splits'>,
  { withParts }: { withParts: boolean },
): string[] =>
  [...tags, ...(withParts ? splits.flatMap((part) => part.tags) : [])].map(({ definitionId }) => definitionId)

/** By id: the names may have changed since they were applied. */
const toStoredInput = (definitionId: string, named: { key: string; value: string } | undefined): TagInput => ({
  key: named?.key ?? definitionId,
  value: named?.value ?? definitionId,
  definition_id: definitionId,
})

/** Their names in banking's copies, as far as events have arrived. */
export const loadNames = (tx: Tx, definitionIds: Iterable<string>): Promise<Map<string, TagDefinition>> =>
  loadTagDefinitions(tx, [...new Set(definitionIds)])

export async function loadStoredTags(tx: Tx, definitionIds: Iterable<string>): Promise<TagInput[]> {
  const ids = [...new Set(definitionIds)]
  const named = await loadNames(tx, ids)
  return ids.map((id) => toStoredInput(id, named.get(id)))
}

/** The ledger refuses queries for archived tags, though they may stay where nothing is reposted. */
const isArchived = (named: Pick<TagDefinition, 'archivedAt'> | undefined): boolean => named?.archivedAt instanceof Date

/** Those that are not known to be archived. */
export function prefetchStored(
  asking: LedgerPrefetch,
  definitionIds: readonly string[],
  named: ReadonlyMap<string, TagDefinition>,
  field: string,
): void {
  for (const id of definitionIds) if (!isArchived(named.get(id))) asking.tag(toStoredInput(id, named.get(id)), field)
}

/**
 * By definition id: the ledger's answer, or the copy of an archived one.
 * @throws RetryDecision
 */
export const namesOf = (
  books: Books,
  definitionIds: Iterable<string>,
  named: ReadonlyMap<string, TagDefinition> = new Map(),
): Map<string, DecidedTag> =>
  new Map(
    [...definitionIds].map((id) => {
      const known = named.get(id)
      return [id, known && isArchived(known) ? known : books.tag(toStoredInput(id, undefined))]
    }),
  )

/**
 * Those that no event has brought yet. The tags of a document's posting stay: the ledger accepts them by id, archived or
 * not, so the others need no query.
 */
export function prefetchUnknown(
  asking: LedgerPrefetch,
  definitionIds: readonly string[],
  named: ReadonlyMap<string, TagDefinition>,
): void {
  for (const id of definitionIds) if (!named.has(id)) asking.tag(toStoredInput(id, undefined))
}

/** By definition id: the copy, or the ledger's answer. @throws RetryDecision */
export const namesHere = (
  books: Books,
  definitionIds: Iterable<string>,
  named: ReadonlyMap<string, TagDefinition>,
): Map<string, DecidedTag> =>
  new Map([...definitionIds].map((id) => [id, named.get(id) ?? books.tag(toStoredInput(id, undefined))]))
