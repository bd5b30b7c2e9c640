import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { agingQueryFrom, readAging } from '../aging/get-aging.ts'
import { subtitlesOf as agingSubtitles, titleOf } from '../aging/aging-report.ts'
import type { AgingSide } from '../aging/aging.ts'
import type { PrepareExport, PreparedExport } from '../documents/report-exports.rpc.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import { openingOf, runningBalances, type LedgerLine } from '../statements/general-ledger.ts'
import {
  GENERAL_LEDGER_TITLE,
  ledgerAccounts,
  loadSpans,
  requireAccount,
  scopeOfGeneralLedger,
  subtitlesOf,
  type CountedSpan,
} from '../statements/get-general-ledger.ts'
import { getStatement, type Asking } from '../statements/get-statement.ts'
import { keyOf } from '../statements/period.ts'
import type { ReportParameters } from '../statements/statement-query.ts'
import { nameOfAccount } from '../statements/rows.ts'
import type { StatementName } from '../statements/statements.ts'
import { writeAgingWorkbook } from '../workbooks/aging-workbook.ts'
import { writeGeneralLedgerWorkbook } from '../workbooks/general-ledger-workbook.ts'
import { writeStatementWorkbook } from '../workbooks/statement-workbook.ts'
import { isStatement } from './get-report.ts'
import { askingOf } from './reports.rpc.ts'

export type ExportSources = {
  db: Database
  /** What a report reads while its file is written, as of one moment. */
  exportsDb: Database
  ledger: LedgerReader
  now: () => Date
}

/** Makes reports ready to be written to a file: refuses what cannot be answered before anything is stored. */
export const prepareExport =
  (sources: ExportSources): PrepareExport =>
  (request, context) => {
    const { report: name, ...parameters } = request
    const asking = askingOf(sources.ledger, context, sources.now())
    if (isStatement(name)) return exportOfStatement(sources, name, asking, parameters)
    if (name === 'GENERAL_LEDGER') return exportOfGeneralLedger(sources, asking, parameters)
    if (name === 'AP_AGING') return exportOfAging(sources, 'PAYABLE', asking, parameters)
    if (name === 'AR_AGING') return exportOfAging(sources, 'RECEIVABLE', asking, parameters)
    throw refused('InvalidQuery', `There is no report ${name}.`, { field: 'report', value: name })
  }

/** `PROFIT_AND_LOSS` → `profit-and-loss`. */
const fileNameOf = (name: string, days: string): string => `${name.toLowerCase().replaceAll('_', '-')}-${days}.xlsx`

/** A statement is small: it is there before its file is begun. */
async function exportOfStatement(
  { db, now }: ExportSources,
  name: StatementName,
  asking: Asking,
  parameters: ReportParameters,
): Promise<PreparedExport> {
  const report = await getStatement(db, name, asking, parameters)
  return {
    documentType: `${name}_REPORT`,
    fileName: fileNameOf(name, report.days),
    write: (sink) => writeStatementWorkbook(sink, report, now()),
  }
}

async function exportOfGeneralLedger(
  { db, exportsDb, now }: ExportSources,
  asking: Asking,
  parameters: ReportParameters,
): Promise<PreparedExport> {
  const scope = await scopeOfGeneralLedger(db, asking, parameters)
  await db.transact(asking.tenant, (tx) => requireAccount(tx, scope))
  return {
    documentType: 'GENERAL_LEDGER_REPORT',
    fileName: fileNameOf('GENERAL_LEDGER', keyOf(scope.range)),
    write: (sink) =>
      exportsDb.snapshot(asking.tenant, async (tx) => {
        const accounts = ledgerAccounts(tx, scope, await loadSpans(tx, scope))
        const ledger = {
          title: GENERAL_LEDGER_TITLE,
          subtitles: subtitlesOf(scope),
          currency: scope.business.currency,
          accounts: shownAccounts(accounts),
        }
        await writeGeneralLedgerWorkbook(sink, ledger, now())
      }),
  }
}

type Accounts = ReturnType<typeof ledgerAccounts>

async function* shownAccounts(accounts: Accounts) {
  for await (const { span, lines } of accounts)
    yield { name: nameOfAccount(span.account), opening: openingOf(span), lines: shownLines(span, lines) }
}

async function* shownLines(span: CountedSpan, lines: AsyncIterable<LedgerLine> | Iterable<LedgerLine>) {
  const balanceAfter = runningBalances(span)
  for await (const line of lines) {
    const { day, description, reference, direction, amount } = line
    yield {
      day,
      description,
      reference,
      debit: direction === 'DEBIT' ? amount : 0,
      credit: direction === 'CREDIT' ? amount : 0,
      balance: balanceAfter(line),
    }
  }
}

const CONTACT_HEADINGS: Record<AgingSide, string> = { PAYABLE: 'Vendor', RECEIVABLE: 'Customer' }
const AGING_NAMES = { PAYABLE: 'AP_AGING', RECEIVABLE: 'AR_AGING' } as const

async function exportOfAging(
  { db, exportsDb, now }: ExportSources,
  side: AgingSide,
  asking: Asking,
  parameters: ReportParameters,
): Promise<PreparedExport> {
  const query = await agingQueryFrom(db, side, asking, parameters)
  return {
    documentType: `${AGING_NAMES[side]}_REPORT`,
    fileName: fileNameOf(AGING_NAMES[side], query.effectiveDay),
    write: (sink) =>
      exportsDb.snapshot(asking.tenant, async (tx) => {
        const { summary, details } = await readAging(tx, query)
        const report = {
          title: titleOf(query),
          subtitles: agingSubtitles(query),
          currency: query.business.currency,
          contactHeading: CONTACT_HEADINGS[side],
          summary,
          details: flattened(details),
        }
        await writeAgingWorkbook(sink, report, now())
      }),
  }
}

async function* flattened<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch
}
