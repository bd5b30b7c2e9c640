import { MAX_AMOUNT } from '@pacioli/money'
import { Type } from 'typebox'
import { Always, BASES, Body, DayOrInstant, instant, ListOf, Null, OneOf, Optional, Resource, uuid } from './parts.ts'

const CATEGORY_LISTS = ['ALL_ACCOUNTS'] as const

/** Up to here a number keeps its four decimals on every way it takes. */
const MAX_THRESHOLD = 99_999_999_999

export const AccountingConfiguration = Resource(
  {
    type: Always('Accounting_Configuration'),
    id: Type.String(uuid),
    business_id: Null(Type.String(uuid), { description: 'null: the defaults of a client.' }),
    default_reporting_basis: OneOf(BASES),
    category_list_type: OneOf(CATEGORY_LISTS),
    closing_date: Null(
      Type.String({
        ...instant,
        description:
          'The books are closed through this instant. For a client that gave a day it is the end of that day in UTC.',
      }),
    ),
    closing_day: Null(
      Type.String({
        format: 'date',
        description: 'The day that the closing was given as; null where it was given as an instant.',
      }),
    ),
    match_rounding_threshold: Type.Integer({ description: 'Minor units.' }),
    match_adjustment_threshold: Type.Number({ description: 'Minor units.' }),
    disable_adjustment_match_suggestions: Type.Boolean(),
    enable_tax_estimates: Type.Boolean(),
    overrides: {
      ...ListOf(Type.String()),
      description:
        'Of a business: the fields that it has set for itself. All others are those of its client. A `closing_date` ' +
        "of its own counts only where the client's is not later.",
    },
  },
  { $id: 'Accounting_Configuration', description: 'Settings of the books that are in effect.' },
)

export const UpdateConfigurationBody = Body(
  {
    default_reporting_basis: Optional(OneOf(BASES, { description: 'Of reports that are asked for without one.' })),
    category_list_type: Optional(OneOf(CATEGORY_LISTS)),
    closing_date: Optional(
      DayOrInstant({
        description:
          "Nothing posts at or before it. A day means its end in each business's zone. " +
          'An earlier one opens what it no longer closes.',
      }),
    ),
    match_rounding_threshold: Optional(
      Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description: 'Minor units; 0 unless set.' }),
    ),
    match_adjustment_threshold: Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_THRESHOLD,
        description: 'Minor units, at most 4 decimals; 0 unless set.',
      }),
    ),
    disable_adjustment_match_suggestions: Optional(Type.Boolean({ description: 'false unless set.' })),
    enable_tax_estimates: Optional(Type.Boolean({ description: 'false unless set.' })),
  },
  { examples: [{ closing_date: '2025-12-31', default_reporting_basis: 'CASH', enable_tax_estimates: null }] },
)
