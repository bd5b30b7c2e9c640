import { dayOf, isDay, type Day } from '@pacioli/calendar'
import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import { REPORTING_BASES, type ReportingBasis } from '../businesses/business.ts'
import { meetBusiness, type AskLedger } from '../businesses/meet-business.ts'
import type { EntryBasis } from './contribution.ts'
import { trialBalanceRows, type Row } from './trial-balance.ts'
import { sumAccounts } from './trial-balance.store.ts'

export type TrialBalanceQuery = {
  tenant: Tenant
  effectiveDate?: string | undefined
  reportingBasis?: string | undefined
  now: Date
  askLedger: AskLedger
  /** Asks the ledger which basis is the default, for a business that has set none of its own. */
  askDefaultBasis: () => Promise<ReportingBasis>
}

/** The entries that make up the books of a basis. */
const basesOf: Record<ReportingBasis, readonly EntryBasis[]> = {
  ACCRUAL: ['ACCRUAL', 'BOTH'],
  CASH: ['CASH', 'BOTH'],
}

/**
 * Every account with lines, at the end of a day in the business's zone.
 * @throws BusinessNotFound, InvalidQuery, ServiceUnavailable when the ledger cannot be asked for the default basis
 */
export async function getTrialBalance(db: Database, query: TrialBalanceQuery): Promise<Row[]> {
  const { tenant, now } = query
  const { businessId } = tenant
  const asked = { day: readDay(query.effectiveDate), basis: readBasis(query.reportingBasis) }
  const business = await meetBusiness(db, tenant, query.askLedger)

  const effectiveDate = asked.day ?? dayOf(now, business.timeZone)
  const basis = asked.basis ?? business.defaultReportingBasis ?? (await query.askDefaultBasis())
  const sums = await db.transact(tenant, (tx) => sumAccounts(tx, businessId, basesOf[basis], effectiveDate))
  return trialBalanceRows(sums, { businessId, effectiveDate, basis })
}

function readDay(given: string | undefined): Day | undefined {
  if (given === undefined || isDay(given)) return given
  throw refused('InvalidQuery', `effective_date: expected a day like 2026-01-31, got ${given}.`, {
    field: 'effective_date',
    value: given,
  })
}

function readBasis(given: string | undefined): ReportingBasis | undefined {
  const basis = REPORTING_BASES.find((known) => known === given)
  if (given === undefined || basis) return basis
  throw refused('InvalidQuery', `reporting_basis: expected ACCRUAL or CASH, got ${given}.`, {
    field: 'reporting_basis',
    value: given,
  })
}
