import { Type } from 'typebox'
import {
  AccountSummary,
  annotationInputs,
  annotations,
  DocumentTags,
  externalId,
  MAX_ITEMS,
  tagFilterOf,
} from './document-parts.ts'
import { billNames, includeDeleted, vendorFilter, vendorNames } from './payables-parts.ts'
import {
  AccountIdentifier,
  Always,
  Amount,
  Body,
  DayOrInstant,
  Instant,
  instant,
  ListOf,
  Null,
  Optional,
  paging,
  Query,
  referenceNumbers,
  refTo,
  Resource,
  SignedAmount,
  TagInputs,
  Text,
  uuid,
  Uuid,
} from './parts.ts'
import { Vendor } from './vendors.ts'

const VendorCreditLineItem = Resource({
  id: Type.String(uuid),
  amount: Type.Integer({ description: 'Minor units.' }),
  ledger_account: refTo(AccountSummary),
  ...annotations,
  transaction_tags: DocumentTags,
})

/** What of a credit went to one bill. */
export const creditAllocationFields = {
  id: Type.String(uuid),
  vendor_credit_id: Type.String(uuid),
  amount: Type.Integer({ description: 'Minor units.' }),
  bill_id: Type.String(uuid),
  allocated_at: Type.String({
    ...instant,
    description: 'From when on the two set each other off: the later of when they were received.',
  }),
}

const creditFields = {
  type: Always('Vendor_Credit'),
  id: Type.String(uuid),
  external_id: Null(Type.String(), { description: 'Your own id of it.' }),
  vendor: refTo(Vendor),
  received_at: Type.String(instant),
  line_items: ListOf(VendorCreditLineItem),
  total_amount: Type.Integer({ description: 'The sum of its line items.' }),
  unallocated_amount: Type.Integer({ description: 'What no bill has got yet.' }),
  created_at: Type.String(instant),
  updated_at: Type.String(instant),
  deleted_at: Null(Type.String(instant)),
  transaction_tags: DocumentTags,
  ...annotations,
}

export const VendorCredit = Resource(
  { ...creditFields, allocations: ListOf(Resource(creditAllocationFields)) },
  { $id: 'Vendor_Credit', description: 'What a vendor owes back, to be set off against its bills.' },
)

/** Within one of its allocations. */
export const EmbeddedVendorCredit = Resource(creditFields)

const allocationInputs = {
  ...billNames,
  amount: Amount({ description: 'Minor units, at most what is outstanding of the bill.' }),
}

export const CreateVendorCreditBody = Body(
  {
    external_id: externalId('the credit'),
    ...vendorNames,
    received_at: Optional(Instant({ description: 'Now unless given.' })),
    line_items: Type.Array(
      Body({
        account_identifier: AccountIdentifier,
        amount: SignedAmount({ description: 'Minor units.' }),
        tags: Optional(TagInputs),
        ...annotationInputs,
      }),
      { minItems: 1, maxItems: MAX_ITEMS },
    ),
    allocations: Optional(
      Type.Array(Body(allocationInputs), { maxItems: MAX_ITEMS, description: 'At most one for each bill.' }),
    ),
    tags: Optional(TagInputs),
    ...annotationInputs,
  },
  {
    examples: [
      {
        external_id: 'credit-3',
        vendor_external_id: 'supplier-42',
        received_at: '2026-02-10T12:00:00Z',
        line_items: [
          {
            account_identifier: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' },
            amount: 5_000,
            memo: 'Torn',
          },
        ],
        allocations: [{ bill_external_id: 'bill-1001', amount: 5_000 }],
      },
    ],
  },
)

export const AllocateVendorCreditBody = Body(allocationInputs, {
  examples: [{ bill_external_id: 'bill-1002', amount: 2_000 }],
})

export const ListVendorCreditsQuery = Query({
  ...paging(['received_at', 'total_amount'], 'DESC'),
  ...vendorFilter,
  bill_id: Type.Optional(Uuid({ description: 'Only credits of which this bill got something.' })),
  start_date: Type.Optional(DayOrInstant({ description: 'Of `received_at`.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Of `received_at`; a day counts as a whole.' })),
  has_unallocated: Type.Optional(Type.Boolean({ description: 'Whether something is left that no bill has got.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilterOf('credits'),
  include_deleted: includeDeleted,
})
