/** All books of a business as one file. */
import type { Writable } from 'node:stream'
import type { Database } from '@pacioli/db'
import { DomainError, refused } from '@pacioli/errors'
import { positionsBy, type Positions } from '@pacioli/history/positions'
import type { SealKey__Output } from '@pacioli/protos/history'
import type { CallContext } from '@pacioli/rpc'
import { requireReportedBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import { OWNERS, type Owners } from '../owners/owners.ts'
import { reportRequestOf, type ReportRequest } from '../report-query/report-request.ts'
import { getReportAsOf } from '../reports/get-report-as-of.ts'
import { reportJson } from '../reports/report-json.ts'
import type { BundleFacts } from './bundle.ts'
import { bundleFiles, type BundleSource } from './bundle-files.ts'
import { zipFiles } from './zip-files.ts'

export type BooksSources = {
  /** Where reports are read as they were recorded. */
  db: Database
  owners: Owners
  now: () => Date
  /** The instant through which events are applied. */
  appliedThrough: { readonly through: Date | null }
}

export type PreparedBooks = { fileName: string; createdAt: Date; write: (sink: Writable) => Promise<void> }

/**
 * Waits until everything that was recorded is sealed: the bundle reaches to a seal of each log.
 * @throws BusinessNotFound, HistoryIncomplete; ServiceUnavailable while it is not sealed
 */
export async function prepareBooks(sources: BooksSources, context: CallContext): Promise<PreparedBooks> {
  const { db, owners, now, appliedThrough } = sources
  const request = reportRequestOf(owners, context, now(), appliedThrough.through)
  const business = await requireReportedBusiness(db, request.tenant, request.fetchBusiness)
  const positions = await sealedPositions(sources, context)
  await requireWhole(sources, context, positions)
  const facts: BundleFacts = { business, positions, createdAt: request.now }
  return {
    fileName: `books-${request.now.toISOString().slice(0, 10)}.zip`,
    createdAt: request.now,
    write: (sink) =>
      zipFiles(
        sink,
        (written) => bundleFiles(bundleSource(sources, context, request, positions), facts, written),
        request.now,
      ),
  }
}

async function sealedPositions({ owners }: BooksSources, context: CallContext): Promise<Positions> {
  const sizes = await Promise.all(
    OWNERS.map((owner) => owners.sealedLogs[owner].awaitSealed(forwardedContext(context))),
  )
  return positionsBy((owner) => sizes[OWNERS.indexOf(owner)] ?? 0)
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
  positions: Positions,
): BundleSource {
  const asked = forwardedContext(context)
  const logOf = (owner: keyof Positions) => owners.sealedLogs[owner]
  return {
    keys: async () => allKeys(await Promise.all(OWNERS.map((owner) => logOf(owner).keys(asked)))),
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

/** The keys of all services: those that sign with the same one have it from when the first did. */
function allKeys(keys: readonly SealKey__Output[][]): SealKey__Output[] {
  const byId = new Map<string, SealKey__Output>()
  for (const key of keys.flat().sort((one, other) => (one.since < other.since ? -1 : 1)))
    if (!byId.has(key.id)) byId.set(key.id, key)
  return [...byId.values()]
}
