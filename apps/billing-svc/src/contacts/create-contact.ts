import { refuseOther, type Tx } from '@pacioli/db'
import { requireBusiness } from '@pacioli/ledger-facts'
import { RetryDecision, LedgerPrefetch, decideOnce, type Books } from '@pacioli/postings'
import type { CreateCustomerRequest__Output, CreateVendorRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askedAnyway, askedIfNamed } from '../requests/asked.ts'
import { prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'
import { findMaking, loadContactsByExternalId, lockContacts, markAsked } from './contact.store.ts'
import { changedContact, newContact, requireNames, textsFrom, type Contact, type ContactKind } from './contact.ts'
import { presentContacts, type ContactAnswer } from './present-contacts.ts'
import { insertResolvedTags, recordChangedContacts, recordNewContacts } from './record-contacts.ts'

type Input = CreateVendorRequest__Output | CreateCustomerRequest__Output
type Creation = { billing: Billing; businessId: string; kind: ContactKind; input: Input }

/**
 * Creates a vendor or a customer; if the external_id exists, that contact is returned as it is. A customer that an invoice
 * has created inline has only its external_id: its first create fills it.
 * @throws InvalidPayload, ExternalIdReused, TagValueArchived, DuplicateTagDimension, BusinessNotFound, BusinessArchived,
 *   VersionConflict, ServiceUnavailable
 */
export async function createContact(
  billing: Billing,
  request: BusinessWrite,
  kind: ContactKind,
  input: Input,
): Promise<ContactAnswer> {
  const business = await requireBusiness(billing, request)
  const creation = { billing, businessId: business.id, kind, input }
  const { data } = await decideOnce<ContactAnswer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new LedgerPrefetch()
      const earlier = await findEarlier(tx, creation)
      // A repeat queries nothing that could be refused by now, and no tag is defined for a request that is refused.
      if (earlier && !earlier.isInline) return asking
      requireNames(kind, { companyName: null, individualName: null, externalId: null, ...textsFrom(input) })
      prefetchTags(asking, input.tags, 'tags')
      return asking
    },
    write: async (tx, books) => {
      const { contact, created } = await findOrCreate(tx, creation, books)
      return { data: { data: (await presentContacts(tx, kind, [contact]))[0], created }, sources: [] }
    },
  })
  return data
}

/** @throws ExternalIdReused where it was created by another request */
async function findEarlier(
  tx: Tx,
  { kind, input }: Creation,
): Promise<{ contact: Contact; isInline: boolean } | undefined> {
  const { external_id: externalId } = input
  if (externalId === undefined) return undefined
  // Before the contact itself: a contact that a concurrent request fills must not be answered as it was before.
  const making = await findMaking(tx, kind, { externalId })
  const [contact] = making ? await loadContactsByExternalId(tx, kind, [externalId]) : []
  if (!making || !contact) return undefined
  if (!making.isInline)
    refuseOther(new Map([[contact.id, making.asked]]), [
      { id: contact.id, externalId, canonicalRequest: askedAnyway(input), field: '' },
    ])
  return { contact, isInline: making.isInline }
}

async function findOrCreate(tx: Tx, creation: Creation, books: Books): Promise<{ contact: Contact; created: boolean }> {
  const { billing, businessId, kind, input } = creation
  const earlier = await findEarlier(tx, creation)
  if (earlier?.isInline) return { contact: await fill(tx, creation, books, earlier.contact.id), created: false }
  if (earlier) return { contact: earlier.contact, created: false }
  const head = { id: billing.newId(), businessId, now: billing.now() }
  const tags = tagsFrom(input.tags, books, { newId: billing.newId, now: head.now }, 'tags')
  const contact = { ...newContact(head, { ...textsFrom(input), tags }), asked: askedIfNamed(input) }
  const inserted = await recordNewContacts(tx, billing, kind, [contact])
  // A concurrent request has created one with its external_id.
  if (inserted.length === 0) throw new RetryDecision()
  await insertResolvedTags(tx, books)
  return { contact, created: true }
}

/** Fills a contact that a document has created inline. */
async function fill(tx: Tx, { billing, kind, input }: Creation, books: Books, id: string): Promise<Contact> {
  const [before] = await lockContacts(tx, kind, [id])
  // Another request may have filled it while this one waited, or given it another external_id.
  const making = await findMaking(tx, kind, { id })
  if (!before || before.externalId !== input.external_id || !making?.isInline) throw new RetryDecision()
  const now = billing.now()
  const tags = tagsFrom(input.tags, books, { newId: billing.newId, now, there: before.tags }, 'tags')
  const details = { ...textsFrom(input), ...(tags.length > 0 ? { tags } : {}) }
  const after = changedContact(kind, before, details, undefined, now)
  await recordChangedContacts(tx, billing, kind, books, [{ before, after }])
  await markAsked(tx, kind, { id, asked: askedAnyway(input) })
  return after
}
