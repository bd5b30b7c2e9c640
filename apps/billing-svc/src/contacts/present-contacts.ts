/** Vendors and customers as callers see them. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Customer as CustomerMessage } from '@pacioli/protos/billing'
import { definitionIdsOf, toDocumentTags, type TagNames } from '../tags/present-tags.ts'
import { publicTexts, statusOf, type Contact, type ContactKind } from './contact.ts'
import { loadCredits } from './customer-credit.store.ts'

/** A vendor has no `credit_balance`; all other fields are the same. */
export type ContactMessage = CustomerMessage

/** @param credit of a customer */
export const toContactMessage = (contact: Contact, names: TagNames, credit?: number): ContactMessage => ({
  ...undefinedForNull(publicTexts(contact)),
  id: contact.id,
  notes: contact.memo ?? undefined,
  status: statusOf(contact),
  transaction_tags: toDocumentTags(contact.tags, names),
  archived_at: contact.archivedAt?.toISOString(),
  created_at: contact.createdAt.toISOString(),
  updated_at: contact.updatedAt.toISOString(),
  ...(credit === undefined ? {} : { credit_balance: credit }),
})

const undefinedForNull = <Field extends string>(texts: Record<Field, string | null>) =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text ?? undefined])) as {
    [field in Field]?: string
  }

/** In the order given, with one statement for all of their tags and one for all of their credits. */
export async function presentContacts(
  tx: Tx,
  kind: ContactKind,
  contacts: readonly Contact[],
): Promise<ContactMessage[]> {
  const ids = contacts.map(({ id }) => id)
  const credits = kind.hasCredit ? await loadCredits(tx, ids) : undefined
  const names = await loadTagDefinitions(tx, definitionIdsOf(...contacts.map(({ tags }) => tags)))
  return contacts.map((one) => toContactMessage(one, names, credits && (credits.get(one.id) ?? 0)))
}
