import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import type { ReportingBasis } from '../books/books.ts'
import { NO_SETTINGS, type Settings } from './accounting-configuration.ts'

/** Settings as stored; version 0: nothing was ever set. */
export type StoredSettings = { settings: Settings; version: number }

type Row = {
  owner: 'BUSINESS' | 'CLIENT'
  default_reporting_basis: ReportingBasis | null
  category_list_type: string | null
  closing_day: string | null
  closing_date: Date | null
  match_rounding_threshold: string | null
  match_adjustment_threshold: string | null
  disable_adjustment_match_suggestions: boolean | null
  enable_tax_estimates: boolean | null
  version: string | null
}

const columns = `s.category_list_type, s.closing_day::text, s.closing_date, s.match_rounding_threshold,
  s.match_adjustment_threshold, s.disable_adjustment_match_suggestions, s.enable_tax_estimates, s.version`

const numberIn = (text: string | null): number | null => (text === null ? null : Number(text))

function toKept(row: Row | undefined): StoredSettings {
  if (!row) return { settings: NO_SETTINGS, version: 0 }
  const { closing_day, closing_date } = row
  const settings = {
    defaultReportingBasis: row.default_reporting_basis,
    categoryListType: row.category_list_type,
    closing: closing_day !== null ? { day: closing_day } : closing_date !== null ? { at: closing_date } : null,
    matchRoundingThreshold: numberIn(row.match_rounding_threshold),
    matchAdjustmentThreshold: numberIn(row.match_adjustment_threshold),
    disableAdjustmentMatchSuggestions: row.disable_adjustment_match_suggestions,
    enableTaxEstimates: row.enable_tax_estimates,
  }
  return { settings, version: Number(row.version ?? 0) }
}

/** The business's own settings and its client's, from one snapshot. */
export async function loadSettings(tx: Tx, tenant: Tenant): Promise<{ own: StoredSettings; client: StoredSettings }> {
  const rows = await tx.rows<Row>(
    `SELECT 'BUSINESS' AS owner, b.default_reporting_basis, ${columns}
       FROM businesses b LEFT JOIN accounting_configurations s ON s.business_id = b.id
      WHERE b.id = $1 AND b.client_id = $2
     UNION ALL
     SELECT 'CLIENT', s.default_reporting_basis, ${columns}
       FROM client_accounting_configurations s WHERE s.client_id = $2`,
    [tenant.businessId, tenant.clientId],
  )
  const of = (level: Row['owner']): StoredSettings => toKept(rows.find(({ owner }) => owner === level))
  return { own: of('BUSINESS'), client: of('CLIENT') }
}

/** Undefined if there is no such client. */
export async function loadClientSettings(tx: Tx, clientId: string): Promise<StoredSettings | undefined> {
  const row = await tx.row<Row>(
    `SELECT 'CLIENT' AS owner, s.default_reporting_basis, ${columns}
       FROM clients c LEFT JOIN client_accounting_configurations s ON s.client_id = c.id WHERE c.id = $1`,
    [clientId],
  )
  return row && toKept(row)
}

const valuesOf = ({ closing, ...settings }: Settings): unknown[] => [
  settings.categoryListType,
  closing !== null && 'day' in closing ? closing.day : null,
  closing !== null && 'at' in closing ? closing.at : null,
  settings.matchRoundingThreshold,
  settings.matchAdjustmentThreshold,
  settings.disableAdjustmentMatchSuggestions,
  settings.enableTaxEstimates,
]

/** All but `defaultReportingBasis`, which is a field of the business. */
export async function saveOwnSettings(
  tx: Tx,
  businessId: string,
  { settings, version }: StoredSettings,
  now: Date,
): Promise<void> {
  await tx.rows(
    `INSERT INTO accounting_configurations (business_id, version, updated_at, category_list_type, closing_day,
       closing_date, match_rounding_threshold, match_adjustment_threshold, disable_adjustment_match_suggestions,
       enable_tax_estimates)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (business_id) DO UPDATE SET version = excluded.version, updated_at = excluded.updated_at,
       category_list_type = excluded.category_list_type, closing_day = excluded.closing_day,
       closing_date = excluded.closing_date, match_rounding_threshold = excluded.match_rounding_threshold,
       match_adjustment_threshold = excluded.match_adjustment_threshold,
       disable_adjustment_match_suggestions = excluded.disable_adjustment_match_suggestions,
       enable_tax_estimates = excluded.enable_tax_estimates`,
    [businessId, version, now, ...valuesOf(settings)],
  )
}

export async function saveClientSettings(
  tx: Tx,
  clientId: string,
  { settings, version }: StoredSettings,
  now: Date,
): Promise<void> {
  await tx.rows(
    `INSERT INTO client_accounting_configurations (client_id, default_reporting_basis, version, updated_at,
       category_list_type, closing_day, closing_date, match_rounding_threshold, match_adjustment_threshold,
       disable_adjustment_match_suggestions, enable_tax_estimates)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (client_id) DO UPDATE SET default_reporting_basis = excluded.default_reporting_basis,
       version = excluded.version, updated_at = excluded.updated_at,
       category_list_type = excluded.category_list_type, closing_day = excluded.closing_day,
       closing_date = excluded.closing_date, match_rounding_threshold = excluded.match_rounding_threshold,
       match_adjustment_threshold = excluded.match_adjustment_threshold,
       disable_adjustment_match_suggestions = excluded.disable_adjustment_match_suggestions,
       enable_tax_estimates = excluded.enable_tax_estimates`,
    [clientId, settings.defaultReportingBasis, version, now, ...valuesOf(settings)],
  )
}
