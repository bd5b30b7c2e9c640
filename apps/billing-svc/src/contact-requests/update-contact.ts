import { refused } from '@pacioli/errors'
import type { UpdateCustomerRequest__Output, UpdateVendorRequest__Output } from '@pacioli/protos/billing'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import type { RecordedContactKind } from '../contacts/contact.kind.ts'
import { changedContact, CONTACT_TEXTS, requireNames, statusFrom, textsFrom } from '../contacts/contact.ts'
import { notFound, requireDocument } from '../documents/document-kind.ts'
import { refuseTaken } from '../documents/document.store.ts'
import { prefetchTags, tagsFrom } from '../tags/tag-inputs.ts'
import { alterContact, recordContacts } from './alter-contact.ts'

type Input = Omit<UpdateVendorRequest__Output, 'vendor_id'> | Omit<UpdateCustomerRequest__Output, 'customer_id'>

/**
 * Changes a vendor or a customer; its status archives or restores it. Absent fields stay as they are.
 * @throws VendorNotFound, CustomerNotFound, InvalidPayload, DuplicateExternalId, TagValueArchived, DuplicateTagDimension,
 *   BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function updateContact(
  billing: Billing,
  request: BusinessWrite,
  kind: RecordedContactKind,
  named: string,
  input: Input,
) {
  const id = named.toLowerCase()
  if (!isUuid(id)) throw notFound(kind, named)
  const texts = textsFrom({ ...input, ...clearedFrom(input) })
  const status = statusFrom(input.status, 'InvalidPayload')
  const tags = input.tags?.items
  return alterContact(billing, request, {
    kind,
    prefetch: async (tx, asking) => {
      // No tag is defined for a request that is refused.
      const contact = await requireDocument(tx, kind, id)
      requireNames(kind, { ...contact, ...texts })
      await refuseTaken(tx, kind, id, texts.externalId)
      prefetchTags(asking, tags ?? [], 'tags')
    },
    alter: async (deciding) => {
      const [before] = await kind.lock(deciding.tx, [id])
      if (!before) throw notFound(kind, id)
      const now = billing.now()
      const making = { newId: billing.newId, now, existing: before.tags }
      const details = tags === undefined ? texts : { ...texts, tags: tagsFrom(tags, deciding.books, making, 'tags') }
      const after = changedContact(kind, before, details, status, now)
      return { after, sources: await recordContacts(deciding, kind, [{ before, after }]) }
    },
  })
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
