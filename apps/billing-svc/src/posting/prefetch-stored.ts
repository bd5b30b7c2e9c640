/** Ledger queries for what documents have already, where they may be reposted: their accounts and their tags. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { LedgerPrefetch } from '@pacioli/postings'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { prefetchStoredTags } from '../tags/tag-inputs.ts'
import type { DocumentTag, TagRef } from '../tags/tags.ts'
import { prefetchAccounts } from './named-accounts.ts'

/** The request fields that a refusal names: one for all things, or those of each; undefined stands for no field. */
export type FieldsOf<Thing> = string | ((thing: Thing, index: number) => readonly (string | undefined)[])

/** The accounts and the tags of a thing's entries. */
export type Carried<Thing> = {
  accountsOf?: (thing: Thing) => Iterable<string | null>
  tagsOf: (thing: Thing) => Iterable<TagRef>
}

export const fieldsFor = <Thing>(
  fields: FieldsOf<Thing> | undefined,
  thing: Thing,
  index = 0,
): readonly (string | undefined)[] => (typeof fields === 'string' ? [fields] : (fields?.(thing, index) ?? []))

/** Prefetches the accounts and tags of these, each tag once per field; archived tags are left out. */
export async function prefetchStored<Thing>(
  tx: Tx,
  asking: LedgerPrefetch,
  things: readonly Thing[],
  { accountsOf = () => [], tagsOf }: Carried<Thing>,
  fields: FieldsOf<Thing>,
): Promise<void> {
  prefetchAccounts(
    asking,
    things.flatMap((thing) => [...accountsOf(thing)].filter((id) => id !== null)),
  )
  const byField = new Map<string | undefined, Map<string, TagRef>>()
  const definitionIds = new Set<string>()
  for (const [index, thing] of things.entries()) {
    const tags = [...tagsOf(thing)]
    for (const { definitionId } of tags) definitionIds.add(definitionId)
    for (const field of new Set(fieldsFor(fields, thing, index))) {
      const existing = byField.get(field) ?? new Map<string, TagRef>()
      byField.set(field, existing)
      for (const tag of tags) existing.set(tag.definitionId, tag)
    }
  }
  const known = await loadTagDefinitions(tx, [...definitionIds])
  for (const [field, tags] of byField) prefetchStoredTags(asking, tags.values(), known, field)
}

/** Prefetches tags that one document has; archived ones are left out. @param field as for `prefetchStoredTags` */
export async function prefetchTagsThere(
  tx: Tx,
  asking: LedgerPrefetch,
  tags: readonly DocumentTag[],
  field?: string,
): Promise<void> {
  prefetchStoredTags(asking, tags, await loadTagDefinitions(tx, definitionIdsOf(tags)), field)
}
