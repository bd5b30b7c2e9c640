import { isTimeZone } from '@pacioli/calendar'
import { flag, integer, moment, momentOrNull, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'

export const REPORTING_BASES = ['ACCRUAL', 'CASH'] as const
export type ReportingBasis = (typeof REPORTING_BASES)[number]

/** What reports need to know of a business. */
export type Business = {
  id: string
  clientId: string
  /** What it is called on reports. Null if what was taken in of it so far did not say. */
  legalName: string | null
  timeZone: string
  currency: string
  defaultReportingBasis: ReportingBasis | null
  /** Since when it keeps its books here. Null if what was taken in of it so far did not say. */
  activationAt: Date | null
  /** Whether it has tasks. Null if what was taken in of it so far did not say. */
  bookkeepingEnrolled: boolean | null
  archivedAt: Date | null
  version: number
}

/** A business out of the public fields that the ledger sends of it. */
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
