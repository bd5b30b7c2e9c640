/** The tags that transactions carry already, under the names they have in the ledger. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions, type TagDefinition } from '@pacioli/ledger-facts'
import type { Asking, Books, TagInput } from '@pacioli/postings'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { DecidedTag } from './transaction.postings.ts'

/** What is carried by a transaction, and by its parts where those stay. */
export const definitionsOf = (
  { tags, splits }: Pick<BankTransaction, 'tags' | 'splits'>,
  { withParts }: { withParts: boolean },
): string[] =>
  [...tags, ...(withParts ? splits.flatMap((part) => part.tags) : [])].map(({ definitionId }) => definitionId)

/** Asked by what they are, not by what they were called when somebody applied them. */
const toStoredInput = (definitionId: string, named: { key: string; value: string } | undefined): TagInput => ({
  key: named?.key ?? definitionId,
  value: named?.value ?? definitionId,
  definition_id: definitionId,
})

/** What these are called here, as far as events have told. */
export const loadNames = (
  tx: Tx,
  businessId: string,
  definitionIds: Iterable<string>,
): Promise<Map<string, TagDefinition>> => loadTagDefinitions(tx, businessId, [...new Set(definitionIds)])

/** What to ask for, to learn how these are called. */
export async function loadStoredTags(tx: Tx, businessId: string, definitionIds: Iterable<string>): Promise<TagInput[]> {
  const ids = [...new Set(definitionIds)]
  const named = await loadNames(tx, businessId, ids)
  return ids.map((id) => toStoredInput(id, named.get(id)))
}

/** The ledger refuses to be asked for what is archived, though it may stay where nothing is posted anew. */
const isArchived = (named: Pick<TagDefinition, 'archivedAt'> | undefined): boolean => named?.archivedAt instanceof Date

/** Asks for those that are not known to be archived. */
export function prefetchStored(
  asking: Asking,
  definitionIds: readonly string[],
  named: ReadonlyMap<string, TagDefinition>,
  field: string,
): void {
  for (const id of definitionIds) if (!isArchived(named.get(id))) asking.tag(toStoredInput(id, named.get(id)), field)
}

/**
 * By definition id: what the ledger answered, or what is known here of archived ones.
 * @throws AskAgain
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
 * Asks for those that no event has told of yet. What a document has posted under stays with it: the ledger takes it by its
 * id, archived or not, and need not be asked.
 */
export function prefetchUnknown(
  asking: Asking,
  definitionIds: readonly string[],
  named: ReadonlyMap<string, TagDefinition>,
): void {
  for (const id of definitionIds) if (!named.has(id)) asking.tag(toStoredInput(id, undefined))
}

/** By definition id: what is known here, or what the ledger answered. @throws AskAgain */
export const namesHere = (
  books: Books,
  definitionIds: Iterable<string>,
  named: ReadonlyMap<string, TagDefinition>,
): Map<string, DecidedTag> =>
  new Map([...definitionIds].map((id) => [id, named.get(id) ?? books.tag(toStoredInput(id, undefined))]))
