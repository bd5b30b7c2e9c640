/** All books of a business as one file. */
import type { Writable } from 'node:stream'
import type { Database } from '@pacioli/db'
import { DomainError, refused } from '@pacioli/errors'
import { positionsBy, type Positions } from '@pacioli/history/positions'
import type { RowsPiece, SealKey__Output } from '@pacioli/protos/history'
import type { CallContext } from '@pacioli/rpc'
import { tellRows, toldPiecewise } from '@pacioli/seals/books'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import { OWNERS, type Owners } from '../owners/owners.ts'
import { reportRequestOf, type ReportRequest } from '../report-query/report-request.ts'
import { getReportAsOf } from '../reports/get-report-as-of.ts'
import { reportJson } from '../reports/report-json.ts'
import type { BundleFacts } from './bundle.ts'
import { bundleFiles, type BundleSource } from './bundle-files.ts'
import { carriedByReporting } from './carried-tables.ts'
import { zipFiles } from './zip-files.ts'

export type BooksSources = {
  /** Where reports are read as they were recorded. */
  db: Database
  owners: Owners
  now: () => Date
  /** The instant through which events are applied. */
  appliedThrough: { readonly through: Date | null }
}

export type PreparedBooks = {
  fileName: string
  createdAt: Date
  write: (sink: Writable) => Promise<void>
  /** To be called whether or not it was written: rows of the owners wait to be taken. */
  close: () => Promise<void>
}

/**
 * Waits until everything that was recorded is sealed: the bundle reaches to a seal of each log.
 * @throws BusinessNotFound, HistoryIncomplete; ServiceUnavailable while it is not sealed
 */
export async function prepareBooks(sources: BooksSources, context: CallContext): Promise<PreparedBooks> {
  const { db, owners, now, appliedThrough } = sources
  const request = reportRequestOf(owners, context, now(), appliedThrough.through)
  const business = await requireReportedBusiness(db, request.tenant, request.fetchBusiness)
  const rows = await SealedRows.open(sources, context)
  try {
    await requireWhole(sources, context, rows.positions)
  } catch (error) {
    await rows.close()
    throw error
  }
  const facts: BundleFacts = { business, positions: rows.positions, createdAt: request.now }
  return {
    fileName: `books-${request.now.toISOString().slice(0, 10)}.zip`,
    createdAt: request.now,
    write: (sink) =>
      zipFiles(
        sink,
        (written) => bundleFiles(bundleSource(sources, context, request, rows), facts, written),
        request.now,
      ),
    close: () => rows.close(),
  }
}

/** The rows of all owners, each as of a moment at which everything was sealed: those moments are where the bundle ends. */
class SealedRows {
  readonly positions: Positions
  readonly of: Readonly<Record<keyof Positions, AsyncGenerator<RowsPiece>>>

  private constructor(positions: Positions, of: SealedRows['of']) {
    this.positions = positions
    this.of = of
  }

  /** @throws ServiceUnavailable */
  static async open({ owners }: BooksSources, context: CallContext): Promise<SealedRows> {
    const of = Object.fromEntries(
      OWNERS.map((owner) => [owner, owners.sealedLogs[owner].rows(forwardedContext(context))]),
    ) as unknown as SealedRows['of']
    const opened = await Promise.allSettled(
      OWNERS.map(async (owner) => {
        const { value } = (await of[owner].next()) as IteratorResult<RowsPiece, undefined>
        if (typeof value?.size !== 'number') throw new TypeError('Expected where a log is sealed through, got nothing')
        return value.size
      }),
    )
    const sizes = new Map(OWNERS.map((owner, index) => [owner, opened[index]]))
    const failed = opened.find(({ status }) => status === 'rejected')
    const rows = new SealedRows(
      positionsBy((owner) => {
        const found = sizes.get(owner)
        return found?.status === 'fulfilled' ? found.value : 0
      }),
      of,
    )
    if (failed?.status === 'rejected') {
      await rows.close()
      throw failed.reason
    }
    return rows
  }

  async close(): Promise<void> {
    await Promise.allSettled(OWNERS.map((owner) => this.of[owner].return(undefined)))
  }
}

/** Books of which the beginning is not known are no books. @throws HistoryIncomplete */
async function requireWhole({ owners }: BooksSources, context: CallContext, positions: Positions): Promise<void> {
  const through = Math.min(1, positions.ledger)
  for await (const { leaf } of owners.sealedLogs.ledger.leaves(forwardedContext(context), through)) {
    const { aggregate_type, version } = JSON.parse(leaf) as { aggregate_type: string; version: number }
    if (aggregate_type === 'business' && version === 1) return
  }
  throw refused(
    'HistoryIncomplete',
    'The history of the business does not begin with the business, which is older: what is not in it cannot be exported.',
  )
}

/** What a report may be refused with, of books that can be exported all the same. */
const NO_REPORT = new Set(['AmountOutOfRange', 'ReportTooLarge'])

function bundleSource(
  { db, owners }: BooksSources,
  context: CallContext,
  request: ReportRequest,
  { positions, of: rows }: SealedRows,
): BundleSource {
  const asked = forwardedContext(context)
  const logOf = (owner: keyof Positions) => owners.sealedLogs[owner]
  return {
    keys: async () => allKeys(await Promise.all(OWNERS.map((owner) => logOf(owner).keys(asked)))),
    rows: (service) => (service === 'reporting' ? reportingRows(db, request.tenant) : rows[service]),
    seals: (owner) => logOf(owner).seals(asked, positions[owner]),
    leaves: (owner) => logOf(owner).leaves(asked, positions[owner]),
    things: (owner, type) => logOf(owner).things(asked, type, positions[owner]),
    report: async (name, parameters) => {
      try {
        return await getReportAsOf(
          { live: db, primary: db },
          name,
          { request, histories: owners.histories, context },
          reportParameters(parameters),
          async (report) => {
            const pieces: Buffer[] = []
            for await (const piece of reportJson(report)) pieces.push(piece)
            return Buffer.concat(pieces)
          },
        )
      } catch (error) {
        if (error instanceof DomainError && NO_REPORT.has(error.errorEnum)) return undefined
        throw error
      }
    },
  }
}

/** As they are read of a request. */
const reportParameters = ({ include_documents, ...parameters }: Record<string, string>) => ({
  tag_values: [],
  ...parameters,
  ...(include_documents !== undefined && { include_documents: include_documents === 'true' }),
})

/** What the reporting service itself has, beside what it makes of the others. */
const reportingRows = (db: Database, { businessId, clientId }: ReportRequest['tenant']): AsyncGenerator<RowsPiece> =>
  toldPiecewise((tell) => db.snapshot({ businessId, clientId }, (tx) => tellRows(tx, carriedByReporting.tables, tell)))

/** The keys of all services: those that sign with the same one have it from when the first did. */
function allKeys(keys: readonly SealKey__Output[][]): SealKey__Output[] {
  const byId = new Map<string, SealKey__Output>()
  for (const key of keys.flat().sort((one, other) => (one.since < other.since ? -1 : 1)))
    if (!byId.has(key.id)) byId.set(key.id, key)
  return [...byId.values()]
}
