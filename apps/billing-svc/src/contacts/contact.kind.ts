/** Vendors and customers are recorded as documents are; they post nothing. */
import { RetryDecision } from '@pacioli/postings'
import { addedAndUpdated, announcing, type DocumentKind } from '../documents/document-kind.ts'
import { metadataValue } from '../requests/metadata.ts'
import { tagState } from '../tags/tags.ts'
import { insertContacts, loadContacts, lockContacts, updateContacts } from './contact.store.ts'
import { nameOf, publicTexts, statusOf, type Contact, type ContactKind } from './contact.ts'
import { presentContacts, type ContactMessage } from './present-contacts.ts'

/** A kind of contacts with what every kind of documents has. */
export type RecordedContactKind = ContactKind & DocumentKind<Contact, ContactMessage, null>

const stateOf = (kind: ContactKind) => (contact: Contact) => ({
  id: contact.id,
  business_id: contact.businessId,
  ...publicTexts(contact),
  name: nameOf(kind, contact),
  metadata: metadataValue(contact.metadata),
  status: statusOf(contact),
  archived_at: contact.archivedAt,
  transaction_tags: contact.tags.map(tagState),
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
})

/** How contacts of this kind are stored, presented and announced. */
export const recordedContacts = (kind: ContactKind): RecordedContactKind => ({
  ...kind,
  parameter: `${kind.noun}Id`,
  load: (tx, ids) => loadContacts(tx, kind, ids),
  lock: (tx, ids) => lockContacts(tx, kind, ids),
  write: async (tx, changes) => {
    const { added, updated } = addedAndUpdated(changes)
    const inserted = await insertContacts(tx, kind, added)
    // A concurrent request has created one with its external_id.
    if (inserted.length < added.length) throw new RetryDecision()
    const became = updated.map(({ after }) => after)
    if (became.length > 0) updateContacts(tx, kind, became)
  },
  partyOf: () => ({}),
  entriesOf: () => [],
  announcementsOf: announcing(kind.noun, stateOf(kind)),
  sourcesOf: () => [],
  present: (tx, contacts, at) => presentContacts(tx, kind, contacts, at),
})
