import type { Tx } from '@pacioli/db'
import { MODELS } from '../read-models/models.ts'
import type { Business, ReportingBasis } from './business.ts'

/**
 * Takes the business as the event has it, unless a newer version is here.
 * @param model that the rows of the business are of
 */
export async function upsertBusiness(tx: Tx, business: Business, eventId: string, model: number): Promise<void> {
  await tx.rows(
    `INSERT INTO businesses AS known
            (business_id, client_id, legal_name, time_zone, currency, default_reporting_basis, activation_at,
             bookkeeping_enrolled, archived_at, version, event_id, built_as)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (business_id) DO UPDATE
       SET client_id = excluded.client_id, legal_name = excluded.legal_name, time_zone = excluded.time_zone, currency = excluded.currency,
           default_reporting_basis = excluded.default_reporting_basis, activation_at = excluded.activation_at,
           bookkeeping_enrolled = excluded.bookkeeping_enrolled, archived_at = excluded.archived_at,
           version = excluded.version, event_id = excluded.event_id
     WHERE known.version < excluded.version`,
    [
      business.id,
      business.clientId,
      business.legalName,
      business.timeZone,
      business.currency,
      business.defaultReportingBasis,
      business.activationAt,
      business.bookkeepingEnrolled,
      business.archivedAt,
      business.version,
      eventId,
      model,
    ],
  )
}

type BusinessRow = {
  business_id: string
  client_id: string
  legal_name: string | null
  time_zone: string
  currency: string
  default_reporting_basis: ReportingBasis | null
  activation_at: Date | null
  bookkeeping_enrolled: boolean | null
  archived_at: Date | null
  version: string
  built_as: number
}

/** A business as events have told of it, and whether what is here of it has everything that reports need. */
export async function findBusiness(
  tx: Tx,
  businessId: string,
): Promise<(Business & { isCurrent: boolean }) | undefined> {
  const row = await tx.row<BusinessRow>(
    `SELECT business_id, client_id, legal_name, time_zone, currency, default_reporting_basis, activation_at,
            bookkeeping_enrolled, archived_at, version, built_as
       FROM businesses WHERE business_id = $1`,
    [businessId],
  )
  return (
    row && {
      id: row.business_id,
      clientId: row.client_id,
      legalName: row.legal_name,
      timeZone: row.time_zone,
      currency: row.currency,
      defaultReportingBasis: row.default_reporting_basis,
      activationAt: row.activation_at,
      bookkeepingEnrolled: row.bookkeeping_enrolled,
      archivedAt: row.archived_at,
      version: Number(row.version),
      isCurrent: row.built_as >= MODELS.oldest,
    }
  )
}
