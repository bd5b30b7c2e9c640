import type { Tx } from '@pacioli/db'
import { boolean, integer, safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import type { Business, BusinessChange, ReportingBasis } from './business.ts'
import { ifNewer } from '../read-models/newest.ts'

export const businesses = table('businesses', ['id'], {
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
  recorded: safeInteger.orNull.writeOnly,
  builtAs: integer.once,
})

/**
 * Stores the businesses as their events have them, unless newer versions are here. One change per business.
 * @param model of the rows of these businesses
 */
export function upsertBusinesses(tx: Tx, changes: readonly BusinessChange[], model: number): void {
  const rows = changes.map(({ business, eventId, recorded }) => ({ ...business, eventId, recorded }))
  writeLater(tx, [businesses.upserting({ builtAs: model }, rows, ifNewer)])
}

/** A business as its events report it, and the model of its rows here. */
export const findBusiness = (tx: Tx, businessId: string): Promise<(Business & { builtAs: number }) | undefined> =>
  businesses.row(tx, 't.business_id = $1', [businessId])
