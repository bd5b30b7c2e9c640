import type { Source } from '@pacioli/postings'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import type { RecordedContactKind } from '../contacts/contact.kind.ts'
import type { Contact } from '../contacts/contact.ts'
import type { ContactMessage } from '../contacts/present-contacts.ts'
import { alterDocument, type Alteration, type Deciding } from '../document-writes/create-document.ts'
import type { Change } from '../documents/document-kind.ts'
import { changesOf, recordDocuments } from '../documents/record-documents.ts'

/**
 * Like `alterDocument`; contacts post nothing, so the answer has no posting state.
 * @throws BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable, and what the steps throw
 */
export async function alterContact(
  billing: Billing,
  request: BusinessWrite,
  alteration: Alteration<Contact, ContactMessage>,
): Promise<{ data: ContactMessage | undefined; created: boolean }> {
  const { data, created } = await alterDocument(billing, request, alteration)
  return { data, created }
}

/** Writes contacts that are new or have changed, with their events. The caller holds their locks. @throws RetryDecision */
export const recordContacts = (
  deciding: Deciding,
  kind: RecordedContactKind,
  changes: readonly Change<Contact>[],
): Promise<Source[]> => recordDocuments(deciding, () => null, [changesOf(kind, changes)])
