import { DomainError, refused } from '@pacioli/errors'
import { sourceAsRecorded, type AsRecordedOptions } from '../as-recorded/as-recorded.ts'
import type { Moment, Positions } from '@pacioli/history/positions'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import type { Tenant } from '@pacioli/rpc'
import type { ReportSource } from '../replica/report-source.ts'
import type { Period } from '../report-query/period.ts'
import { loadAccounts, sumAccounts } from '../statements/account-sums.store.ts'
import { daysOf, figuresOf, type AccountFigures, type KnownAccount } from '../statements/account-sums.ts'
import type { EntryBasis } from '../statements/entry.ts'

/** The accounts of a business as they were at a moment, and what stood on them. */
export type FiguresThen = {
  positions: Positions
  accounts: ReadonlyMap<string, KnownAccount>
  figures: readonly AccountFigures[]
}

/** The books of a business at a moment, to be read there. */
export type BooksThen = { source: ReportSource; tenant: Tenant; field: string; at: Date }

/**
 * @param asked the moment, and the name of the parameter that it came in
 * @throws InvalidQuery, HistoryIncomplete, ServiceUnavailable
 */
export async function openBooksThen(
  primary: ReportSource,
  tenant: Tenant,
  { field, moment }: { field: 'since' | 'until'; moment: Moment },
  options: Omit<AsRecordedOptions, 'owners'>,
): Promise<BooksThen> {
  try {
    const { source, at } = await sourceAsRecorded(primary, tenant.businessId, moment, {
      ...options,
      owners: ['ledger'],
    })
    return { source, tenant, field, at }
  } catch (error) {
    throw aboutParameter(error, field)
  }
}

/** The sums of a period as recorded at a moment, closings included. @throws ReportTooLarge, ServiceUnavailable */
export async function readFiguresThen(
  { source, tenant, field }: BooksThen,
  { period, bases }: { period: Period; bases: readonly EntryBasis[] },
): Promise<FiguresThen> {
  const { businessId } = tenant
  try {
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
    throw aboutParameter(error, field)
  }
}

/** What is refused of a moment, by the name of its parameter. */
function aboutParameter(error: unknown, field: string): unknown {
  if (!(error instanceof DomainError)) return error
  const [{ error_enum, description, meta }] = error.problems
  if (meta.field !== 'recorded_as_of') return error
  return refused(error_enum, description.replace(/^recorded_as_of/, field), { ...meta, field })
}
