import type { Tx } from '@pacioli/db'
import { boolean, ifNewer, integer, safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import type { Business, ReportingBasis } from './business.ts'

const businesses = table('businesses', ['id'], {
  id: uuid.named('business_id'),
  clientId: uuid,
  legalName: text.orNull,
  timeZone: text,
  currency: text,
  defaultReportingBasis: text.as<ReportingBasis>().orNull,
  activationAt: timestamp.orNull,
  bookkeepingEnrolled: boolean.orNull,
  archivedAt: timestamp.orNull,
  version: safeInteger,
  eventId: text.writeOnly,
  builtAs: integer.once,
})

/**
 * Stores the business as the event has it, unless a newer version is here.
 * @param model of the rows of the business
 */
export function upsertBusiness(tx: Tx, business: Business, eventId: string, model: number): void {
  writeLater(tx, [businesses.upserting({}, [{ ...business, eventId, builtAs: model }], ifNewer)])
}

/** A business as its events report it, and the model of its rows here. */
export const findBusiness = (tx: Tx, businessId: string): Promise<(Business & { builtAs: number }) | undefined> =>
  businesses.row(tx, 't.business_id = $1', [businessId])
