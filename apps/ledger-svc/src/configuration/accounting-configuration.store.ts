import type { Tx } from '@pacioli/db'
import type { ReportingBasis } from '../books/books.ts'
import type { AccountingConfiguration } from './accounting-configuration.ts'

type Row = {
  id: string
  category_list_type: string
  closing_date: Date | null
  match_rounding_threshold: string
  match_adjustment_threshold: string
  disable_adjustment_match_suggestions: boolean
  enable_tax_estimates: boolean
}

/** The settings made for the business, or none. */
export async function loadConfiguration(
  tx: Tx,
  businessId: string,
  defaultReportingBasis: ReportingBasis | null,
): Promise<AccountingConfiguration | undefined> {
  const row = await tx.row<Row>(
    `SELECT id, category_list_type, closing_date, match_rounding_threshold, match_adjustment_threshold,
            disable_adjustment_match_suggestions, enable_tax_estimates
       FROM accounting_configurations WHERE business_id = $1`,
    [businessId],
  )
  return (
    row && {
      id: row.id,
      categoryListType: row.category_list_type,
      closingDate: row.closing_date,
      matchRoundingThreshold: Number(row.match_rounding_threshold),
      matchAdjustmentThreshold: Number(row.match_adjustment_threshold),
      disableAdjustmentMatchSuggestions: row.disable_adjustment_match_suggestions,
      enableTaxEstimates: row.enable_tax_estimates,
      defaultReportingBasis,
    }
  )
}

/** Writes the settings, and with them what postings are checked by: the closed period, under a new epoch of the books. */
export async function saveConfiguration(
  tx: Tx,
  businessId: string,
  configuration: AccountingConfiguration,
  epoch: number,
  now: Date,
): Promise<void> {
  await tx.rows(
    `INSERT INTO accounting_configurations (business_id, id, category_list_type, closing_date, match_rounding_threshold,
       match_adjustment_threshold, disable_adjustment_match_suggestions, enable_tax_estimates, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (business_id) DO UPDATE SET category_list_type = excluded.category_list_type,
       closing_date = excluded.closing_date, match_rounding_threshold = excluded.match_rounding_threshold,
       match_adjustment_threshold = excluded.match_adjustment_threshold,
       disable_adjustment_match_suggestions = excluded.disable_adjustment_match_suggestions,
       enable_tax_estimates = excluded.enable_tax_estimates, version = accounting_configurations.version + 1,
       updated_at = excluded.updated_at`,
    [
      businessId,
      configuration.id,
      configuration.categoryListType,
      configuration.closingDate,
      configuration.matchRoundingThreshold,
      configuration.matchAdjustmentThreshold,
      configuration.disableAdjustmentMatchSuggestions,
      configuration.enableTaxEstimates,
      now,
    ],
  )
  await tx.rows(
    `UPDATE businesses SET books_epoch = $2, default_reporting_basis = $4,
            closed_epoch = CASE WHEN closed_through IS DISTINCT FROM $3 THEN $2 ELSE closed_epoch END, closed_through = $3
      WHERE id = $1`,
    [businessId, epoch, configuration.closingDate, configuration.defaultReportingBasis],
  )
}
