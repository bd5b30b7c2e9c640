/** The customers and vendors that categories name. Pure. */
import { PARTY_ACCOUNTS } from '@pacioli/chart'
import type { Contacts } from '../bank-transactions/bank-transaction.ts'
import type { ContactKind } from '../contacts/contact.ts'

/** `field` is where the request names it. */
export type NamedContact = { kind: ContactKind; id: string; field: string }

/** @param field of the category */
export const contactsOfCategory = (contacts: Contacts, field: string): NamedContact[] =>
  PARTY_ACCOUNTS.flatMap((party) => {
    const id = contacts[party.id]
    return id === null ? [] : [{ kind: party.noun, id, field: `${field}.${party.field}` }]
  })
