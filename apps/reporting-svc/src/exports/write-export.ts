/**
 * Writes the workbook of a report, row by row as fast as its sink takes them. The workbook code is loaded with the first export:
 * it is a third of the service.
 */
import type { Tx } from '@pacioli/db'
import type { Writable } from 'node:stream'
import { countOpenItems, readAging, type AgingQuery } from '../aging/get-aging.ts'
import { readDetails, sumByContact } from '../aging/aging.store.ts'
import type { AgingSide } from '../aging/aging.ts'
import { openingOf, runningBalances, type LedgerLine } from '../general-ledger/general-ledger.ts'
import {
  ledgerAccounts,
  loadSpans,
  type CountedSpan,
  type GeneralLedgerScope,
} from '../general-ledger/get-general-ledger.ts'
import { readPartyLedger } from '../party-ledgers/get-party-ledger.ts'
import { PARTY_SIDES, standings, withoutUndone } from '../party-ledgers/party-ledger.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { headingOf, statementHeadingOf, type RecordedIn, type ReportHead } from '../report-query/report-head.ts'
import { onceInOrder } from '../recorded-positions/once-in-order.ts'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import { nameOfAccount } from '../statements/rows.ts'
import type { ExportedReport, ExportJob } from './export-job.ts'

/** What a workbook is written to, and what was recorded in it. */
type Target = { sink: Writable; createdAt: Date; recorded: RecordedIn }

/**
 * @param source where it is asked to be read as recorded, that of these positions
 * @throws AmountOutOfRange, PayloadTooLarge
 */
export async function writeExport(
  source: ReportSource,
  { tenant, createdAt, exported, recordedAt }: ExportJob,
  sink: Writable,
): Promise<void> {
  const isAsked = recordedAt !== undefined
  // Nothing is written before the snapshot is found to be in order.
  const inSnapshot = (write: (tx: Tx, target: Target, through: Date | null | undefined) => Promise<void>) =>
    onceInOrder(() =>
      source.snapshot(tenant, async (tx, through) => {
        const positions = await positionsIn(tx, tenant.businessId)
        return write(tx, { sink, createdAt, recorded: { positions, isAsked } }, through)
      }),
    )
  switch (exported.kind) {
    case 'STATEMENT': {
      const { writeStatementWorkbook } = await import('../workbooks/statement-workbook.ts')
      return writeStatementWorkbook(sink, exported.report, { createdAt, isAsked, seal: exported.seal })
    }
    case 'GENERAL_LEDGER':
      return inSnapshot((tx, target, through) => writeGeneralLedger(tx, asOf(exported.scope, through), target))
    case 'AGING':
      return inSnapshot((tx, target, through) => writeAging(tx, asOf(exported.query, through), target))
    case 'PARTY_LEDGER':
    case 'PARTY_STATEMENT':
      return inSnapshot((tx, target, through) =>
        writePartyLedger(tx, { ...exported, scope: asOf(exported.scope, through) }, target),
      )
  }
}

/** With the instant of the snapshot that it is written of, where that is another one than was known before. */
const asOf = <Scope extends { head: ReportHead }>(scope: Scope, through = scope.head.through): Scope => ({
  ...scope,
  head: { ...scope.head, through },
})

/** About how many rows the longest sheet will have. */
export async function rowsOf(source: ReportSource, { tenant, exported }: ExportJob): Promise<number> {
  switch (exported.kind) {
    case 'STATEMENT':
      return exported.report.rows.length
    case 'GENERAL_LEDGER': {
      const spans = await source.snapshot(tenant, (tx) => loadSpans(tx, exported.scope))
      return spans.reduce((rows, { lineCount }) => rows + lineCount, 0)
    }
    case 'AGING':
      return source.snapshot(tenant, (tx) => countOpenItems(tx, exported.query))
    case 'PARTY_LEDGER':
    case 'PARTY_STATEMENT':
      return (await source.snapshot(tenant, (tx) => readPartyLedger(tx, exported.scope))).sums.lineCount
  }
}

async function writeGeneralLedger(
  tx: Tx,
  scope: GeneralLedgerScope,
  { sink, createdAt, recorded }: Target,
): Promise<void> {
  const ledger = {
    ...headingOf(scope.head, recorded),
    currency: scope.head.business.currency,
    accounts: shownAccounts(ledgerAccounts(tx, scope, await loadSpans(tx, scope))),
  }
  const { writeGeneralLedgerWorkbook } = await import('../workbooks/general-ledger-workbook.ts')
  await writeGeneralLedgerWorkbook(sink, ledger, createdAt)
}

async function* shownAccounts(accounts: ReturnType<typeof ledgerAccounts>) {
  for await (const { span, lines } of accounts)
    yield { name: nameOfAccount(span.account), opening: openingOf(span), lines: shownLines(span, lines) }
}

async function* shownLines(span: CountedSpan, lines: AsyncIterable<LedgerLine> | Iterable<LedgerLine>) {
  const balanceAfter = runningBalances(span)
  for await (const line of lines) {
    const { day, description, reference, party, direction, amount } = line
    yield {
      day,
      description,
      reference,
      party,
      debit: direction === 'DEBIT' ? amount : 0,
      credit: direction === 'CREDIT' ? amount : 0,
      balance: balanceAfter(line),
    }
  }
}

const CONTACT_HEADINGS: Record<AgingSide, string> = { PAYABLE: 'Vendor', RECEIVABLE: 'Customer' }

async function writeAging(tx: Tx, query: AgingQuery, { sink, createdAt, recorded }: Target): Promise<void> {
  const { summary, details } = await readAging(tx, query, readDetails)
  const report = {
    ...headingOf(query.head, recorded),
    currency: query.head.business.currency,
    contactHeading: CONTACT_HEADINGS[query.side],
    summary,
    details: flattened(details),
  }
  const { writeAgingWorkbook } = await import('../workbooks/aging-workbook.ts')
  await writeAgingWorkbook(sink, report, createdAt)
}

async function writePartyLedger(
  tx: Tx,
  { kind, scope }: Extract<ExportedReport, { kind: 'PARTY_LEDGER' | 'PARTY_STATEMENT' }>,
  { sink, createdAt, recorded }: Target,
): Promise<void> {
  const { head } = scope
  const isStatement = kind === 'PARTY_STATEMENT'
  const side = PARTY_SIDES[scope.kind]
  const { sums, lines } = await readPartyLedger(tx, scope)
  const agingScope = { side: side.side, effectiveDay: scope.range.end }
  const aging = isStatement ? await sumByContact(tx, head.business.id, agingScope, scope.partyId) : []
  const shown = standings(side, sums.opening)
  const report = {
    ...(isStatement ? statementHeadingOf(head, recorded) : headingOf(head, recorded)),
    currency: head.business.currency,
    side,
    sums,
    lines: mapped(isStatement ? withoutUndone(lines) : lines, shown),
  }
  const { writePartyLedgerWorkbook, writePartyStatement } = await import('../workbooks/party-ledger-workbook.ts')
  if (isStatement) await writePartyStatement(sink, { ...report, aging: aging[0] }, createdAt)
  else await writePartyLedgerWorkbook(sink, report, createdAt)
}

async function* mapped<From, To>(from: AsyncIterable<From>, toOther: (one: From) => To): AsyncGenerator<To> {
  for await (const one of from) yield toOther(one)
}

async function* flattened<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch
}
