import { recordContacts } from '../contact-requests/alter-contact.ts'
import type { RecordedContactKind } from '../contacts/contact.kind.ts'
import { changedContact, type Contact } from '../contacts/contact.ts'
import type { Taggable } from './taggable.ts'

/** Its own: they go on no document and on no entry. */
export const taggableContacts = (kind: RecordedContactKind): Taggable<Contact> => ({
  load: kind.load,
  lock: kind.lock,
  write: (tx, billing, business, books, changes) => {
    const now = billing.now()
    const written = changes.map(({ before, tags }) => ({
      before,
      after: changedContact(kind, before, { tags }, undefined, now),
    }))
    return recordContacts({ tx, billing, business, books }, kind, written)
  },
})
