import { Type } from 'typebox'
import { AppliedTag } from './applied-tag.ts'
import { LedgerEntry } from './journal.ts'
import {
  AccountIdentifier,
  Always,
  Body,
  Day,
  DayOrInstant,
  Instant,
  instant,
  ListOf,
  Metadata,
  Note,
  Null,
  OneOf,
  Optional,
  paging,
  Query,
  referenceNumbers,
  refTo,
  Resource,
  TagInput,
  Text,
  uuid,
} from './parts.ts'

const exampleClosing = { year: 2025, memo: 'Annual close', reference_number: 'FY25' }

export const ClosingBody = Body(
  {
    year: Optional(
      Type.Integer({
        minimum: 1900,
        maximum: 9998,
        description: 'Closes through its 31 December. Or `effective_date`.',
      }),
    ),
    effective_date: Optional(Day({ description: 'Closes through this day, in the time zone of the business.' })),
    memo: Optional(Note(4096)),
    metadata: Optional(Metadata),
    reference_number: Optional(Text(255)),
    ledger_activity_start_timestamp: Optional(
      Instant({ description: 'Where the activity to close begins; the activation of the business unless given.' }),
    ),
    retained_earnings_target_account: Optional(AccountIdentifier),
    override_default_tagging_strategy: Optional(
      Type.Array(TagInput, {
        maxItems: 100,
        description:
          'Closes only lines with these tags, all in one closing action. Several values of one key: any of them; ' +
          'several keys: one of each. An empty list closes everything in one action. ' +
          'Tags of a NON_BALANCING dimension are refused once a closing in the window may have closed their lines ' +
          'without telling its values apart. ' +
          'Without it there is one closing action per combination of values of BALANCING dimensions.',
      }),
    ),
  },
  { examples: [exampleClosing] },
)

/** The account as it was named: the one or the other form. A form has only its own field, so neither is null. */
const AccountShown = Resource({
  type: OneOf(['AccountId', 'StableName']),
  id: Type.Optional(Type.Unsafe<string>({ type: ['string', 'null'], ...uuid })),
  stable_name: Type.Optional(Type.Unsafe<string>({ type: ['string', 'null'] })),
})

const TagShown = Resource({
  key: Type.String(),
  value: Type.String(),
  dimension_display_name: Null(Type.String()),
  value_display_name: Null(Type.String()),
})

/** What was asked for, as it was given. */
export const ClosingShape = Resource(
  {
    year: Null(Type.Integer()),
    effective_date: Null(Type.String({ format: 'date' })),
    memo: Null(Type.String()),
    metadata: Null(Type.Object({}, { additionalProperties: true })),
    reference_number: Null(Type.String()),
    ledger_activity_start_timestamp: Null(Type.String(instant)),
    retained_earnings_target_account: Null(AccountShown),
    override_default_tagging_strategy: Null(Type.Array(TagShown)),
  },
  { $id: 'Retained_Earnings_Closing', description: 'A closing as it was asked for.' },
)

export const ClosingPreview = Resource(
  {
    template_closing_action_id: Null(Type.String(uuid), { description: 'null: nothing is made by a preview.' }),
    closing_action: refTo(ClosingShape),
    primary_entry: refTo(LedgerEntry),
    secondary_entries: ListOf(refTo(LedgerEntry)),
  },
  { $id: 'Retained_Earnings_Preview', description: 'A closing action that would be made. Its ids are made up.' },
)

export const ClosingAction = Resource(
  {
    type: Always('Retained_Earnings_Closing_Action'),
    id: Type.String(uuid),
    business_id: Type.String(uuid),
    template_closing_action_id: Null(Type.String(uuid), { description: 'Shared by the actions of one request.' }),
    closing_action: refTo(ClosingShape),
    primary_entry: refTo(LedgerEntry),
    secondary_entries: ListOf(refTo(LedgerEntry)),
    starts_at: Type.String({ ...instant, description: 'The first instant of the activity that was closed.' }),
    closes_at: Type.String({ ...instant, description: 'Its last instant, at which the entries are.' }),
    transaction_tags: ListOf(refTo(AppliedTag)),
    created_at: Type.String(instant),
    reversed_at: Null(Type.String(instant)),
  },
  {
    $id: 'Retained_Earnings_Closing_Action',
    description:
      'A closing of revenue and expense accounts to retained earnings. The primary entry is of BOTH bases where they ' +
      'agree, else the ACCRUAL one, with the CASH one among the secondary entries.',
  },
)

export const ListClosingsQuery = Query({
  ...paging(['closes_at', 'created_at'], 'DESC'),
  start_date: Type.Optional(DayOrInstant({ description: 'Closings that close on or after it.' })),
  end_date: Type.Optional(
    DayOrInstant({ description: 'Closings that close on or before it; a day counts as a whole.' }),
  ),
  include_reversed: Type.Optional(Type.Boolean({ description: 'true unless given.' })),
  ...referenceNumbers,
})
