import { DomainError, refused } from '@pacioli/errors'
import { sourceAsRecorded, type AsRecordedOptions } from '../as-recorded/as-recorded.ts'
import type { Moment, Positions } from '@pacioli/history/positions'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import type { ReportSource } from '../replica/report-source.ts'
import type { Period } from '../report-query/period.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import { loadAccounts, sumAccounts } from '../statements/account-sums.store.ts'
import { daysOf, figuresOf, type AccountFigures, type KnownAccount } from '../statements/account-sums.ts'
import type { EntryBasis } from '../statements/entry.ts'

/** The accounts of a business as they were at a moment, and what stood on them. */
export type FiguresThen = {
  positions: Positions
  accounts: ReadonlyMap<string, KnownAccount>
  figures: readonly AccountFigures[]
}

/**
 * The sums of a period as recorded at a moment, closings included.
 * @param asked the moment, and the name of the parameter that it came in
 * @throws InvalidQuery, HistoryIncomplete, ReportTooLarge, ServiceUnavailable
 */
export async function readFiguresThen(
  primary: ReportSource,
  { tenant }: Pick<ReportRequest, 'tenant'>,
  asked: { field: 'since' | 'until'; moment: Moment },
  { period, bases }: { period: Period; bases: readonly EntryBasis[] },
  options: Omit<AsRecordedOptions, 'owners'>,
): Promise<FiguresThen> {
  const { businessId } = tenant
  try {
    const { source } = await sourceAsRecorded(primary, businessId, asked.moment, { ...options, owners: ['ledger'] })
    return await source.snapshot(tenant, async (tx) => {
      const [positions, accounts, rows] = await Promise.all([
        positionsIn(tx, businessId),
        loadAccounts(tx, businessId),
        sumAccounts(tx, businessId, {
          days: daysOf([period]),
          bases,
          withClosings: true,
          tagValueIds: undefined,
          splitIds: undefined,
        }),
      ])
      return { positions, accounts, figures: figuresOf([{ period, part: { kind: 'ALL' } }], rows, accounts) }
    })
  } catch (error) {
    throw aboutParameter(error, asked.field)
  }
}

/** What is refused of a moment, by the name of its parameter. */
function aboutParameter(error: unknown, field: string): unknown {
  if (!(error instanceof DomainError)) return error
  const [{ error_enum, description, meta }] = error.problems
  if (meta.field !== 'recorded_as_of') return error
  return refused(error_enum, description.replace(/^recorded_as_of/, field), { ...meta, field })
}
