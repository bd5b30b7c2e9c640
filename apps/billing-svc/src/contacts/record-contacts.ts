/** Vendors and customers are written together with their events. */
import { violates, type Tx } from '@pacioli/db'
import { refused, type DomainError } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { insertResolved } from '@pacioli/ledger-facts'
import type { Books } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { contactEvent } from './contact.events.ts'
import { insertContacts, updateContacts } from './contact.store.ts'
import type { Contact, ContactKind } from './contact.ts'

export type Recorder = Pick<Billing, 'now' | 'newId' | 'notify'>

/** New ones with their events; those whose external_id a concurrent request has used are left out. */
export async function recordNewContacts(
  tx: Tx,
  billing: Recorder,
  kind: ContactKind,
  contacts: readonly Contact[],
): Promise<Contact[]> {
  const inserted = await insertContacts(tx, kind, contacts)
  if (inserted.length > 0) await announce(tx, billing, kind, inserted, 'created')
  return inserted
}

/**
 * Writes those that have changed, with their events. The caller holds their locks.
 * @throws DuplicateExternalId
 */
export async function recordChangedContacts(
  tx: Tx,
  billing: Recorder,
  kind: ContactKind,
  books: Books,
  changes: readonly { before: Contact; after: Contact }[],
): Promise<void> {
  const changed = changes.flatMap(({ before, after }) => (after.version === before.version ? [] : [after]))
  if (changed.length === 0) return
  try {
    await updateContacts(tx, kind, changed)
  } catch (error) {
    if (!violates(error, `${kind.table}_external_id`)) throw error
    throw duplicateExternalId(
      kind,
      changes.find(({ before, after }) => before.externalId !== after.externalId)?.after.externalId,
    )
  }
  await insertResolvedTags(tx, books)
  await announce(tx, billing, kind, changed, 'changed')
}

async function announce(
  tx: Tx,
  { now, newId, notify }: Recorder,
  kind: ContactKind,
  contacts: readonly Contact[],
  type: 'created' | 'changed',
): Promise<void> {
  const time = now()
  await stageEvents(
    tx,
    contacts.map((contact) => contactEvent(kind, contact, type, newId(), time)),
  )
  tx.afterCommit(notify)
}

export const duplicateExternalId = ({ noun }: ContactKind, value: string | null | undefined): DomainError =>
  refused('DuplicateExternalId', `Another ${noun} of the business has the external_id ${value}.`, {
    field: 'external_id',
    value,
  })

/** So that a newly defined tag can be shown at once. */
export const insertResolvedTags = (tx: Tx, { facts }: Books): Promise<void> =>
  insertResolved(tx, { tags: [...facts.tags.values()] })
