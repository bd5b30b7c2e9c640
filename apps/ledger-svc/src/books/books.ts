/**
 * The facts a posting is decided by: whose books, which accounts, which period. They are cached; every posting sends the
 * epoch it was decided under to the database, and is decided again if the books have changed.
 */
import { refused } from '@pacioli/errors'
import type { Chart } from '../chart-of-accounts/account.ts'

export type ReportingBasis = 'ACCRUAL' | 'CASH'

export type Books = {
  businessId: string
  clientId: string
  ledgerId: string
  timeZone: string
  currency: string
  archivedAt: Date | null
  /** The epoch in which the business was archived; null while it is not. */
  archivedEpoch: number | null
  defaultReportingBasis: ReportingBasis | null
  /** Counts the changes to any of these facts. */
  epoch: number
  /** The last instant of the closed period: nothing posts at or before it. */
  closedThrough: Date | null
  /** The epoch in which `closedThrough` was set. */
  closedEpoch: number
  /** Whether so much was posted that the total of the journal is watched; as of the read. */
  isWatched?: boolean
  chart: Chart
}

export const archived = () =>
  refused('BusinessArchived', 'The business is archived: its books can be read, not written.')
