/** What the schemas of banking share. */
import { MAX_AMOUNT } from '@pacioli/money'
import { Type, type TUnsafe } from 'typebox'
import { AppliedTag } from './applied-tag.ts'
import { Body, Day, ListOf, Note, Null, Optional, refTo, Resource, Text, uuid, Uuid } from './parts.ts'

export const BANK_DIRECTION = 'The bank’s view: CREDIT is money in, DEBIT money out.'

/** Money in an account, or, negative, money owed. */
export const Balance = (options: { description?: string } = {}) =>
  Type.Integer({ minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, ...options })

/** What a bank reports may be nothing: a fee that was waived. */
export const ReportedAmount = (options: { description?: string } = {}) =>
  Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, ...options })

export const MetadataObject = Type.Object({}, { additionalProperties: true })

export const EXCLUSION = 'Exclusion'

export type CategoryInput = string | { type: string; id?: string; stable_name?: string }

/** A category as a request names it. */
export const CategoryIdentifier: TUnsafe<CategoryInput> = Type.Unsafe<CategoryInput>({
  description:
    'The account that the transaction goes to, by id, by stable name, or as an account identifier; or `Exclusion`, ' +
    'for what is none of the business’s: it counts as categorized and is never posted.',
  anyOf: [
    Text(128),
    {
      type: 'object',
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: [
        Body({ type: Type.Literal('AccountId', { type: 'string' }), id: Uuid() }),
        Body({ type: Type.Literal('StableName', { type: 'string' }), stable_name: Text(128) }),
        Body({ type: Type.Literal(EXCLUSION, { type: 'string' }) }),
      ],
    },
  ],
})

/** A category as an answer shows it. */
export const Category = Resource({
  id: Null(Type.String(uuid), { description: 'The account; null for `Exclusion`.' }),
  category: Type.String({
    description: 'What a request names it by: the stable name, or the id of an account without.',
  }),
  display_name: Type.String(),
  stable_name: Null(Type.String()),
})

export const AppliedTags = ListOf(refTo(AppliedTag))

const TaxComponent = Resource({
  code: Type.String(),
  type: Type.String(),
  rate: Type.String(),
  recoverable: Type.Boolean(),
  province: Null(Type.String()),
})

const TaxOption = Resource({
  code: Type.String(),
  display_name: Type.String(),
  type: Type.String(),
  total_rate: Type.String(),
  components: ListOf(TaxComponent),
  province: Null(Type.String()),
  effective_from: Null(Type.String({ format: 'date' })),
  effective_to: Null(Type.String({ format: 'date' })),
})

export const TaxOptions = Resource({ canada: ListOf(TaxOption) })

const rate = (description: string) => Text(32, { description })

const TaxOptionInput = Body({
  code: Text(64),
  display_name: Note(255),
  type: Text(64, { description: 'Such as TAXABLE.' }),
  total_rate: rate('A decimal, such as `0.13`.'),
  components: Optional(
    Type.Array(
      Body({
        code: Text(64),
        type: Text(64),
        rate: rate('A decimal, such as `0.05`.'),
        recoverable: Type.Boolean(),
        province: Optional(Text(64)),
      }),
      { maxItems: 20 },
    ),
  ),
  province: Optional(Text(64)),
  effective_from: Optional(Day()),
  effective_to: Optional(Day()),
})

export const TaxOptionsInput = Body({ canada: Optional(Type.Array(TaxOptionInput, { maxItems: 20 })) })

/** Rows of one request that carry tags of their own. */
export const MAX_TAGS = 10_000
