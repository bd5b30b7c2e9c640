/** Settings of the books of one business, and what they mean for its closed period. */
import { endOfDay, isDay } from '@pacioli/calendar'
import type { ReportingBasis } from '../books/books.ts'
import { instantOf } from '../journal/entry-drafts.ts'

export type AccountingConfiguration = {
  id: string
  categoryListType: string
  /** The books are closed through this instant; null: open. */
  closingDate: Date | null
  matchRoundingThreshold: number
  matchAdjustmentThreshold: number
  disableAdjustmentMatchSuggestions: boolean
  enableTaxEstimates: boolean
  defaultReportingBasis: ReportingBasis | null
}

export const DEFAULT_REPORTING_BASIS: ReportingBasis = 'ACCRUAL'

/** A day closes the books through its end in the business's zone, an instant through itself. */
export const closingInstant = (closingDate: string, timeZone: string): Date =>
  isDay(closingDate) ? endOfDay(closingDate, timeZone) : instantOf(closingDate, 'closing_date')
