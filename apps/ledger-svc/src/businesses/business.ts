/** A business: its facts, and which of them may still change. */
import { isTimeZone } from '@pacioli/calendar'
import { Problems, refused } from '@pacioli/errors'
import { archived, type ReportingBasis } from '../books/books.ts'

/** What a caller states of a business; null means no value. */
export type BusinessDetails = {
  externalId: string | null
  legalName: string
  entityType: string | null
  usState: string | null
  country: string | null
  /** ISO 4217; all amounts of the business are minor units of it. */
  currency: string
  /** IANA; days, months and years of the business are in it. */
  timeZone: string
  /** When bookkeeping begins here, as given, else when the business was created: what lies before counts as history. */
  activationAt: Date
  /** Whether the client gave that; null where the business was created before this was kept. */
  isActivationGiven: boolean | null
  industry: string | null
  naicsCode: string | null
  tin: string | null
  phoneNumber: string | null
  defaultReportingBasis: ReportingBasis | null
  bookkeepingEnrolled: boolean
}

export type Business = BusinessDetails & {
  id: string
  clientId: string
  ledgerId: string
  /** The earliest entry that closes nothing; null while there is none. */
  firstEntryAt: Date | null
  archivedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export const DEFAULT_CURRENCY = 'USD'
export const DEFAULT_TIME_ZONE = 'UTC'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** @throws InvalidPayload naming a currency or time zone that does not exist */
export function openBusiness(
  details: BusinessDetails,
  ids: { id: string; clientId: string; ledgerId: string },
  now: Date,
): Business {
  refuseUnknownCurrencyOrZone(details)
  return { ...details, ...ids, firstEntryAt: null, archivedAt: null, version: 1, createdAt: now, updatedAt: now }
}

/**
 * The business with the changes made.
 * @param hasActivity whether anything was posted or imported: then currency and time zone are fixed
 * @throws BusinessFieldLocked, InvalidPayload, BusinessArchived
 */
export function changeBusiness(
  business: Business,
  change: Partial<BusinessDetails>,
  hasActivity: boolean,
  now: Date,
): Business {
  if (business.archivedAt !== null) throw archived()
  const changed: Business = { ...business, ...change, version: business.version + 1, updatedAt: now }
  refuseUnknownCurrencyOrZone(changed)
  const problems = new Problems()
  for (const [key, field] of [
    ['currency', 'currency'],
    ['timeZone', 'time_zone'],
  ] as const)
    if (hasActivity && changed[key] !== business[key])
      problems.add(
        'BusinessFieldLocked',
        `${field} stays ${business[key]}: the business has postings or bank accounts.`,
        {
          field,
          value: changed[key],
        },
      )
  problems.throwIfAny()
  return changed
}

type Activation = Pick<Business, 'activationAt' | 'isActivationGiven' | 'firstEntryAt' | 'createdAt'>

/** Where the books begin: as the client gave it, else the earlier of the creation and the first entry. */
export function activationOf({ activationAt, isActivationGiven, firstEntryAt, createdAt }: Activation): Date {
  // The release before keeps the instant alone, and also on a business of this one.
  const isGiven = isActivationGiven === true || activationAt.getTime() !== createdAt.getTime()
  return isGiven || firstEntryAt === null || firstEntryAt >= activationAt ? activationAt : firstEntryAt
}

/** The books stay readable and take no more writes. */
export const archiveBusiness = (business: Business, now: Date): Business => ({
  ...business,
  archivedAt: now,
  version: business.version + 1,
  updatedAt: now,
})

function refuseUnknownCurrencyOrZone({ currency, timeZone }: BusinessDetails): void {
  const problems = new Problems()
  if (!currencies.has(currency))
    problems.add('InvalidPayload', 'Expected an ISO 4217 currency such as USD.', { field: 'currency', value: currency })
  if (!isTimeZone(timeZone))
    problems.add('InvalidPayload', 'Expected an IANA time zone such as America/New_York.', {
      field: 'time_zone',
      value: timeZone,
    })
  problems.throwIfAny()
}

export const businessNotFound = (businessId: string) =>
  refused('BusinessNotFound', `There is no business ${businessId}.`, { field: 'businessId', value: businessId })
