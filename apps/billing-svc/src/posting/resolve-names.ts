/** Accounts and tags that parts of a request name, resolved by the ledger's facts. Pure. */
import { collectProblems, type Problems } from '@pacioli/errors'
import type { AccountIdentifier, Books } from '@pacioli/postings'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { tagsFrom, type Making } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'
import { namedAccount } from './named-accounts.ts'

/** What requested parts of documents are resolved with. */
export type ResolvingFacts = Making & { books: Books }

/**
 * The tags of a request or of its part `field`; those in `existing` keep their ids. Every problem is added to `problems`.
 * @param from `lineItemTagsFrom` for a line item
 */
export const resolveTags = (
  { tags, field = '' }: { tags: readonly TagKeyValue__Output[]; field?: string },
  { books, newId, now }: ResolvingFacts,
  problems: Problems,
  existing: readonly DocumentTag[] = [],
  from: typeof tagsFrom = tagsFrom,
): readonly DocumentTag[] =>
  collectProblems(problems, () => from(tags, books, { newId, now, existing }, `${field}tags`)) ?? []

/** The id of the account that the field names; null where it names none, or has a problem, which is added to `problems`. */
export const resolveAccount = (
  identifier: AccountIdentifier | null | undefined,
  field: string,
  books: Books,
  problems: Problems,
): string | null => (identifier && collectProblems(problems, () => namedAccount(books, identifier, field).id)) ?? null
