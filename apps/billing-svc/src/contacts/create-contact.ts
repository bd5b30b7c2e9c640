import { refuseOther, type Tx } from '@pacioli/db'
import { meetBusiness } from '@pacioli/ledger-facts'
import { AskAgain, Asking, decideOnce, type Books } from '@pacioli/postings'
import type { CreateCustomerRequest__Output, CreateVendorRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import { askedAnyway, askedIfNamed } from '../requests/asked.ts'
import { findMaking, loadContactsByExternalId, lockContacts, markAsked } from './contact.store.ts'
import { changedContact, type Contact, type ContactDetails } from './contact.ts'
import type { ContactAnswer, ToldContacts } from './present-contacts.ts'
import { adoptTags, recordChangedContacts, recordNewContacts } from './record-contacts.ts'

type Input = CreateVendorRequest__Output | CreateCustomerRequest__Output

/**
 * A vendor or a customer; the one that has the external_id already, as it is, if there is one. One that an invoice has made
 * on the way knows nothing but its external_id: its first create fills it.
 * @throws InvalidPayload, ExternalIdReused, TagValueArchived, DuplicateTagDimension, BusinessNotFound, BusinessArchived,
 *   VersionConflict, ServiceUnavailable
 */
export async function createContact<Message>(
  billing: Billing,
  request: BusinessWrite,
  kind: ToldContacts<Message>,
  input: Input,
): Promise<ContactAnswer<Message>> {
  const business = await meetBusiness(billing, request)
  const { data } = await decideOnce<ContactAnswer<Message>>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      const earlier = await findEarlier(tx, business.id, kind, input)
      // Of a repeat nothing is asked that could be refused by now, and for what cannot be nothing is defined.
      if (earlier && !earlier.isOnTheWay) return asking
      kind.requireNames(namesIn(input))
      askTags(asking, input.tags, 'tags')
      return asking
    },
    write: async (tx, books) => ({ data: await write(tx, billing, business.id, kind, input, books), sources: [] }),
  })
  return data
}

type Earlier = { contact: Contact; isOnTheWay: boolean }

/** @throws ExternalIdReused where it was made by something else */
async function findEarlier<Message>(
  tx: Tx,
  businessId: string,
  kind: ToldContacts<Message>,
  input: Input,
): Promise<Earlier | undefined> {
  const { external_id: externalId } = input
  if (externalId === undefined) return undefined
  // Before the contact itself: one that another request fills in between must not be answered as it was before that.
  const making = await findMaking(tx, kind, businessId, { externalId })
  const [contact] = making ? await loadContactsByExternalId(tx, kind, businessId, [externalId]) : []
  if (!making || !contact) return undefined
  if (making.isOnTheWay) return { contact, isOnTheWay: true }
  refuseOther(new Map([[contact.id, making.asked]]), [
    { id: contact.id, externalId, canonicalRequest: askedAnyway(input), field: '' },
  ])
  return { contact, isOnTheWay: false }
}

const namesIn = (input: Input) => ({
  externalId: input.external_id ?? null,
  companyName: input.company_name ?? null,
  individualName: input.individual_name ?? null,
})

async function write<Message>(
  tx: Tx,
  billing: Billing,
  businessId: string,
  kind: ToldContacts<Message>,
  input: Input,
  books: Books,
): Promise<ContactAnswer<Message>> {
  const earlier = await findEarlier(tx, businessId, kind, input)
  if (earlier) {
    const contact = earlier.isOnTheWay ? await fill(tx, billing, kind, input, books, earlier.contact) : earlier.contact
    return { data: (await kind.present(tx, businessId, [contact]))[0], created: false }
  }
  const contact = newContact(billing, businessId, input, books)
  const made = await recordNewContacts(tx, billing, kind, businessId, [contact])
  // Another request has made one with its external_id meanwhile.
  if (made.length === 0) throw new AskAgain()
  await adoptTags(tx, businessId, books)
  return { data: (await kind.present(tx, businessId, made))[0], created: true }
}

/** What a create says of a contact that a document has made on the way. */
async function fill<Message>(
  tx: Tx,
  billing: Billing,
  kind: ToldContacts<Message>,
  input: Input,
  books: Books,
  { id, businessId }: Contact,
): Promise<Contact> {
  const [before] = await lockContacts(tx, kind, businessId, [id])
  // Another request may have filled it while this one waited, or given it another external_id.
  const making = await findMaking(tx, kind, businessId, { id })
  if (!before || before.externalId !== input.external_id || !making?.isOnTheWay) throw new AskAgain()
  const now = billing.now()
  const tags = tagsFrom(input.tags, books, { newId: billing.newId, now, there: before.tags }, 'tags')
  const after = changedContact(
    kind,
    before,
    { ...textsIn(input), ...(tags.length > 0 ? { tags } : {}) },
    undefined,
    now,
  )
  await recordChangedContacts(tx, billing, kind, books, businessId, [{ before, after }])
  await markAsked(tx, kind, businessId, { id, asked: askedAnyway(input) })
  return after
}

/** What the request says; what it leaves out stays as it is. */
const textsIn = (input: Input): Partial<ContactDetails> =>
  Object.fromEntries(
    Object.entries({
      individualName: input.individual_name,
      companyName: input.company_name,
      email: input.email,
      mobilePhone: input.mobile_phone,
      officePhone: input.office_phone,
      addressString: input.address_string,
      memo: input.memo,
      metadata: input.metadata,
      referenceNumber: input.reference_number,
    }).filter(([, value]) => value !== undefined),
  )

function newContact(billing: Billing, businessId: string, input: Input, books: Books): Contact {
  const now = billing.now()
  return {
    id: billing.newId(),
    businessId,
    ...namesIn(input),
    asked: askedIfNamed(input),
    email: input.email ?? null,
    mobilePhone: input.mobile_phone ?? null,
    officePhone: input.office_phone ?? null,
    addressString: input.address_string ?? null,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
    archivedAt: null,
    tags: tagsFrom(input.tags, books, { newId: billing.newId, now }, 'tags'),
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
