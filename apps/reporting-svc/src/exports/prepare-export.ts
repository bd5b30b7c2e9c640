import type { ReportRequest__Output } from '@pacioli/protos/reporting'
import type { CallContext } from '@pacioli/rpc'
import { onceInOrder } from '../recorded-positions/once-in-order.ts'
import { agingQueryFrom } from '../aging/get-aging.ts'
import type { DocumentType } from '../documents/document.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'
import type { Owners } from '../owners/owners.ts'
import type { Reading, ReportSource } from '../replica/report-source.ts'
import { reportNamed, type NamedReport } from '../reports/report-names.ts'
import { reportRequestOf, requestAt, type ReportRequest } from '../report-query/report-request.ts'
import { requireAccount, scopeOfGeneralLedger } from '../general-ledger/get-general-ledger.ts'
import { scopeOfPartyLedger } from '../party-ledgers/get-party-ledger.ts'
import { getStatement } from '../statements/get-statement.ts'
import { sourceAsRecorded, type AskOwners } from '../as-recorded/as-recorded.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import { OWNERS_OF } from '../reports/get-report-as-of.ts'
import { momentFrom } from '@pacioli/history/positions'
import { daysOf } from '../report-query/report-head.ts'
import type { ReportParameters } from '../report-query/report-parameters.ts'
import type { LedgerSeal } from '../owners/ledger-seal.ts'
import type { ExportedReport, ExportJob } from './export-job.ts'

/** A report that is ready to be written, with all parameters checked. */
export type PreparedExport = {
  documentType: DocumentType
  fileName: string
  job: ExportJob
  /** The owners, of a report as recorded. */
  ask?: AskOwners
}

/** @throws BusinessNotFound, and what the report throws */
export type PrepareExport = (request: ReportRequest__Output, context: CallContext) => Promise<PreparedExport>

export type ExportSources = {
  begin: () => Reading
  /** Where reports are read as they were recorded. */
  primary: ReportSource
  owners: Pick<Owners, 'ledger' | 'billing' | 'histories'>
  now: () => Date
  /** The instant through which events are applied. */
  appliedThrough: { readonly through: Date | null }
}

/** Prepares reports to be written: a wrong request is refused before anything is stored. */
export const prepareExport =
  ({ begin, primary, owners, now, appliedThrough }: ExportSources): PrepareExport =>
  async (request, context) => {
    const { report: name, recorded_as_of, base_url: baseUrl, ...parameters } = request
    const report = reportNamed(name)
    const reportRequest = reportRequestOf(owners, context, now(), appliedThrough.through)
    const { tenant, now: createdAt } = reportRequest
    const prepared = ({ exported, days }: Ready): PreparedExport => ({
      documentType: `${report.name}_REPORT`,
      fileName: `${report.name.toLowerCase().replaceAll('_', '-')}-${days}.xlsx`,
      job: { tenant, createdAt, exported, baseUrl },
    })
    const sealOver = (position: number) => sealForReport(owners.ledger, context, position)
    const asked = { sealOver, parameters }
    if (recorded_as_of === undefined)
      return prepared(await onceInOrder(() => readyToWrite(begin(), report, reportRequest, asked)))
    const moment = momentFrom(recorded_as_of)
    const { source, at, positions, ask } = await sourceAsRecorded(primary, tenant.businessId, moment, {
      histories: owners.histories,
      context: forwardedContext(context),
      owners: OWNERS_OF[report.kind],
      through: reportRequest.through,
      now: createdAt,
    })
    const { job, ...about } = prepared(await readyToWrite(source, report, requestAt(reportRequest, moment, at), asked))
    return { ...about, job: { ...job, recordedAt: positions }, ask }
  }

/** With the days of the report, as part of the file name. */
type Ready = { exported: ExportedReport; days: string }

type Asked = { parameters: ReportParameters; sealOver: (position: number) => Promise<LedgerSeal | null> }

async function readyToWrite(
  source: ReportSource,
  named: NamedReport,
  reportRequest: ReportRequest,
  { parameters, sealOver }: Asked,
): Promise<Ready> {
  switch (named.kind) {
    case 'STATEMENT': {
      const report = await getStatement(source, named.name, reportRequest, parameters)
      const seal = await sealOver(report.positions.ledger)
      return { exported: { kind: named.kind, report, seal }, days: daysOf(report.head) }
    }
    case 'GENERAL_LEDGER': {
      const scope = await scopeOfGeneralLedger(source, reportRequest, parameters)
      await source.snapshot(reportRequest.tenant, (tx) => requireAccount(tx, scope))
      return { exported: { kind: named.kind, scope }, days: daysOf(scope.head) }
    }
    case 'AGING': {
      const query = await agingQueryFrom(source, named.side, reportRequest, parameters)
      return { exported: { kind: named.kind, query }, days: daysOf(query.head) }
    }
    case 'PARTY_LEDGER':
    case 'PARTY_STATEMENT': {
      const about = { kind: named.of, isStatement: named.kind === 'PARTY_STATEMENT' }
      const scope = await scopeOfPartyLedger(source, about, reportRequest, parameters)
      return { exported: { kind: named.kind, scope }, days: daysOf(scope.head) }
    }
  }
}

/**
 * The seal over a position of the ledger, or the latest one. A ledger that does not answer, or is of a release that seals nothing,
 * holds up no file: the file says then that no seal was known.
 */
async function sealForReport(
  ledger: Pick<LedgerReader, 'sealOver'>,
  context: CallContext,
  position: number,
): Promise<LedgerSeal | null> {
  try {
    return (await ledger.sealOver(forwardedContext(context), position)) ?? null
  } catch {
    return null
  }
}
