/** What is behind a figure of a statement. */
import { dayPlus } from '@pacioli/calendar'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import { leavesOf } from '../report-tables/report.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { BASES_OF } from '../statements/entry.ts'
import { readStatementRows } from '../statements/get-statement.ts'
import type { StatementName } from '../statements/statements.ts'
import { cellIn, type Figure } from './figure.ts'

/** @throws InvalidQuery for no figure of it, and what the statement throws */
export async function figureOfStatement(
  source: ReportSource,
  name: StatementName,
  request: ReportRequest,
  parameters: ReportParameters,
  asked: { row_key: string; column_key: string },
): Promise<Figure> {
  const { head, columns, rows, slices, split, tags, withClosings } = await readStatementRows(
    source,
    name,
    request,
    parameters,
  )
  const leaves = leavesOf(columns)
  const { rowKey, index, value } = cellIn({ rows, columns: leaves.map(({ key }) => key) }, asked)
  const slice = slices[Math.floor(index / (leaves.length / slices.length))]
  const behind = rows.find(({ key }) => key === rowKey)?.behind(index)
  if (!slice || !behind) throw new TypeError(`Nothing is known to be behind ${rowKey} ${asked.column_key}`)
  const { period, part } = slice
  const businessId = head.business.id
  const tagValueIds = tags && (await source.read(request.tenant, (tx) => tagValueIdsOf(tx, businessId, tags)))
  return {
    kind: 'LINES',
    value,
    left: head.left,
    lines: {
      place: { accountIds: behind.accountIds },
      start: behind.until === undefined ? period.start : undefined,
      end: behind.until === 'BEGINNING' && period.start !== undefined ? dayPlus(period.start, -1) : period.end,
      bases: BASES_OF[head.basis],
      withClosings,
      tagValueIds,
      alsoTagged: part.kind === 'VALUE' ? [part.id] : undefined,
      untagged: part.kind === 'UNTAGGED' ? (split?.values ?? []).map(({ id }) => id) : undefined,
      direction: undefined,
      plus: behind.plus,
    },
  }
}
