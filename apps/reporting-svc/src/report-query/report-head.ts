/**
 * What a report says of itself. With the books through the same instant, everything but `generatedAt` comes out the same again.
 * Pure.
 */
import { textOf, type Left, type Positions } from '@pacioli/history/positions'
import type { Business, ReportingBasis } from '../businesses/business.ts'
import { keyOf, nameOf, type Period } from './period.ts'
import { BASIS_NAMES, type ReportParameters } from './report-parameters.ts'
import type { ReportRequest } from './report-request.ts'

/** The vendor or customer that a report is about. */
export type Party = { id: string; name: string; address: string | null }

export type ReportHead = {
  /** `PROFIT_AND_LOSS`. */
  name: string
  /** `Profit and Loss`. */
  title: string
  business: Pick<Business, 'id' | 'legalName' | 'currency' | 'timeZone'>
  basis: ReportingBasis
  party?: Party | undefined
  /** Its own, and then those it is compared with. */
  periods: readonly [Period, ...Period[]]
  filters: ReportFilters
  /** What was left to the moment at which it was asked for. */
  left: Left
  generatedAt: Date
  /** The instant through which it is known to have everything; null while that isn't known. */
  through: Date | null
}

/** What was asked for beside the days and the basis. */
export type ReportFilters = Pick<
  ReportParameters,
  'tag_key' | 'tag_values' | 'split_by' | 'compare_to' | 'comparison_periods' | 'account_id' | 'include_documents'
>

/** Those of statements and of the general ledger. */
export const filtersOf = ({
  tag_key,
  tag_values,
  split_by,
  compare_to,
  comparison_periods,
  account_id,
}: ReportParameters): ReportFilters => ({ tag_key, tag_values, split_by, compare_to, comparison_periods, account_id })

/** Reports that are asked for without the day on which they end do so today. */
export const todayIn = (
  { effective_date, end_date }: Pick<ReportParameters, 'effective_date' | 'end_date'>,
  { end }: Period,
): Pick<Left, 'today'> => (effective_date === undefined && end_date === undefined ? { today: end } : {})

export const headOf = (
  about: Pick<ReportHead, 'name' | 'title' | 'basis' | 'party' | 'periods' | 'filters' | 'left'>,
  { id, legalName, currency, timeZone }: Business,
  { now, through }: Pick<ReportRequest, 'now' | 'through'>,
): ReportHead => ({ ...about, business: { id, legalName, currency, timeZone }, generatedAt: now, through })

/** Reports of the accrual books alone, which are asked for no basis. */
const OF_ACCRUAL = new Set(['AP_AGING', 'AR_AGING', 'VENDOR_LEDGER', 'CUSTOMER_LEDGER'])

/** The report and what it was asked for, with what it was taken as where nothing was said. */
export function parametersOf({ name, basis, periods, filters, party }: ReportHead): [string, string][] {
  const [{ start, end }] = periods
  const { tag_key, tag_values = [], split_by, compare_to, account_id } = filters
  const given = {
    report: name,
    ...(start === undefined ? { effective_date: end } : { start_date: start, end_date: end }),
    reporting_basis: OF_ACCRUAL.has(name) ? undefined : basis,
    vendor_id: name === 'VENDOR_LEDGER' ? party?.id : undefined,
    customer_id: name === 'CUSTOMER_LEDGER' ? party?.id : undefined,
    compare_to,
    comparison_periods: compare_to === undefined ? undefined : String(periods.length - 1),
    split_by,
    account_id,
    tag_key,
  }
  return [
    ...Object.entries(given).flatMap(([field, value]): [string, string][] =>
      value === undefined ? [] : [[field, value]],
    ),
    ...tag_values.map((value): [string, string] => ['tag_values', value]),
  ]
}

/** As part of a file name: `2026-01-01_2026-03-31`. */
export const daysOf = ({ periods: [period] }: ReportHead): string => keyOf(period)

/** What was recorded in a workbook; `isAsked` where it is of a moment that was asked for, not of now. */
export type RecordedIn = { positions: Positions; isAsked: boolean }

/** As the heading of a workbook. Of the same that was recorded, all but the last line is the same again. */
export const headingOf = (head: ReportHead, recorded: RecordedIn): { title: string; subtitles: string[] } => ({
  title: head.title,
  subtitles: [
    ...(head.business.legalName === null ? [] : [head.business.legalName]),
    ...(head.party ? [head.party.name] : []),
    head.periods.map(nameOf).join(' / '),
    `${BASIS_NAMES[head.basis]}, ${head.business.currency}, days in ${head.business.timeZone}`,
    ...filterLines(head.filters),
    `Recorded through ${textOf(recorded.positions, head.left)}`,
    generatedLine(head, recorded),
  ],
})

/** The same of what is sent to a vendor or customer: whom it is for, and of which books. */
export const statementHeadingOf = (head: ReportHead, recorded: RecordedIn): { title: string; subtitles: string[] } => ({
  title: head.business.legalName ?? head.title,
  subtitles: [
    ...(head.business.legalName === null ? [] : [head.title]),
    ...(head.party ? [head.party.name, ...(head.party.address?.split(/\r\n?|\n/) ?? [])] : []),
    ...[
      head.periods.map(nameOf).join(' / '),
      `Amounts in ${head.business.currency}, days in ${head.business.timeZone}`,
    ],
    generatedLine(head, recorded),
  ],
})

const filterLines = ({ tag_key, tag_values = [], split_by, account_id }: ReportFilters): string[] => [
  ...(tag_key === undefined ? [] : [`${tag_key}: ${tag_values.join(', ')}`]),
  ...(split_by === undefined ? [] : [`By ${split_by}`]),
  ...(account_id === undefined ? [] : [`Only account ${account_id}`]),
]

/** Of a moment that was asked for, how far the books are now says nothing. */
function generatedLine({ generatedAt, through }: ReportHead, { isAsked }: RecordedIn): string {
  const generated = `Generated ${generatedAt.toISOString()}`
  if (isAsked) return generated
  return through === null
    ? `${generated}, not known through when it is complete`
    : `${generated}, complete through ${through.toISOString()}`
}

/** As in the response. @param positions how far the history of each owner is in the report */
export const publicHead = (
  { name, business, party, basis, periods, filters, left, generatedAt }: ReportHead,
  positions: Positions,
): object => {
  const [{ start, end }] = periods
  return {
    business_id: business.id,
    report: name,
    party: party ?? null,
    reporting_basis: basis,
    currency: business.currency,
    time_zone: business.timeZone,
    effective_date: start === undefined ? end : null,
    start_date: start ?? null,
    end_date: start === undefined ? null : end,
    filters: {
      tag_key: filters.tag_key ?? null,
      tag_values: filters.tag_values ?? [],
      split_by: filters.split_by ?? null,
      compare_to: filters.compare_to ?? null,
      comparison_periods: filters.compare_to === undefined ? null : periods.length - 1,
      account_id: filters.account_id ?? null,
      include_documents: filters.include_documents ?? null,
    },
    generated_at: generatedAt.toISOString(),
    through: textOf(positions, left),
  }
}
