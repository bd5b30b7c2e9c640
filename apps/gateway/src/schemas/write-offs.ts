import { Type } from 'typebox'
import { AccountSummary, DocumentTags, externalId } from './document-parts.ts'
import {
  AccountIdentifier,
  Amount,
  Body,
  Instant,
  instant,
  Note,
  Null,
  Optional,
  refTo,
  Resource,
  TagInputs,
  uuid,
} from './parts.ts'

export const WriteOff = Resource(
  {
    id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    invoice_id: Type.String(uuid),
    amount: Type.Integer({ description: 'Minor units.' }),
    write_off_at: Type.String(instant),
    destination_ledger_account: refTo(AccountSummary),
    memo: Null(Type.String()),
    transaction_tags: DocumentTags,
    imported_at: Type.String(instant),
    updated_at: Type.String(instant),
    deleted_at: Null(Type.String(instant), { description: 'When it was undone.' }),
  },
  { $id: 'Write_Off', description: 'What of an invoice is not expected to be paid any more.' },
)

export const WriteOffInvoiceBody = Body(
  {
    external_id: externalId('the write-off'),
    amount: Optional(Amount({ description: 'Minor units; all that is outstanding unless given.' })),
    write_off_at: Optional(Instant({ description: 'Now unless given.' })),
    destination_ledger_account: Optional(AccountIdentifier),
    memo: Optional(Note(4_096)),
    tags: Optional(TagInputs),
  },
  { examples: [{ external_id: 'write-off-3', amount: 2_500, memo: 'They are gone' }] },
)
