/** The kinds of entities that tags can be put on; each says what else changes with its tags. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch, Source } from '@pacioli/postings'
import type { Deciding } from '../document-writes/create-document.ts'
import type { Update } from '../documents/document-kind.ts'
import type { tagsFrom } from '../tags/tag-inputs.ts'
import type { DocumentTag } from '../tags/tags.ts'

export type TagCarrier = { id: string; tags: readonly DocumentTag[] }

/** An entity that is to carry other tags. */
export type Retagging<Entity> = { before: Entity; tags: readonly DocumentTag[] }

/** Most of them are kinds of documents, which have the first three. */
export type Taggable<Entity extends TagCarrier> = {
  /** By id, without a lock; unknown ones are left out. */
  load: (tx: Tx, ids: readonly string[]) => Promise<Entity[]>
  /** The same, locked. @throws RetryDecision */
  lock: (tx: Tx, ids: readonly string[]) => Promise<Entity[]>
  /** What it posts as; absent where it never posts. */
  sourcesOf?: (entity: Entity) => Source[]
  /** Refuses tags that cannot be on it; those of any dimension can, unless this is another function. */
  tagsFrom?: typeof tagsFrom
  /**
   * Collects the queries for all that may be reposted.
   * @param entities as they are, but for the tags that they lose
   */
  prefetch?: (
    tx: Tx,
    asking: LedgerPrefetch,
    entities: readonly Entity[],
    fieldOf: (id: string) => string,
  ) => Promise<void>
  /** Refuses those that cannot change any more, such as voided ones. */
  requireOpen?: (entity: Entity) => void
  /** Writes those that change, and all that changes with them; answers what is to be delivered. */
  write: (deciding: Deciding, changes: readonly Retagging<Entity>[]) => Promise<Source[]>
}

/** Each as a new version that carries its new tags. */
export const retaggedVersions = <Entity extends TagCarrier & { version: number; updatedAt: Date }>(
  changes: readonly Retagging<Entity>[],
  updatedAt: Date,
): Update<Entity>[] =>
  changes.map(({ before, tags }) => ({ before, after: { ...before, tags, version: before.version + 1, updatedAt } }))
