/** The kinds of entities that tags can be put on; each says what else changes with its tags. */
import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import type { Asking, Books, Source } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import type { tagsFrom } from './tag-inputs.ts'
import type { DocumentTag } from './tags.ts'

export type Carrier = { id: string; tags: readonly DocumentTag[] }

/** An entity that is to carry other tags. */
export type Retagging<Entity> = { before: Entity; tags: readonly DocumentTag[] }

export type Taggable<Entity extends Carrier> = {
  /** Refuses tags that cannot be on it; those of any dimension can, unless this is another function. */
  tagsFrom?: typeof tagsFrom
  /** By id, holding nothing; unknown ones are left out. */
  load: (tx: Tx, businessId: string, ids: readonly string[]) => Promise<readonly Entity[]>
  /**
   * Asks for all that may be posted anew.
   * @param entities as they are, but for the tags that they do not keep
   */
  ask: (
    tx: Tx,
    asking: Asking,
    businessId: string,
    entities: readonly Entity[],
    fieldOf: (id: string) => string,
  ) => Promise<void>
  /** The same as `load`, and they are held. @throws AskAgain */
  lock: (tx: Tx, businessId: string, ids: readonly string[]) => Promise<readonly Entity[]>
  /** Refuses those that are what they are for good, such as voided ones. */
  requireOpen: (entity: Entity) => void
  /** Writes those that change, and all that changes with them; answers what is to be delivered. */
  write: (
    tx: Tx,
    billing: Billing,
    business: KnownBusiness,
    books: Books,
    changes: readonly Retagging<Entity>[],
  ) => Promise<Source[]>
  /** What it posts as; undefined for what posts nothing. */
  sourceOf: ((entity: Entity) => Source) | undefined
}
