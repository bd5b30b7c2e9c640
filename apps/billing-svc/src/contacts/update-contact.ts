import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books } from '@pacioli/postings'
import type { UpdateCustomerRequest__Output, UpdateVendorRequest__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import { loadContacts, loadContactsByExternalId, lockContacts } from './contact.store.ts'
import {
  changedContact,
  CONTACT_STATUSES,
  contactNotFound,
  type Contact,
  type ContactDetails,
  type ContactStatus,
} from './contact.ts'
import type { ContactAnswer, ToldContacts } from './present-contacts.ts'
import { duplicateExternalId, recordChangedContacts } from './record-contacts.ts'

const TEXTS = {
  externalId: 'external_id',
  individualName: 'individual_name',
  companyName: 'company_name',
  email: 'email',
  mobilePhone: 'mobile_phone',
  officePhone: 'office_phone',
  addressString: 'address_string',
  memo: 'memo',
  metadata: 'metadata',
  referenceNumber: 'reference_number',
} as const
const CLEARABLE: readonly string[] = Object.values(TEXTS)

type Input = Omit<UpdateVendorRequest__Output, 'vendor_id'> | Omit<UpdateCustomerRequest__Output, 'customer_id'>

/** What a request names; the rest stays. */
type Change = {
  texts: Partial<Omit<ContactDetails, 'tags'>>
  tags: readonly TagKeyValue__Output[] | undefined
  status: ContactStatus | undefined
}

/**
 * Changes what is said of a vendor or a customer; its status archives it and brings it back. Absent fields stay as they are.
 * @throws VendorNotFound, CustomerNotFound, InvalidPayload, DuplicateExternalId, TagValueArchived, DuplicateTagDimension,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function updateContact<Message>(
  billing: Billing,
  request: BusinessWrite,
  kind: ToldContacts<Message>,
  named: string,
  input: Input,
): Promise<ContactAnswer<Message>> {
  const business = await meetBusiness(billing, request)
  const id = named.toLowerCase()
  if (!isUuid(id)) throw contactNotFound(kind, named)
  refuseUnclearable(input.cleared)
  const change: Change = { texts: textsFrom(input), tags: input.tags?.items, status: statusFrom(input.status) }
  const { data } = await decideOnce<ContactAnswer<Message>>(billing, request, business, {
    ask: async (tx) => {
      // For what cannot be nothing is defined.
      const [contact] = await loadContacts(tx, kind, business.id, [id])
      if (!contact) throw contactNotFound(kind, id)
      kind.requireNames({ ...contact, ...change.texts })
      await refuseTaken(tx, kind, contact, change.texts)
      const asking = new Asking()
      askTags(asking, change.tags ?? [], 'tags')
      return asking
    },
    write: async (tx, books) => ({ data: await write(tx, billing, business.id, kind, id, change, books), sources: [] }),
  })
  return data
}

/** @throws DuplicateExternalId */
async function refuseTaken<Message>(
  tx: Tx,
  kind: ToldContacts<Message>,
  contact: Contact,
  { externalId }: Change['texts'],
): Promise<void> {
  if (externalId === undefined || externalId === null) return
  const [there] = await loadContactsByExternalId(tx, kind, contact.businessId, [externalId])
  if (there && there.id !== contact.id) throw duplicateExternalId(kind, externalId)
}

async function write<Message>(
  tx: Tx,
  billing: Billing,
  businessId: string,
  kind: ToldContacts<Message>,
  id: string,
  { texts, tags, status }: Change,
  books: Books,
): Promise<ContactAnswer<Message>> {
  const [before] = await lockContacts(tx, kind, businessId, [id])
  if (!before) throw contactNotFound(kind, id)
  const now = billing.now()
  const making = { newId: billing.newId, now, there: before.tags }
  const details = tags === undefined ? texts : { ...texts, tags: tagsFrom(tags, books, making, 'tags') }
  const after = changedContact(kind, before, details, status, now)
  await recordChangedContacts(tx, billing, kind, books, businessId, [{ before, after }])
  return { data: (await kind.present(tx, businessId, [after]))[0], created: false }
}

function textsFrom(input: Input): Change['texts'] {
  const cleared = new Set(input.cleared)
  const texts = Object.entries(TEXTS).flatMap(([name, field]) => {
    const value = cleared.has(field) ? null : input[field]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(texts) as Change['texts']
}

/** @throws InvalidPayload */
function statusFrom(status: string | undefined): ContactStatus | undefined {
  const known = CONTACT_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw refused('InvalidPayload', `status is one of ${CONTACT_STATUSES.join(', ')}.`, {
      field: 'status',
      value: status,
    })
  return known
}

function refuseUnclearable(cleared: readonly string[]): void {
  const field = cleared.find((one) => !CLEARABLE.includes(one))
  if (field !== undefined)
    throw refused('InvalidPayload', 'This is always there: it can be another one, and not be taken away.', {
      field,
      value: null,
    })
}
