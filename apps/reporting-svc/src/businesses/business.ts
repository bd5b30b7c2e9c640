import { isTimeZone } from '@pacioli/calendar'
import { flag, integer, moment, momentOrNull, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'
import { newestOf, type Origin } from '../read-models/newest.ts'

export const REPORTING_BASES = ['ACCRUAL', 'CASH'] as const
export type ReportingBasis = (typeof REPORTING_BASES)[number]

/** What reports need to know of a business. */
export type Business = {
  id: string
  clientId: string
  /** Its name on reports. Null if no event applied so far has it. */
  legalName: string | null
  timeZone: string
  currency: string
  defaultReportingBasis: ReportingBasis | null
  /** Since when it keeps its books here. Null if no event applied so far has it. */
  activationAt: Date | null
  /** Whether it has tasks. Null if no event applied so far has it. */
  bookkeepingEnrolled: boolean | null
  archivedAt: Date | null
  version: number
}

/** A business after one event. */
export type BusinessChange = Origin & { business: Business }

/** A business from the public fields that the ledger sends. */
export function businessFrom(fields: Fields): Business {
  const timeZone = text(fields, 'time_zone')
  if (!isTimeZone(timeZone)) throw new TypeError(`time_zone: expected an IANA time zone, got ${timeZone}`)
  return {
    id: text(fields, 'id'),
    clientId: text(fields, 'client_id'),
    legalName: textOrNull(fields, 'legal_name'),
    timeZone,
    currency: text(fields, 'currency'),
    defaultReportingBasis:
      textOrNull(fields, 'default_reporting_basis') === null
        ? null
        : oneOf(fields, 'default_reporting_basis', REPORTING_BASES),
    activationAt: moment(fields, 'activation_at'),
    bookkeepingEnrolled: flag(fields, 'bookkeeping_enrolled'),
    archivedAt: momentOrNull(fields, 'archived_at'),
    version: integer(fields, 'version'),
  }
}

/** The newest change of each business, in the order in which rows are locked. */
export const newestBusinesses = (changes: readonly BusinessChange[]): BusinessChange[] =>
  newestOf(changes, ({ businessId, business }) => ({ ...business, businessId }))
