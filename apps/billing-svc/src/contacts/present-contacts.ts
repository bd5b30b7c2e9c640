import type { Tx } from '@pacioli/db'
import { loadTagDefinitions } from '@pacioli/ledger-facts'
import type { Customer as CustomerMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { definitionIdsOf, toDocumentTags, type TagNames } from '../tags/present-tags.ts'
import { loadBalances, type ContactBalance } from './contact-balance.store.ts'
import { publicTexts, statusOf, type Contact, type ContactKind } from './contact.ts'

/** Vendors have the same fields. */
export type ContactMessage = CustomerMessage

export const toContactMessage = (contact: Contact, names: TagNames, kept: ContactBalance): ContactMessage => ({
  ...undefinedForNull(publicTexts(contact)),
  id: contact.id,
  notes: contact.memo ?? undefined,
  status: statusOf(contact),
  transaction_tags: toDocumentTags(contact.tags, names),
  archived_at: contact.archivedAt?.toISOString(),
  created_at: contact.createdAt.toISOString(),
  updated_at: contact.updatedAt.toISOString(),
  balance: kept.balance,
  overdue_balance: kept.overdueBalance,
  credit_balance: kept.creditBalance,
})

const undefinedForNull = <Field extends string>(texts: Record<Field, string | null>) =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text ?? undefined])) as {
    [field in Field]?: string
  }

/** In the order given, with one statement for all of their tags and one for all of their balances. */
export async function presentContacts(
  tx: Tx,
  kind: ContactKind,
  contacts: readonly Contact[],
  at: Moment,
): Promise<ContactMessage[]> {
  if (contacts.length === 0) return []
  const ids = contacts.map(({ id }) => id)
  const [balanceOf, names] = await Promise.all([
    loadBalances(tx, kind, ids, at),
    loadTagDefinitions(tx, definitionIdsOf(...contacts.map(({ tags }) => tags))),
  ])
  return contacts.map((one) => toContactMessage(one, names, balanceOf(one.id)))
}
