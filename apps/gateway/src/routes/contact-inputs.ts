/** What callers say of vendors and customers, as the service wants it said. Pure. */
import type { Static } from 'typebox'
import type { CreateVendorBody, ListVendorsQuery, UpdateVendorBody } from '../schemas/vendors.ts'
import { listOf, saidOnce } from './document-inputs.ts'
import { withMetadataText } from './public-entry.ts'
import { numbersOf } from './reference-numbers.ts'
import { changesOf } from './route.ts'

/** Of customers the same is said as of vendors. */
type NewContact = Static<typeof CreateVendorBody>
type ContactChanges = Static<typeof UpdateVendorBody>
type AskedContacts = Static<typeof ListVendorsQuery>

/** Null is the same as absent here, under either name. */
export function newContactOf({ notes, ...contact }: NewContact) {
  const memo = saidOnce(['memo', contact.memo ?? undefined], ['notes', notes ?? undefined])
  return { ...withMetadataText(contact), memo }
}

export function contactChangesOf({ notes, tags, ...fields }: ContactChanges) {
  const memo = saidOnce(['memo', fields.memo], ['notes', notes])
  const changes = changesOf({ ...fields, ...(memo === undefined ? {} : { memo }) })
  return { ...withMetadataText(changes), ...(tags === undefined ? {} : { tags: listOf(tags) }) }
}

export const contactsAskedBy = ({
  cursor,
  limit,
  sort_by,
  sort_order,
  reference_number,
  reference_numbers,
  ...filters
}: AskedContacts) => ({
  ...filters,
  page: { cursor, limit, sort_by, sort_order },
  reference_numbers: numbersOf(reference_number, reference_numbers),
})
