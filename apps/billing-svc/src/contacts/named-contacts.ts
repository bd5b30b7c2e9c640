/** The contacts that requests name, by id or by their external id. */
import type { Tx } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import { RetryDecision } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { changesOf } from '../documents/record-documents.ts'
import { findReferenced, idsOf } from '../documents/references.ts'
import { insertContacts, loadContacts, lockContactsShared } from './contact.store.ts'
import type { Contact, ContactKind, ContactReference } from './contact.ts'
import { CUSTOMERS, inlineCustomer } from './customer.ts'

/** The contact that a request names: an existing one, or a customer to be created by an unused external_id. */
export type NamedContact = { contact?: Contact | undefined; newExternalId?: string | undefined }

/**
 * The contact of each, in the order given. Both names must refer to the same one. An unknown external_id alone names a new
 * customer; a typo must not create a vendor. Only a vendor can be left out: its answer is empty. Nothing is locked.
 * @param fieldOf where the request has each of them, such as `37.`; empty where it is the request itself
 * @throws VendorNotFound, CustomerNotFound, InvalidPayload, naming each
 */
export async function findNamedContacts(
  tx: Tx,
  kind: ContactKind,
  named: readonly ContactReference[],
  fieldOf: (index: number) => string = () => '',
): Promise<NamedContact[]> {
  const references = named.map((name, index) => ({ name, field: fieldOf(index) }))
  const found = await findReferenced(tx, { ...kind, prefix: kind.noun }, references, (_, ids) =>
    loadContacts(tx, kind, ids),
  )
  return found.map((contact, index) =>
    contact ? { contact } : { newExternalId: idsOf({ prefix: kind.noun }, named[index] ?? {}).externalId },
  )
}

type Recorder = Pick<Billing, 'now' | 'newId' | 'notify'>

/**
 * Locks the contacts that exist and creates the others, in the order given; null where none is named. Some may be archived
 * by now.
 * @throws RetryDecision where one was given another external_id meanwhile
 */
export async function lockNamedContacts(
  tx: Tx,
  billing: Recorder,
  kind: ContactKind,
  named: readonly NamedContact[],
): Promise<(Contact | null)[]> {
  const ids = named.flatMap(({ contact }) => contact?.id ?? [])
  const locked = await lockContactsShared(tx, kind, ids)
  const newExternalIds = named.flatMap(({ newExternalId }) => newExternalId ?? [])
  const created = await createInlineCustomers(tx, billing, newExternalIds)
  return named.map(({ contact, newExternalId }) => {
    if (!contact && newExternalId === undefined) return null
    const found = contact ? locked.get(contact.id) : created.get(newExternalId ?? '')
    if (!found) throw new RetryDecision()
    return found
  })
}

/**
 * Creates customers inline, with only an external id. Those that a concurrent request has created are locked and answered as
 * they are, even archived. The caller has locked the customers that it knows.
 * @returns all of them, by external id
 * @throws RetryDecision where one was given another external_id meanwhile
 */
export async function createInlineCustomers(
  tx: Tx,
  billing: Recorder,
  externalIds: readonly string[],
): Promise<Map<string, Contact>> {
  if (externalIds.length === 0) return new Map()
  const requested = [...new Set(externalIds)]
  const now = billing.now()
  const customers = requested.map((externalId) => inlineCustomer(billing.newId(), tx.businessId, externalId, now))
  const created = await insertContacts(tx, CUSTOMERS, customers)
  const changes = changesOf(
    CUSTOMERS,
    created.map((after) => ({ before: null, after })),
  )
  await stageEvents(tx, changes.events(billing))
  tx.afterCommit(billing.notify)
  const byExternalId = new Map(created.map((one) => [one.externalId ?? '', one]))
  const missing = (): string[] => requested.filter((externalId) => !byExternalId.has(externalId))
  const others = await findIdsByExternalId(tx, CUSTOMERS.table, missing())
  for (const one of (await lockContactsShared(tx, CUSTOMERS, [...others.values()])).values())
    byExternalId.set(one.externalId ?? '', one)
  if (missing().length > 0) throw new RetryDecision()
  return byExternalId
}
