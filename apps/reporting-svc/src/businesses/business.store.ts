import type { Tx } from '@pacioli/db'
import { boolean, ifNewer, integer, safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import { MODELS } from '../read-models/models.ts'
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

/** A business as its events report it, and whether its rows here have everything that reports need. */
export async function findBusiness(
  tx: Tx,
  businessId: string,
): Promise<(Business & { isCurrent: boolean }) | undefined> {
  const row = await businesses.row(tx, 't.business_id = $1', [businessId])
  if (!row) return undefined
  const { builtAs, ...business } = row
  return { ...business, isCurrent: builtAs >= MODELS.oldest }
}
