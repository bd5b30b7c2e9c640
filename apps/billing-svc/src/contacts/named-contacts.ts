/** The contacts that requests name, by id or by their external id. */
import type { Tx } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { RetryDecision } from '@pacioli/postings'
import { isUuid } from '@pacioli/rpc'
import { loadContacts, loadContactsByExternalId, lockContactsShared } from './contact.store.ts'
import { referenceOf, type Contact, type ContactKind, type ContactReference } from './contact.ts'
import { CUSTOMERS, inlineCustomer } from './customer.ts'
import { recordNewContacts, type Recorder } from './record-contacts.ts'

/** The contact that a request names: an existing one, or a customer to be created by an unused external_id. */
export type NamedContact = { contact?: Contact | undefined; newExternalId?: string }

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
  const references = named.map((one) => referenceOf(kind, one))
  const ids = references.flatMap(({ id }) => (id !== undefined && isUuid(id) ? [id.toLowerCase()] : []))
  // No such value can be in the database.
  const externalIds = references.flatMap(({ externalId }) => externalId ?? []).filter(isKeepable)
  const [byId, byExternalId] = await Promise.all([
    loadContacts(tx, kind, ids),
    loadContactsByExternalId(tx, kind, externalIds),
  ])
  const known: Known = {
    byId: new Map(byId.map((one) => [one.id, one])),
    byExternalId: new Map(byExternalId.map((one) => [one.externalId, one])),
  }
  const problems = new Problems()
  const found = references.map((reference, index) => resolve(kind, reference, known, fieldOf(index), problems))
  problems.throwIfAny()
  return found
}

type Known = { byId: ReadonlyMap<string, Contact>; byExternalId: ReadonlyMap<string | null, Contact> }

function resolve(
  { noun, notFound, canBeInline }: ContactKind,
  { id, externalId }: ReturnType<typeof referenceOf>,
  { byId, byExternalId }: Known,
  prefix: string,
  problems: Problems,
): NamedContact {
  const [idField, externalIdField] = [`${prefix}${noun}_id`, `${prefix}${noun}_external_id`]
  const refuseUnknown = (field: string, value: string): void =>
    problems.add(notFound, `The business has no ${noun} ${value}.`, { field, value })
  const contact = id === undefined ? undefined : byId.get(id.toLowerCase())
  const other = externalId === undefined ? undefined : byExternalId.get(externalId)
  if (id !== undefined && !contact) refuseUnknown(idField, id)
  if (externalId !== undefined && !other) {
    if (id !== undefined || !canBeInline) refuseUnknown(externalIdField, externalId)
    else if (isKeepable(externalId) && externalId.trim() !== '') return { newExternalId: externalId }
    else
      problems.add(
        'InvalidPayload',
        `A ${noun} is created by an external_id of valid text with at least one character that can be seen.`,
        { field: externalIdField, value: externalId },
      )
  }
  if (id === undefined && externalId === undefined && canBeInline)
    problems.add('InvalidPayload', `Expected the ${noun}, by ${noun}_id or by ${noun}_external_id.`, { field: idField })
  if (contact && other && contact.id !== other.id)
    problems.add(
      'InvalidPayload',
      `${noun}_id and ${noun}_external_id are of different ${noun}s. Give one of them, or both of the same ${noun}.`,
      { field: externalIdField, value: externalId },
    )
  return { contact: contact ?? other }
}

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
  const created = await recordNewContacts(tx, billing, CUSTOMERS, customers)
  const isCreated = new Set(created.map(({ externalId }) => externalId))
  const others = await loadContactsByExternalId(
    tx,
    CUSTOMERS,
    requested.filter((externalId) => !isCreated.has(externalId)),
  )
  const otherIds = others.map(({ id }) => id)
  const locked = await lockContactsShared(tx, CUSTOMERS, otherIds)
  const byExternalId = new Map([...created, ...locked.values()].map((one) => [one.externalId ?? '', one]))
  if (requested.some((externalId) => !byExternalId.has(externalId))) throw new RetryDecision()
  return byExternalId
}
