import type { Tx } from '@pacioli/db'
import { meetBusiness } from '@pacioli/ledger-facts'
import { AskAgain, Asking, decideOnce, type Books } from '@pacioli/postings'
import type { CreateCustomerRequest__Output, CreateVendorRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askTags, tagsFrom } from '../documents/tag-inputs.ts'
import { loadContactsByExternalId } from './contact.store.ts'
import type { Contact } from './contact.ts'
import type { ContactAnswer, ToldContacts } from './present-contacts.ts'
import { adoptTags, recordNewContacts } from './record-contacts.ts'

type Input = CreateVendorRequest__Output | CreateCustomerRequest__Output

/**
 * A vendor or a customer; the one that has the external_id already, as it is, if there is one.
 * @throws InvalidPayload, TagValueArchived, DuplicateTagDimension, BusinessNotFound, BusinessArchived, VersionConflict,
 *   ServiceUnavailable
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
      // Of a repeat nothing is asked that could be refused by now, and for what cannot be nothing is defined.
      if (await findEarlier(tx, business.id, kind, input)) return asking
      kind.requireNames(namesIn(input))
      askTags(asking, input.tags, 'tags')
      return asking
    },
    write: async (tx, books) => ({ data: await write(tx, billing, business.id, kind, input, books), sources: [] }),
  })
  return data
}

async function findEarlier<Message>(
  tx: Tx,
  businessId: string,
  kind: ToldContacts<Message>,
  { external_id }: Input,
): Promise<Contact | undefined> {
  if (external_id === undefined) return undefined
  return (await loadContactsByExternalId(tx, kind, businessId, [external_id]))[0]
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
  if (earlier) return { data: (await kind.present(tx, businessId, [earlier]))[0], created: false }
  const contact = newContact(billing, businessId, input, books)
  const made = await recordNewContacts(tx, billing, kind, businessId, [contact])
  // Another request has made one with its external_id meanwhile.
  if (made.length === 0) throw new AskAgain()
  await adoptTags(tx, businessId, books)
  return { data: (await kind.present(tx, businessId, made))[0], created: true }
}

function newContact(billing: Billing, businessId: string, input: Input, books: Books): Contact {
  const now = billing.now()
  return {
    id: billing.newId(),
    businessId,
    ...namesIn(input),
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
