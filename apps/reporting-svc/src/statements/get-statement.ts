import { dayPlus } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import type { ReportingBasis } from '../businesses/business.ts'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { leavesOf, type Report } from '../report-tables/report.ts'
import { findDimension, loadValues } from '../tags/tag.store.ts'
import { loadAccounts, sumAccounts, valuesInUse } from './account-sums.store.ts'
import { daysOf, figuresOf, type AccountFigures, type KnownAccount, type SumRow } from './account-sums.ts'
import { BASES_OF } from './entry.ts'
import { asOf, rangeFrom, type Period } from '../report-query/period.ts'
import { layOut, type Layout, type Slice, type Split } from './slice.ts'
import {
  basisFrom,
  figureUrl,
  linesUrl,
  periodsFrom,
  tagFilterFrom,
  type ReportParameters,
  type TagFilter,
} from '../report-query/report-parameters.ts'
import { filtersOf, headOf, parametersOf, todayIn } from '../report-query/report-head.ts'
import { basisOf, calendarOf, type ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import type { StatementRow } from './rows.ts'
import { STATEMENTS, type Statement, type StatementName } from './statements.ts'

/** More columns are a mistake of the caller, and expensive. */
const MAX_SLICES = 500

/**
 * A statement of a business, in days of its zone.
 * @throws BusinessNotFound, InvalidQuery, MissingTagValues, TagDimensionNotFound, ReportTooLarge, AmountOutOfRange;
 *   ServiceUnavailable when the ledger cannot be queried, or the read models are being rebuilt
 */
export async function getStatement(...asked: Parameters<typeof readStatementRows>): Promise<Report> {
  const { head, positions, columns, rows } = await readStatementRows(...asked)
  const keys = leavesOf(columns).map(({ key }) => key)
  const given = parametersOf(head)
  return {
    head,
    positions,
    columns,
    // What is behind a row is only for whoever lists it: a report is also sent to another process.
    rows: rows.map(({ behind, cells, ...row }) => ({
      ...row,
      cells: cells.map((cell, index) => {
        if (cell.linesUrl !== undefined || behind(index).accountIds.length === 0) return cell
        return { ...cell, linesUrl: figureUrl(head.business.id, given, row.key, keys[index] ?? '') }
      }),
    })),
  }
}

/** A statement with what is behind its rows, its slices, and what it is split by. */
export type StatementRows = Omit<Report, 'rows'> & {
  rows: StatementRow[]
  slices: readonly Slice[]
  split: Split | undefined
  tags: TagFilter | undefined
  withClosings: boolean
}

/** @throws what a statement throws */
export async function readStatementRows(
  source: ReportSource,
  name: StatementName,
  request: ReportRequest,
  parameters: ReportParameters,
): Promise<StatementRows> {
  const statement: Statement = STATEMENTS[name]
  const tags = tagFilterFrom(parameters)
  const requested = basisFrom(parameters)
  const business = await requireReportedBusiness(source, request.tenant, request.fetchBusiness)
  const calendar = calendarOf(request, business)
  const period = statement.isRange
    ? rangeFrom(parameters.start_date, parameters.end_date, calendar)
    : asOf(parameters.effective_date, calendar)
  const periods = periodsFrom(parameters, period)
  const { basis, left } = await basisOf(requested, business, request)
  const query = { statement, periods, basis, tags, splitBy: parameters.split_by }
  const { read, positions, through } = await source.snapshot(request.tenant, async (tx, through = request.through) => {
    const [positions, read] = await Promise.all([positionsIn(tx, business.id), readStatement(tx, business.id, query)])
    return { read, positions, through }
  })
  const { layout, all, before } = figured(statement, periods, read)
  return {
    head: headOf(
      {
        name,
        title: statement.title,
        basis,
        periods,
        filters: filtersOf(parameters),
        left: { ...todayIn(parameters, period), ...left },
      },
      business,
      {
        ...request,
        through,
      },
    ),
    positions,
    columns: layout.columns,
    slices: layout.slices,
    split: read.split,
    tags,
    withClosings: statement.withClosings,
    rows: statement.rows({
      all,
      before,
      slices: layout.slices.length,
      linkTo: linkFor(
        layout.slices,
        { businessId: business.id, basis, withClosings: statement.withClosings },
        tags,
        read.split,
      ),
    }),
  }
}

type StatementQuery = {
  statement: Statement
  periods: readonly Period[]
  basis: ReportingBasis
  tags: TagFilter | undefined
  splitBy: string | undefined
}

type Read = { rows: SumRow[]; accounts: Map<string, KnownAccount>; split: Split | undefined }

async function readStatement(
  tx: Tx,
  businessId: string,
  { statement, periods, basis, tags, splitBy }: StatementQuery,
): Promise<Read> {
  const tagValueIds = tags && (await tagValueIdsOf(tx, businessId, tags))
  const split = splitBy === undefined ? undefined : await splitOf(tx, businessId, splitBy)
  if (split && split.values.length * periods.length > MAX_SLICES)
    throw refused(
      'ReportTooLarge',
      `The report would have ${split.values.length * periods.length} columns; at most ${MAX_SLICES} are possible. ` +
        'Compare fewer periods, or filter by tag_key and tag_values instead.',
      { field: 'split_by', value: split.key },
    )
  const rows = await sumAccounts(tx, businessId, {
    days: daysOf(periods),
    bases: BASES_OF[basis],
    withClosings: statement.withClosings,
    tagValueIds,
    splitIds: split?.values.map(({ id }) => id),
  })
  return { rows, accounts: await loadAccounts(tx, businessId), split }
}

async function splitOf(tx: Tx, businessId: string, key: string): Promise<Split> {
  const dimension = await findDimension(tx, businessId, key)
  if (!dimension)
    throw refused('TagDimensionNotFound', `There is no tag dimension ${key}.`, { field: 'split_by', value: key })
  const values = await loadValues(tx, businessId, dimension.id)
  const used = await valuesInUse(
    tx,
    businessId,
    values.map(({ id }) => id),
  )
  return { key, name: dimension.name, values: values.filter(({ id }) => used.has(id)) }
}

type Figured = { layout: Layout; all: AccountFigures[]; before: AccountFigures[] }

/** Values without lines in any period get no column, nor does "untagged" if all lines have a value. */
function figured(statement: Statement, periods: readonly Period[], { rows, accounts, split }: Read): Figured {
  const everything = layOut(periods, split && { ...split, hasUntagged: true }, statement.columns)
  // A statement with beginning balances shows values that only these have.
  const shown = statement.showsBeginning
    ? [...everything.slices, ...everything.slices.map(beginningOf)]
    : everything.slices
  const layout = split ? layOut(periods, inUse(split, shown, rows, accounts), statement.columns) : everything
  return {
    layout,
    all: figuresOf(layout.slices, rows, accounts, split?.values),
    before: statement.showsBeginning ? figuresOf(layout.slices.map(beginningOf), rows, accounts, split?.values) : [],
  }
}

function inUse(
  split: Split,
  slices: readonly Slice[],
  rows: readonly SumRow[],
  accounts: ReadonlyMap<string, KnownAccount>,
): Split & { hasUntagged: boolean } {
  const figures = figuresOf(slices, rows, accounts, split.values)
  const used = new Set(
    slices.flatMap(({ part }, index) =>
      figures.some((one) => one.figures[index]?.lineCount !== 0n) ? [part.kind === 'VALUE' ? part.id : part.kind] : [],
    ),
  )
  return {
    ...split,
    values: split.values.filter(({ id }) => used.has(id)),
    hasUntagged: used.has('UNTAGGED'),
  }
}

const beginningOf = ({ period, part }: Slice): Slice => ({
  period: { start: undefined, end: period.start === undefined ? period.end : dayPlus(period.start, -1) },
  part,
})

type Scope = Parameters<typeof linesUrl>[0]

/** A list of account lines takes one tag filter: that of the value or that of the report, not both. */
const linkFor =
  (slices: readonly Slice[], scope: Scope, tags: TagFilter | undefined, split: Split | undefined) =>
  (accountId: string, index: number): string | undefined => {
    const slice = slices[index]
    if (!slice) return undefined
    const { part, period } = slice
    if (part.kind === 'ALL') return linesUrl(scope, accountId, period, tags)
    if (part.kind === 'UNTAGGED' || tags !== undefined || split === undefined) return undefined
    return linesUrl(scope, accountId, period, { key: split.key, values: [part.value] })
  }
