import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import { LedgerPrefetch, decideOnce, type Books } from '@pacioli/postings'
import type { UpdateCustomerRequest__Output, UpdateVendorRequest__Output } from '@pacioli/protos/billing'
import type { TagKeyValue__Output } from '@pacioli/protos/common'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'
import { loadContacts, loadContactsByExternalId, lockContacts } from './contact.store.ts'
import {
  changedContact,
  CONTACT_TEXTS,
  contactNotFound,
  requireNames,
  statusFrom,
  textsFrom,
  type Contact,
  type ContactKind,
  type ContactStatus,
  type ContactTexts,
} from './contact.ts'
import { presentContacts, type ContactAnswer } from './present-contacts.ts'
import { duplicateExternalId, recordChangedContacts } from './record-contacts.ts'

type Input = Omit<UpdateVendorRequest__Output, 'vendor_id'> | Omit<UpdateCustomerRequest__Output, 'customer_id'>

/** Fields that a request names; the others stay. */
type Change = {
  texts: Partial<ContactTexts>
  tags: readonly TagKeyValue__Output[] | undefined
  status: ContactStatus | undefined
}

/**
 * Changes a vendor or a customer; its status archives or restores it. Absent fields stay as they are.
 * @throws VendorNotFound, CustomerNotFound, InvalidPayload, DuplicateExternalId, TagValueArchived, DuplicateTagDimension,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function updateContact(
  billing: Billing,
  request: BusinessWrite,
  kind: ContactKind,
  named: string,
  input: Input,
): Promise<ContactAnswer> {
  const business = await requireBusiness(billing, request)
  const id = named.toLowerCase()
  if (!isUuid(id)) throw contactNotFound(kind, named)
  const texts = textsFrom({ ...input, ...clearedFrom(input) })
  const change: Change = { texts, tags: input.tags?.items, status: statusFrom(input.status, 'InvalidPayload') }
  const { data } = await decideOnce<ContactAnswer>(billing, request, business, {
    ask: async (tx) => {
      // No tag is defined for a request that is refused.
      const [contact] = await loadContacts(tx, kind, [id])
      if (!contact) throw contactNotFound(kind, id)
      requireNames(kind, { ...contact, ...texts })
      await refuseExisting(tx, kind, contact, texts)
      const asking = new LedgerPrefetch()
      prefetchTags(asking, change.tags ?? [], 'tags')
      return asking
    },
    write: async (tx, books) => {
      const contact = await write(tx, billing, kind, id, change, books)
      const [data] = await presentContacts(tx, kind, [contact])
      return { data: { data, created: false }, sources: [] }
    },
  })
  return data
}

/** @throws DuplicateExternalId */
async function refuseExisting(
  tx: Tx,
  kind: ContactKind,
  contact: Contact,
  { externalId }: Change['texts'],
): Promise<void> {
  if (externalId === undefined || externalId === null) return
  const [there] = await loadContactsByExternalId(tx, kind, [externalId])
  if (there && there.id !== contact.id) throw duplicateExternalId(kind, externalId)
}

async function write(
  tx: Tx,
  billing: Billing,
  kind: ContactKind,
  id: string,
  { texts, tags, status }: Change,
  books: Books,
): Promise<Contact> {
  const [before] = await lockContacts(tx, kind, [id])
  if (!before) throw contactNotFound(kind, id)
  const now = billing.now()
  const making = { newId: billing.newId, now, there: before.tags }
  const details = tags === undefined ? texts : { ...texts, tags: tagsFrom(tags, books, making, 'tags') }
  const after = changedContact(kind, before, details, status, now)
  await recordChangedContacts(tx, billing, kind, books, [{ before, after }])
  return after
}

/** @throws InvalidPayload for what cannot be cleared */
function clearedFrom({ cleared }: Input): Record<string, null> {
  const clearable: readonly string[] = Object.values(CONTACT_TEXTS)
  const field = cleared.find((one) => !clearable.includes(one))
  if (field !== undefined)
    throw refused('InvalidPayload', 'This is always there: it can be another one, and not be taken away.', {
      field,
      value: null,
    })
  return Object.fromEntries(cleared.map((one) => [one, null]))
}
