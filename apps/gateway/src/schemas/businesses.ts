import { Type } from 'typebox'
import {
  Always,
  BASES,
  Body,
  Instant,
  instant,
  Null,
  OneOf,
  Optional,
  OptionalBody,
  paging,
  Pattern,
  Query,
  Resource,
  Text,
  uuid,
} from './parts.ts'

export const ENTITY_TYPES = ['SOLE_PROP', 'C_CORP', 'LLC', 'S_CORP', 'PARTNERSHIP'] as const

export const Business = Resource(
  {
    type: Always('Business'),
    id: Type.String(uuid),
    client_id: Type.String(uuid),
    ledger_id: Type.String(uuid),
    external_id: Null(Type.String()),
    legal_name: Type.String(),
    entity_type: Null(Type.String()),
    us_state: Null(Type.String()),
    country: Null(Type.String()),
    currency: Type.String(),
    time_zone: Type.String(),
    activation_at: Type.String(instant),
    industry: Null(Type.String()),
    naics_code: Null(Type.String()),
    tin: Null(Type.String()),
    phone_number: Null(Type.String()),
    default_reporting_basis: Null(Type.String()),
    bookkeeping_enrolled: Type.Boolean(),
    archived_at: Null(Type.String(instant)),
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'Business', description: 'A business with books of its own.' },
)

/** A business always has these: in an update they may be left out, not cleared. */
const settings = {
  currency: Type.String({
    format: 'currency',
    maxLength: 3,
    description: 'ISO 4217; USD unless given. Fixed once anything is posted.',
  }),
  time_zone: Type.String({
    format: 'time-zone',
    maxLength: 64,
    description: 'IANA; UTC unless given. Fixed once anything is posted.',
  }),
  activation_at: Instant({ description: 'When the books begin; now unless given.' }),
  bookkeeping_enrolled: Type.Boolean(),
}

const clearable = {
  external_id: Optional(
    Text(255, { description: 'Your own id of the business; repeating a create with it changes nothing.' }),
  ),
  entity_type: Optional(OneOf(ENTITY_TYPES)),
  us_state: Optional(Pattern('^[A-Z]{2}$', 2, { description: 'Two letters, such as CA.' })),
  country: Optional(Pattern('^[A-Z]{2}$', 2, { description: 'ISO 3166, two letters.' })),
  industry: Optional(Text(255)),
  naics_code: Optional(Pattern('^[0-9]{2,6}$', 6)),
  tin: Optional(Text(32, { description: 'Taxpayer identification number.' })),
  phone_number: Optional(Text(32)),
  default_reporting_basis: Optional(OneOf(BASES)),
}

export const CreateBusinessBody = Body(
  {
    legal_name: Text(255),
    ...clearable,
    currency: Optional(settings.currency),
    time_zone: Optional(settings.time_zone),
    activation_at: Optional(settings.activation_at),
    bookkeeping_enrolled: Optional(settings.bookkeeping_enrolled),
  },
  {
    examples: [
      {
        external_id: 'customer-17',
        legal_name: 'Lovelace Engines LLC',
        entity_type: 'LLC',
        us_state: 'CA',
        country: 'US',
        currency: 'USD',
        time_zone: 'America/Los_Angeles',
      },
    ],
  },
)

export const UpdateBusinessBody = Body(
  {
    legal_name: Type.Optional(Text(255)),
    ...clearable,
    currency: Type.Optional(settings.currency),
    time_zone: Type.Optional(settings.time_zone),
    activation_at: Type.Optional(settings.activation_at),
    bookkeeping_enrolled: Type.Optional(settings.bookkeeping_enrolled),
  },
  { examples: [{ legal_name: 'Lovelace Engines Inc.', entity_type: 'C_CORP', industry: null }] },
)

export const AuthTokenBody = OptionalBody({
  session_duration: Optional(
    Type.Integer({ minimum: 60, maximum: 86_400, description: 'Seconds the token lives; 3,600 unless given.' }),
  ),
})

export const ListBusinessesQuery = Query({
  ...paging(['created_at']),
  external_id: Type.Optional(Text(255)),
  include_archived: Type.Optional(Type.Boolean({ description: 'false unless given.' })),
})
