/** What the schemas of vendors and customers share. */
import { Type } from 'typebox'
import { annotationInputs, annotations, DocumentTags, externalId, tagFilterOf } from './document-parts.ts'
import { instant, Note, Null, OneOf, Optional, paging, referenceNumbers, TagInputs, Text, uuid } from './parts.ts'

const STATUSES = ['ACTIVE', 'ARCHIVED'] as const

/** @param archived what an archived one is for */
export const contactFields = (archived: string) => ({
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
  status: OneOf(STATUSES, { description: archived }),
  archived_at: Null(Type.String(instant)),
  transaction_tags: DocumentTags,
  created_at: Type.String(instant),
  updated_at: Type.String(instant),
})

/** @param named which names it needs */
const details = (named: string) => ({
  individual_name: Optional(Text(255, { description: named })),
  company_name: Optional(Text(255)),
  email: Optional(Text(320)),
  mobile_phone: Optional(Text(64)),
  office_phone: Optional(Text(64)),
  address_string: Optional(Text(1_024)),
  ...annotationInputs,
  notes: Optional(Note(4_096, { description: 'Another name of `memo`.' })),
})

export const newContact = (noun: string, named: string) => ({
  external_id: externalId(`the ${noun}`),
  ...details(named),
  tags: Optional(TagInputs),
})

export const contactChanges = (noun: string, named: string) => ({
  external_id: Optional(Text(255, { description: `Unique among the ${noun}s of the business.` })),
  ...details(named),
  status: Type.Optional(OneOf(STATUSES, { description: 'ARCHIVED archives it, ACTIVE brings it back.' })),
  tags: Optional(Type.Array(TagInputs.items, { maxItems: 10, description: 'Replaces the tags that it carries.' })),
})

export const contactQuery = (noun: string) => ({
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
  ...tagFilterOf(`${noun}s`),
})
