/** What is behind a figure of the general ledger. */
import { dayPlus } from '@pacioli/calendar'
import { accountRows, GENERAL_LEDGER_COLUMNS, totalRow } from '../general-ledger/general-ledger.ts'
import { linksOf, loadSpans, scopeOfGeneralLedger } from '../general-ledger/get-general-ledger.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import type { ReportRequest } from '../report-query/report-request.ts'
import { tagValueIdsOf } from '../report-query/tag-value-ids.ts'
import { leavesOf } from '../report-tables/report.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { BASES_OF } from '../statements/entry.ts'
import { cellIn, type Figure } from './figure.ts'

const COLUMNS = leavesOf(GENERAL_LEDGER_COLUMNS).map(({ key }) => key)

/** @throws InvalidQuery for no figure of it, and what the general ledger throws */
export async function figureOfGeneralLedger(
  source: ReportSource,
  request: ReportRequest,
  parameters: ReportParameters,
  asked: { row_key: string; column_key: string },
): Promise<Figure> {
  const scope = await scopeOfGeneralLedger(source, request, parameters)
  const links = linksOf(scope)
  return source.snapshot(request.tenant, async (tx) => {
    const spans = await loadSpans(tx, scope)
    const rows = [...spans.flatMap((span) => accountRows(span, links)), totalRow(spans, links)]
    const { rowKey, value } = cellIn({ rows, columns: COLUMNS }, asked)
    const [accountId, isOpening] = rowKey.split('.')
    const of = rowKey === 'TOTAL' ? spans : spans.filter(({ account }) => account.id === accountId)
    const isBalance = asked.column_key === 'balance'
    const side = asked.column_key === 'credit' ? 'CREDIT' : 'DEBIT'
    const { start, end } = scope.range
    return {
      kind: 'LINES',
      value,
      left: scope.head.left,
      lines: {
        place: { accountIds: of.map(({ account }) => account.id) },
        start: isBalance ? undefined : start,
        end: isOpening ? dayPlus(start, -1) : end,
        bases: BASES_OF[scope.head.basis],
        withClosings: true,
        tagValueIds: scope.tags && (await tagValueIdsOf(tx, scope.head.business.id, scope.tags)),
        alsoTagged: undefined,
        untagged: undefined,
        direction: isBalance ? undefined : side,
        plus: isBalance ? (of[0]?.account.normality ?? 'DEBIT') : side,
      },
    }
  })
}
