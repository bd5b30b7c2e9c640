import { refuseOther, type Tx } from '@pacioli/db'
import { RetryDecision } from '@pacioli/postings'
import type { CreateCustomerRequest__Output, CreateVendorRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import type { RecordedContactKind } from '../contacts/contact.kind.ts'
import { findMaking, markAsked } from '../contacts/contact.store.ts'
import { changedContact, newContact, requireNames, textsFrom, type Contact } from '../contacts/contact.ts'
import type { Deciding } from '../document-writes/create-document.ts'
import type { Update } from '../documents/document-kind.ts'
import { askedAnyway, askedIfNamed } from '../requests/asked.ts'
import { prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'
import { alterContact, recordContacts } from './alter-contact.ts'

type Input = CreateVendorRequest__Output | CreateCustomerRequest__Output

/**
 * Creates a vendor or a customer; if the external_id exists, that contact is returned as it is. A customer that an invoice
 * has created inline has only its external_id: its first create fills it.
 * @throws InvalidPayload, ExternalIdReused, TagValueArchived, DuplicateTagDimension, BusinessNotFound, BusinessArchived,
 *   VersionConflict, ServiceUnavailable
 */
export const createContact = (billing: Billing, request: BusinessWrite, kind: RecordedContactKind, input: Input) =>
  alterContact(billing, request, {
    kind,
    prefetch: async (tx, asking) => {
      const earlier = await findEarlier(tx, kind, input)
      // A repeat queries nothing that could be refused by now, and no tag is defined for a request that is refused.
      if (earlier && !earlier.isInline) return
      requireNames(kind, { companyName: null, individualName: null, externalId: null, ...textsFrom(input) })
      prefetchTags(asking, input.tags, 'tags')
    },
    alter: async (deciding) => {
      const earlier = await findEarlier(deciding.tx, kind, input)
      if (earlier && !earlier.isInline) return { after: earlier.contact, sources: [] }
      const change = earlier
        ? await filled(deciding, kind, input, earlier.contact.id)
        : { before: null, after: created(deciding, input) }
      const sources = await recordContacts(deciding, kind, [change])
      if (change.before) markAsked(deciding.tx, kind, { id: change.before.id, asked: askedAnyway(input) })
      return { after: change.after, sources, created: change.before === null }
    },
  })

/** @throws ExternalIdReused where it was created by another request */
async function findEarlier(
  tx: Tx,
  kind: RecordedContactKind,
  input: Input,
): Promise<{ contact: Contact; isInline: boolean } | undefined> {
  const { external_id: externalId } = input
  if (externalId === undefined) return undefined
  // Before the contact itself: a contact that a concurrent request fills must not be answered as it was before.
  const making = await findMaking(tx, kind, externalId)
  const [contact] = making ? await kind.load(tx, [making.id]) : []
  if (!making || !contact) return undefined
  if (!making.isInline)
    refuseOther(new Map([[contact.id, making.asked]]), [
      { id: contact.id, externalId, canonicalRequest: askedAnyway(input), field: '' },
    ])
  return { contact, isInline: making.isInline }
}

function created({ billing, business, books }: Deciding, input: Input): Contact {
  const head = { id: billing.newId(), businessId: business.id, now: billing.now() }
  const tags = tagsFrom(input.tags, books, { newId: billing.newId, now: head.now }, 'tags')
  return { ...newContact(head, { ...textsFrom(input), tags }), asked: askedIfNamed(input) }
}

/** Fills a contact that a document created inline with the fields of its first create. */
async function filled(
  { tx, billing: { newId, now: clock }, books }: Deciding,
  kind: RecordedContactKind,
  input: Input,
  id: string,
): Promise<Update<Contact>> {
  const [before] = await kind.lock(tx, [id])
  // Another request may have filled it while this one waited, or given it another external_id.
  const making = await findMaking(tx, kind, input.external_id ?? '')
  if (!before || making?.id !== id || !making.isInline) throw new RetryDecision()
  const now = clock()
  const tags = tagsFrom(input.tags, books, { newId, now, existing: before.tags }, 'tags')
  const details = { ...textsFrom(input), ...(tags.length > 0 ? { tags } : {}) }
  return { before, after: changedContact(kind, before, details, undefined, now) }
}
