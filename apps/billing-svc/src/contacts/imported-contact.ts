/** Customers and vendors that an import of the ledger has met: its journal lines name them by these ids. Pure. */
import { fieldsOf, oneOf, text } from '@pacioli/fields'
import { newContact, type Contact, type ContactKind } from './contact.ts'

/** The aggregate whose events tell of them. */
export const IMPORTED_PARTY = 'imported_party'

export type ImportedContact = { id: string; kind: ContactKind['type']; name: string; externalId: string }

/** @throws TypeError for a malformed state */
export function importedContactFrom(data: unknown): ImportedContact {
  const party = fieldsOf('data', data)
  return {
    id: text(party, 'id'),
    kind: oneOf(party, 'kind', ['CUSTOMER', 'VENDOR']),
    name: text(party, 'name'),
    externalId: text(party, 'external_id'),
  }
}

/** The contact that lines of the import name. An external_id that another contact has stays with that one. */
export const contactOfImport = (
  { id, name, externalId }: ImportedContact,
  { businessId, now, isTaken }: { businessId: string; now: Date; isTaken: (externalId: string) => boolean },
): Contact =>
  newContact({ id, businessId, now }, { companyName: name, externalId: isTaken(externalId) ? null : externalId })
