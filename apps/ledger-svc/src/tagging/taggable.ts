/** The kinds of entities whose tags this service stores. Other services store those of theirs. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { JournalEntry } from '../journal/journal-entry.ts'
import { findEntriesOfLines } from './tag-changes.store.ts'
import type { AppliedTag } from '../tags/tag.ts'

/** An entity by the entry that it is, or is a line of. */
export type Place = { entryId: string; lineId: string | null }

type Taggable = {
  /** Entities by id; one that is missing does not exist. Ids of entries are not checked. */
  locate: (tx: Tx, businessId: string, ids: readonly string[]) => Promise<Map<string, Place>>
  /** What the entity itself carries. */
  tagsOf: (entry: JournalEntry, lineId: string | null) => readonly AppliedTag[]
}

const journalEntry: Taggable = {
  locate: (_tx, _businessId, ids) => Promise.resolve(new Map(ids.map((id) => [id, { entryId: id, lineId: null }]))),
  tagsOf: (entry) => entry.tags,
}

const lineItem: Taggable = {
  locate: async (tx, businessId, ids) =>
    new Map(
      [...(await findEntriesOfLines(tx, businessId, ids))].map(([lineId, entryId]) => [lineId, { entryId, lineId }]),
    ),
  tagsOf: (entry, lineId) => entry.lines.find(({ id }) => id === lineId)?.tags ?? [],
}

const taggables: Readonly<Record<string, Taggable>> = { JOURNAL_ENTRY: journalEntry, LINE_ITEM: lineItem }

/** @throws InvalidPayload for a kind of another service */
export function taggableOf(entityType: string): Taggable {
  const found = Object.hasOwn(taggables, entityType) ? taggables[entityType] : undefined
  if (found) return found
  throw refused('InvalidPayload', `Expected one of ${Object.keys(taggables).join(', ')}.`, {
    field: 'entity_type',
    value: entityType,
  })
}
