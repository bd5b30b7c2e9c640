/** The parameters of a report, and their checks. Pure. */
import type { Day } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import { requireTagPair } from '@pacioli/paging'
import { REPORTING_BASES, type ReportingBasis } from '../businesses/business.ts'
import { comparedPeriods, COMPARISONS, MAX_COMPARISONS, type Comparison, type Period } from './period.ts'

/** As received. */
export type ReportParameters = {
  effective_date?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  reporting_basis?: string | undefined
  compare_to?: string | undefined
  comparison_periods?: number | undefined
  tag_key?: string | undefined
  tag_values?: readonly string[] | undefined
  split_by?: string | undefined
  account_id?: string | undefined
  include_documents?: boolean | undefined
  vendor_id?: string | undefined
  customer_id?: string | undefined
  recorded_as_of?: string | undefined
}

export type TagFilter = { key: string; values: readonly string[] }

/** The tags that lines of the report must carry; undefined for all lines. @throws MissingTagValues */
export function tagFilterFrom({ tag_key, tag_values = [] }: ReportParameters): TagFilter | undefined {
  requireTagPair(tag_key, tag_values)
  return tag_key === undefined ? undefined : { key: tag_key, values: tag_values }
}

/** @throws InvalidQuery */
export const basisFrom = ({ reporting_basis }: ReportParameters): ReportingBasis | undefined =>
  oneOf(reporting_basis, REPORTING_BASES, 'reporting_basis')

/** The period and those it is compared with, by default one. @throws InvalidQuery */
export function periodsFrom(
  { compare_to, comparison_periods }: ReportParameters,
  period: Period,
): [Period, ...Period[]] {
  const compareTo: Comparison | undefined = oneOf(compare_to, COMPARISONS, 'compare_to')
  const count = comparison_periods ?? 1
  if (comparison_periods !== undefined && compareTo === undefined)
    throw refused('InvalidQuery', `Say in compare_to what to compare with: ${COMPARISONS.join(' or ')}.`, {
      field: 'compare_to',
    })
  if (!Number.isInteger(count) || count < 1 || count > MAX_COMPARISONS)
    throw refused('InvalidQuery', `comparison_periods: expected 1 to ${MAX_COMPARISONS}, got ${count}.`, {
      field: 'comparison_periods',
      value: count,
    })
  return comparedPeriods(period, compareTo, count)
}

function oneOf<Value extends string>(
  given: string | undefined,
  values: readonly Value[],
  field: string,
): Value | undefined {
  const known = values.find((value) => value === given)
  if (given === undefined || known !== undefined) return known
  throw refused('InvalidQuery', `${field}: expected ${values.join(' or ')}, got ${given}.`, { field, value: given })
}

/** As subtitles of reports. */
export const BASIS_NAMES: Record<ReportingBasis, string> = { ACCRUAL: 'Accrual basis', CASH: 'Cash basis' }

/**
 * The URL that lists what a figure of a report is made of.
 * @param parameters as the report was asked for, with its days and its basis
 */
export function figureUrl(
  businessId: string,
  parameters: readonly (readonly [name: string, value: string])[],
  rowKey: string,
  columnKey: string,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) query.append(name, value)
  query.append('row_key', rowKey)
  query.append('column_key', columnKey)
  return `/v1/businesses/${businessId}/reports/lines?${query.toString()}`
}

/** The URL that lists the account lines behind a figure. */
export function linesUrl(
  { businessId, basis, withClosings }: { businessId: string; basis: ReportingBasis; withClosings: boolean },
  accountId: string,
  { start, end }: { start: Day | undefined; end: Day },
  tags: TagFilter | undefined,
): string {
  const query = new URLSearchParams()
  if (start !== undefined) query.set('start_date', start)
  query.set('end_date', end)
  query.set('reporting_basis', basis)
  if (!withClosings) query.set('include_closing', 'false')
  if (tags) query.set('tag_key', tags.key)
  for (const value of tags?.values ?? []) query.append('tag_values', value)
  return `/v1/businesses/${businessId}/ledger/accounts/${accountId}/lines?${query.toString()}`
}
