import { Type } from 'typebox'
import { Always, instant, Null, OneOf, paging, Query, Resource, Text, uuid } from './parts.ts'

const STATUSES = ['PENDING', 'POSTED', 'FAILED'] as const

export const Posting = Resource(
  {
    type: Always('Posting'),
    id: Type.String(uuid),
    posting_key: Type.String({ description: 'It posts once, however often it is delivered.' }),
    source_type: Type.String({
      description: 'The kind of thing that it was posted for, such as bank_transaction, bill or bill_payment.',
    }),
    source_id: Type.String({ description: 'Its id.' }),
    seq: Type.Integer({ description: 'Postings of one source reach the ledger in this order.' }),
    status: OneOf(STATUSES, { description: 'A FAILED one holds up the later ones of its source until it is retried.' }),
    entry_at: Type.String(instant),
    attempts: Type.Integer(),
    error_enum: Null(Type.String(), { description: 'Why the ledger refused it.' }),
    error_description: Null(Type.String()),
    entry_id: Null(Type.String(uuid), { description: 'The journal entry.' }),
    staged_at: Type.String(instant),
    posted_at: Null(Type.String(instant)),
    failed_at: Null(Type.String(instant)),
  },
  { $id: 'Posting', description: 'Something decided outside of the journal, on its way there.' },
)

export const ListPostingsQuery = Query({
  ...paging(['staged_at'], 'DESC'),
  status: Type.Optional(OneOf(STATUSES)),
  source_id: Type.Optional(Text(255)),
})
