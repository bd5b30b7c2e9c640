import { loadContacts, lockContacts } from '../contacts/contact.store.ts'
import { changedContact, type Contact, type ContactKind } from '../contacts/contact.ts'
import { recordChangedContacts } from '../contacts/record-contacts.ts'
import type { Taggable } from './taggable.ts'

/** Its own: they go on no document and on no entry. */
export const taggableContacts = (kind: ContactKind): Taggable<Contact> => ({
  load: (tx, ids) => loadContacts(tx, kind, ids),
  lock: (tx, ids) => lockContacts(tx, kind, ids),
  write: async (tx, billing, business, books, changes) => {
    const now = billing.now()
    const written = changes.map(({ before, tags }) => ({
      before,
      after: changedContact(kind, before, { tags }, undefined, now),
    }))
    await recordChangedContacts(tx, billing, kind, books, written)
    return []
  },
})
