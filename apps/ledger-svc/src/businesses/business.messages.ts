import { canonicalRequestOf, type CanonicalRequest, type Defaults } from '@pacioli/fields'
import type {
  Business as BusinessMessage,
  BusinessInput__Output,
  UpdateBusinessRequest__Output,
} from '@pacioli/protos/ledger'
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { ReportingBasis } from '../books/books.ts'
import { instantOf } from '../instant-of.ts'
import { activationOf, DEFAULT_CURRENCY, DEFAULT_TIME_ZONE, type Business, type BusinessDetails } from './business.ts'

export const toBusinessMessage = (business: Business): BusinessMessage => ({
  id: business.id,
  client_id: business.clientId,
  ledger_id: business.ledgerId,
  external_id: business.externalId ?? undefined,
  legal_name: business.legalName,
  entity_type: business.entityType ?? undefined,
  us_state: business.usState ?? undefined,
  country: business.country ?? undefined,
  currency: business.currency,
  time_zone: business.timeZone,
  activation_at: activationOf(business).toISOString(),
  industry: business.industry ?? undefined,
  naics_code: business.naicsCode ?? undefined,
  tin: business.tin ?? undefined,
  phone_number: business.phoneNumber ?? undefined,
  default_reporting_basis: business.defaultReportingBasis ?? undefined,
  bookkeeping_enrolled: business.bookkeepingEnrolled,
  archived_at: business.archivedAt?.toISOString(),
  created_at: business.createdAt.toISOString(),
  updated_at: business.updatedAt.toISOString(),
  version: business.version,
})

/** A new business as requested, with defaults. */
export const toDetails = (input: BusinessInput__Output, now: Date): BusinessDetails => ({
  externalId: input.external_id ?? null,
  legalName: input.legal_name,
  entityType: input.entity_type ?? null,
  usState: input.us_state ?? null,
  country: input.country ?? null,
  currency: input.currency ?? DEFAULT_CURRENCY,
  timeZone: input.time_zone ?? DEFAULT_TIME_ZONE,
  activationAt: input.activation_at === undefined ? now : instantOf(input.activation_at, 'activation_at'),
  isActivationGiven: input.activation_at !== undefined,
  industry: input.industry ?? null,
  naicsCode: input.naics_code ?? null,
  tin: input.tin ?? null,
  phoneNumber: input.phone_number ?? null,
  defaultReportingBasis: (input.default_reporting_basis as ReportingBasis | undefined) ?? null,
  bookkeepingEnrolled: input.bookkeeping_enrolled ?? false,
})

/** Defaults of fields that a request leaves out. */
const DEFAULTS: Defaults = {
  currency: DEFAULT_CURRENCY,
  time_zone: DEFAULT_TIME_ZONE,
  bookkeeping_enrolled: false,
}

export const canonicalBusinessRequest = (input: BusinessInput__Output): CanonicalRequest =>
  canonicalRequestOf(input, DEFAULTS)

/** The requested changes: absent fields are left out, cleared ones are null. Required fields cannot be cleared. */
export function toChange(input: UpdateBusinessRequest__Output): Partial<BusinessDetails> {
  const change: Partial<BusinessDetails> = {
    externalId: input.external_id,
    legalName: input.legal_name,
    entityType: input.entity_type,
    usState: input.us_state,
    country: input.country,
    currency: input.currency,
    timeZone: input.time_zone,
    activationAt: input.activation_at === undefined ? undefined : instantOf(input.activation_at, 'activation_at'),
    isActivationGiven: input.activation_at === undefined ? undefined : true,
    industry: input.industry,
    naicsCode: input.naics_code,
    tin: input.tin,
    phoneNumber: input.phone_number,
    defaultReportingBasis: input.default_reporting_basis as ReportingBasis | undefined,
    bookkeepingEnrolled: input.bookkeeping_enrolled,
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== null))
  const cleared = Object.fromEntries(
    input.cleared.flatMap((field) => (clearable[field] ? [[clearable[field], null]] : [])),
  )
  return { ...given, ...cleared }
}

const clearable: Record<string, keyof BusinessDetails> = {
  external_id: 'externalId',
  entity_type: 'entityType',
  us_state: 'usState',
  country: 'country',
  industry: 'industry',
  naics_code: 'naicsCode',
  tin: 'tin',
  phone_number: 'phoneNumber',
  default_reporting_basis: 'defaultReportingBasis',
}

/**
 * Carries the state of a business without the tax id and the phone number, which no consumer needs. Entries move no
 * version of it, so the activation is told as it is kept, whatever was posted before it.
 */
export function businessEvent(
  business: Business,
  type: 'created' | 'updated' | 'archived',
  id: string,
  time: Date,
): StagedEvent {
  const { tin: _tin, phone_number: _phone, ...state } = toBusinessMessage(business)
  const data = { ...state, activation_at: business.activationAt.toISOString() }
  return domainEvent({
    id,
    time,
    service: 'ledger',
    businessId: business.id,
    aggregateType: 'business',
    aggregateId: business.id,
    version: business.version,
    type,
    data,
  })
}
