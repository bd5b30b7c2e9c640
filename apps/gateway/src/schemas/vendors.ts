import { Type } from 'typebox'
import { annotationInputs, annotations, DocumentTags, externalId, tagFilterOf } from './payables-parts.ts'
import {
  Always,
  Body,
  instant,
  Note,
  Null,
  OneOf,
  Optional,
  paging,
  Query,
  referenceNumbers,
  Resource,
  TagInputs,
  Text,
  uuid,
} from './parts.ts'

const STATUSES = ['ACTIVE', 'ARCHIVED'] as const

const vendorFields = {
  type: Always('VendorData'),
  id: Type.String(uuid),
  external_id: Null(Type.String(), { description: 'Your own id of it.' }),
  individual_name: Null(Type.String()),
  company_name: Null(Type.String()),
  email: Null(Type.String()),
  mobile_phone: Null(Type.String()),
  office_phone: Null(Type.String()),
  address_string: Null(Type.String()),
  ...annotations,
  notes: Null(Type.String(), { description: 'The same as `memo`.' }),
  status: OneOf(STATUSES, { description: 'An ARCHIVED one takes no new documents; its bills can still be paid.' }),
  archived_at: Null(Type.String(instant)),
  transaction_tags: DocumentTags,
  created_at: Type.String(instant),
  updated_at: Type.String(instant),
}

export const Vendor = Resource(vendorFields, { $id: 'Vendor', description: 'Whom the business owes.' })

/** Within a document that may have none. */
export const VendorOrNull = Null(Resource(vendorFields), { description: 'null for an expense without one.' })

const names = {
  individual_name: Optional(Text(255, { description: 'A vendor has this name, a company name, or both.' })),
  company_name: Optional(Text(255)),
}

const reachedBy = {
  email: Optional(Text(320)),
  mobile_phone: Optional(Text(64)),
  office_phone: Optional(Text(64)),
  address_string: Optional(Text(1_024)),
}

const notes = Optional(Note(4_096, { description: 'Another name of `memo`.' }))

export const CreateVendorBody = Body(
  {
    external_id: externalId('the vendor'),
    ...names,
    ...reachedBy,
    ...annotationInputs,
    notes,
    tags: Optional(TagInputs),
  },
  {
    examples: [
      {
        external_id: 'supplier-42',
        company_name: 'Analytical Papers Ltd',
        email: 'accounts@papers.example',
        memo: 'Net 30 since 2025',
        tags: [{ key: 'department', value: 'consulting' }],
      },
    ],
  },
)

export const UpdateVendorBody = Body(
  {
    external_id: Optional(Text(255, { description: 'Unique among the vendors of the business.' })),
    ...names,
    ...reachedBy,
    ...annotationInputs,
    notes,
    status: Type.Optional(OneOf(STATUSES, { description: 'ARCHIVED archives it, ACTIVE brings it back.' })),
    tags: Optional(Type.Array(TagInputs.items, { maxItems: 10, description: 'Replaces the tags that it carries.' })),
  },
  { examples: [{ office_phone: '+1 617 555 0142', memo: null }] },
)

export const ListVendorsQuery = Query({
  ...paging(['name', 'created_at']),
  status: Type.Optional(OneOf(STATUSES)),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  email: Type.Optional(Text(320, { description: 'Exactly this address, whatever the case.' })),
  q: Type.Optional(
    Text(255, {
      description: 'Every word must be in a name, the e-mail address or the external id, whatever the case.',
    }),
  ),
  ...tagFilterOf('vendors'),
})
