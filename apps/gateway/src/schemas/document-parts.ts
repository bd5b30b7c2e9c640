/** What the schemas of vendors, customers and all documents share. */
import { Type } from 'typebox'
import { NamedValue } from './accounts.ts'
import { AppliedTag } from './applied-tag.ts'
import {
  Always,
  Body,
  DIRECTIONS,
  instant,
  ListOf,
  Metadata,
  Note,
  Null,
  OneOf,
  Optional,
  refTo,
  Resource,
  SignedAmount,
  tagFilter,
  Text,
  uuid,
} from './parts.ts'

/** Items of one list of a document. */
export const MAX_ITEMS = 1_000

/** Line items, taxes and whatever else documents are made of, of one request together. */
export const MAX_PARTS = 10_000

// ---- Answers

/** An account in a document: without `type`, and with plain ids. */
const accountFields = {
  id: Type.String(uuid),
  name: Type.String(),
  account_number: Null(Type.String()),
  stable_name: Null(Type.String()),
  normality: OneOf(DIRECTIONS, { description: 'The direction that raises the balance.' }),
  account_type: NamedValue,
  account_subtype: NamedValue,
}

export const AccountSummary = Resource(accountFields, {
  $id: 'Account_Summary',
  description: 'An account of the chart, as documents show it.',
})

export const AccountSummaryOrNull = (description: string) => Null(Resource(accountFields), { description })

export const DocumentTag = Resource(
  {
    ...AppliedTag.properties,
    created_at: Type.String({ ...instant, description: 'Since when it is carried.' }),
    updated_at: Type.String(instant),
    deleted_at: Null(Type.String(instant)),
  },
  { $id: 'Document_Tag', description: 'A tag that a vendor, a document, a line item or an allocation carries.' },
)

export const DocumentTags = ListOf(refTo(DocumentTag))

const TaxName = Resource({ type: Always('Tax_Name'), name: Type.String() })

export const SalesTaxEntry = Resource(
  {
    tax_account: TaxName,
    tax_ledger_account: refTo(AccountSummary),
    amount: Type.Integer({ description: 'Minor units.' }),
  },
  { $id: 'Sales_Tax_Entry', description: 'A tax that was charged, and the account that it goes to.' },
)

export const SalesTaxes = ListOf(refTo(SalesTaxEntry))

const MetadataObject = Type.Object({}, { additionalProperties: true })

/** What all documents, their line items and their allocations may say of themselves. */
export const annotations = {
  memo: Null(Type.String()),
  metadata: Null(MetadataObject, { description: 'As it was given.' }),
  reference_number: Null(Type.String(), { description: 'A number that people know it by.' }),
}

// ---- Requests

export const annotationInputs = {
  memo: Optional(Note(4_096)),
  metadata: Optional(Metadata),
  reference_number: Optional(Text(255, { description: 'A number that people know it by; lists filter on it.' })),
}

export const externalId = (what: string) =>
  Optional(Text(255, { description: `Your own id of ${what}; repeating a create with it changes nothing.` }))

/** @param account that a tax of the name CA goes to */
export const salesTaxInputs = (account: string, maxItems: number) =>
  Type.Array(
    Body({
      amount: SignedAmount({ description: 'Minor units.' }),
      tax_account: Body({
        type: Type.Literal('Tax_Name', { type: 'string' }),
        name: Text(100, {
          description: `Such as \`CA\`. Its account, \`${account}\`, is made when it is needed for the first time.`,
        }),
      }),
    }),
    { maxItems },
  )

/** Taxes of a line item, and additional ones of a document. */
export const MAX_LINE_TAXES = 20
export const MAX_ADDITIONAL_TAXES = 100

/** A decimal number, exact however it is written. Kept as text. */
export const Quantity = Type.Unsafe<string | number>({
  type: ['string', 'number'],
  maxLength: 32,
  'x-quantity': true,
  description:
    'A decimal number with at most 8 decimals, as text or as a number; 1 unless given. The line comes to unit price ' +
    'times quantity, rounded half away from zero.',
})

// ---- Lists

/** @param what that the filter leaves, such as `bills` */
export const tagFilterOf = (what: string) => ({
  ...tagFilter,
  tag_key: Type.Optional(
    Text(255, { description: `Only ${what} with a tag of this dimension, and one of \`tag_values\`.` }),
  ),
})
