import { requireBusiness } from '@pacioli/ledger-facts'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadContacts } from './contact.store.ts'
import { contactNotFound, type ContactKind } from './contact.ts'
import { presentContacts, type ContactAnswer } from './present-contacts.ts'

/** A vendor or a customer, archived or not. @throws VendorNotFound, CustomerNotFound, BusinessNotFound */
export async function getContact(
  billing: Billing,
  context: BusinessRead,
  kind: ContactKind,
  id: string,
): Promise<ContactAnswer> {
  await requireBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const found = isUuid(id) ? await loadContacts(tx, kind, [id.toLowerCase()]) : []
    if (found.length === 0) throw contactNotFound(kind, id)
    return { data: (await presentContacts(tx, kind, found))[0], created: false }
  })
}
