/** Where the figures of reports lead: each to lines whose sum it is. */
import { expect } from 'vitest'
import type { Answers, OperationId, Report, ReportColumn, ReportRow } from './answers.ts'
import type { Api, Call } from './api.ts'

type Query = NonNullable<Call['query']>

export const flatRows = (rows: readonly ReportRow[]): ReportRow[] => rows.flatMap((row) => [row, ...flatRows(row.rows)])
export const leafColumns = (columns: readonly ReportColumn[]): ReportColumn[] =>
  columns.flatMap((column) => (column.columns.length > 0 ? leafColumns(column.columns) : [column]))

/** The query of a URL, with lists where a parameter is repeated. */
const queryOf = (params: URLSearchParams): Query =>
  Object.fromEntries(
    [...new Set(params.keys())].map((name) => [name, name === 'tag_values' ? params.getAll(name) : params.get(name)]),
  ) as Query

export const queryOfLink = (url: string): Query => queryOf(new URL(url, 'http://any').searchParams)

type ReportLine = Answers['listReportLines']['data'][number]

/** All lines of a figure, page after page, and what the first page says of it. */
export async function linesBehind(
  api: Api,
  query: Query,
): Promise<{ figure: number; through: string; lines: ReportLine[] }> {
  const lines: ReportLine[] = []
  let told: { figure: number; through: string } | undefined
  for (let cursor: string | undefined; ;) {
    const { data, meta } = (await api.call('listReportLines', { query: { ...query, ...(cursor && { cursor }) } })).body
    lines.push(...data)
    told ??= { figure: Number(meta.figure), through: meta.through }
    expect([meta.figure, meta.through]).toEqual([told.figure, told.through])
    cursor = meta.pagination.cursor ?? undefined
    if (cursor === undefined) return { ...told, lines }
  }
}

async function sumOfAccountLines(api: Api, accountId: string, query: Query): Promise<number> {
  let sum = 0
  for (let cursor: string | undefined; ;) {
    const { data, meta } = (
      await api.call('listAccountLines', {
        path: { accountId },
        query: { ...query, limit: 500, ...(cursor && { cursor }) },
      })
    ).body
    for (const { amount, direction } of data) sum += direction === 'DEBIT' ? amount : -amount
    cursor = meta.pagination.cursor ?? undefined
    if (cursor === undefined) return sum
  }
}

/**
 * Follows every figure of a report, as it was recorded in it.
 * @returns how many lead to lists of account lines, to lists of their own, and to one document or entry
 */
export async function expectFiguresMade(
  api: Api,
  operationId: OperationId,
  call: Call = {},
): Promise<{ accounts: number; lists: number; single: number }> {
  const { data } = (await api.call(operationId, call)).body as { data: Report }
  const counts = { accounts: 0, lists: 0, single: 0 }
  // Every other list is read in small pages.
  const pages = () => ((counts.lists + counts.accounts) % 2 === 0 ? { limit: 4 } : { limit: 500 })
  for (const row of flatRows(data.rows))
    for (const { column_key } of leafColumns(data.columns)) {
      const cell = row.cells[column_key]
      if (typeof cell?.value !== 'number') continue
      const where = [operationId, call.query, row.row_key, column_key, cell.lines_url]
      const url = cell.lines_url
      if (!url) {
        // A line of a ledger leads to its entry, with its day; from nothing nothing leads.
        const isLine = typeof row.cells['date']?.value === 'string' && Boolean(row.cells['date'].lines_url)
        expect([...where, isLine || cell.value === 0]).toEqual([...where, true])
        continue
      }
      const query = { ...queryOfLink(url), recorded_as_of: data.through }
      const account = /\/ledger\/accounts\/([^/]+)\/lines/.exec(url)?.[1]
      if (account !== undefined) {
        counts.accounts += 1
        expect([...where, Math.abs(await sumOfAccountLines(api, account, query))]).toEqual([
          ...where,
          Math.abs(cell.value),
        ])
      } else if (url.includes('/reports/lines?')) {
        counts.lists += 1
        const { figure, through, lines } = await linesBehind(api, { ...query, ...pages() })
        const sum = lines.reduce((so, { amount }) => so + amount, 0)
        expect([...where, figure, sum]).toEqual([...where, cell.value, cell.value])
        // The days and the basis are in the link.
        expect(data.through.startsWith(through)).toBe(true)
        expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
      } else counts.single += 1
    }
  return counts
}
