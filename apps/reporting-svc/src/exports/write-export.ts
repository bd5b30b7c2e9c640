/**
 * Writes the workbook of a report, row by row as fast as its sink takes them. The workbook code is loaded with the first export:
 * it is a third of the service.
 */
import type { Tx } from '@pacioli/db'
import type { Writable } from 'node:stream'
import { countOpenItems, readAging, type AgingQuery } from '../aging/get-aging.ts'
import { readDetails, sumByContact } from '../aging/aging.store.ts'
import type { AgingSide, DocumentKind } from '../aging/aging.ts'
import { documentUrl, keyOf } from '../aging/aging-report.ts'
import { openingOf, runningBalances, type LedgerLine } from '../general-ledger/general-ledger.ts'
import {
  ledgerAccounts,
  linksOf,
  loadSpans,
  type CountedSpan,
  type GeneralLedgerScope,
} from '../general-ledger/get-general-ledger.ts'
import { linksOf as linksOfParty, readPartyLedger } from '../party-ledgers/get-party-ledger.ts'
import { PARTY_SIDES, standings, withoutUndone } from '../party-ledgers/party-ledger.ts'
import type { ReportSource } from '../replica/report-source.ts'
import {
  headingOf,
  parametersOf,
  statementHeadingOf,
  type RecordedIn,
  type ReportHead,
} from '../report-query/report-head.ts'
import { figureUrl } from '../report-query/report-parameters.ts'
import { onceInOrder } from '../recorded-positions/once-in-order.ts'
import { positionsIn } from '../recorded-positions/positions.store.ts'
import { nameOfAccount } from '../statements/rows.ts'
import { linksFrom, type LinkTo } from '../workbooks/links.ts'
import type { ExportedReport, ExportJob } from './export-job.ts'

/** What a workbook is written to, what was recorded in it, and where its figures lead. */
type Target = { sink: Writable; createdAt: Date; recorded: RecordedIn; linkTo: LinkTo }

/**
 * @param source where it is asked to be read as recorded, that of these positions
 * @throws AmountOutOfRange, PayloadTooLarge
 */
export async function writeExport(
  source: ReportSource,
  { tenant, createdAt, exported, recordedAt, baseUrl }: ExportJob,
  sink: Writable,
): Promise<void> {
  const isAsked = recordedAt !== undefined
  // Nothing is written before the snapshot is found to be in order.
  const inSnapshot = (write: (tx: Tx, target: Target, through: Date | null | undefined) => Promise<void>) =>
    onceInOrder(() =>
      source.snapshot(tenant, async (tx, through) => {
        const positions = await positionsIn(tx, tenant.businessId)
        const target = { sink, createdAt, recorded: { positions, isAsked }, linkTo: linksFrom(baseUrl, positions) }
        return write(tx, target, through)
      }),
    )
  switch (exported.kind) {
    case 'STATEMENT': {
      const { writeStatementWorkbook } = await import('../workbooks/statement-workbook.ts')
      const { report, seal } = exported
      return writeStatementWorkbook(sink, report, {
        createdAt,
        isAsked,
        linkTo: linksFrom(baseUrl, report.positions),
        seal,
      })
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
  { sink, createdAt, recorded, linkTo }: Target,
): Promise<void> {
  const ledger = {
    ...headingOf(scope.head, recorded),
    currency: scope.head.business.currency,
    accounts: shownAccounts(ledgerAccounts(tx, scope, await loadSpans(tx, scope))),
    links: linksOf(scope),
    linkTo,
  }
  const { writeGeneralLedgerWorkbook } = await import('../workbooks/general-ledger-workbook.ts')
  await writeGeneralLedgerWorkbook(sink, ledger, createdAt)
}

async function* shownAccounts(accounts: ReturnType<typeof ledgerAccounts>) {
  for await (const { span, lines } of accounts)
    yield {
      id: span.account.id,
      name: nameOfAccount(span.account),
      opening: openingOf(span),
      lines: shownLines(span, lines),
    }
}

async function* shownLines(span: CountedSpan, lines: AsyncIterable<LedgerLine> | Iterable<LedgerLine>) {
  const balanceAfter = runningBalances(span)
  for await (const line of lines) {
    const { entryId, day, description, reference, party, direction, amount } = line
    yield {
      entryId,
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

async function writeAging(tx: Tx, query: AgingQuery, { sink, createdAt, recorded, linkTo }: Target): Promise<void> {
  const { business } = query.head
  const given = parametersOf(query.head)
  const { summary, details } = await readAging(tx, query, readDetails)
  const report = {
    ...headingOf(query.head, recorded),
    currency: business.currency,
    contactHeading: CONTACT_HEADINGS[query.side],
    summary,
    details: flattened(details),
    links: {
      figure: (contactId: string, column: string) =>
        figureUrl(business.id, given, keyOf(query.side, contactId), column),
      document: (kind: DocumentKind | 'JOURNAL', id: string) => documentUrl(business.id, kind, id),
    },
    linkTo,
  }
  const { writeAgingWorkbook } = await import('../workbooks/aging-workbook.ts')
  await writeAgingWorkbook(sink, report, createdAt)
}

async function writePartyLedger(
  tx: Tx,
  { kind, scope }: Extract<ExportedReport, { kind: 'PARTY_LEDGER' | 'PARTY_STATEMENT' }>,
  { sink, createdAt, recorded, linkTo }: Target,
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
    links: linksOfParty(head),
    // A statement goes to somebody who may not ask for more.
    linkTo: isStatement ? () => undefined : linkTo,
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
