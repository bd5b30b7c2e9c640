/** The export of a report over gRPC: capacity, waiting, and refusals. */
import { refused } from '@pacioli/errors'
import { DiskFileStore } from '@pacioli/files'
import { ReportExportsService } from '@pacioli/protos/reporting'
import { clientOfService, serve, tenantOf, type CallContext, type Client } from '@pacioli/rpc'
import { createLogger } from '@pacioli/service'
import { testDirectory, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleHead, samplePositions } from '../report-query/report-head.test-helpers.ts'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { XLSX } from '../documents/document.ts'
import { prepareBooks } from '../bundles/export-books.ts'
import type { Owners } from '../owners/owners.ts'
import type { ExportJob } from './export-job.ts'
import { EXPORTS_AT_ONCE, reportExportsRpc } from './report-exports.rpc.ts'

const now = new Date('2026-01-31T12:00:00.000Z')
const MAX_WAIT_MS = 100
let client: Client<typeof ReportExportsService>
/** Exports in progress, by business, and how to let one end. */
let running: Map<string, () => void>
const stops: (() => unknown)[] = []

/** Whose ledger began to keep a history when the business was there already. */
const LATE = crypto.randomUUID()
const sealed = {
  async *rows() {
    yield await Promise.resolve({ size: 1, rows: [] })
  },
  async *leaves() {
    const leaf = JSON.stringify({ aggregate_type: 'business', version: 2 })
    yield await Promise.resolve({ position: 1, hash: '', leaf, disclosed: [] })
  },
}
const owners = {
  ledger: {
    findBusiness: ({ clientId, businessId }: { clientId: string; businessId: string }) =>
      Promise.resolve(businessId === LATE ? { ...sampleHead.business, id: businessId, clientId } : undefined),
  },
  billing: {},
  sealedLogs: { ledger: sealed, banking: sealed, billing: sealed },
} as unknown as Owners

beforeAll(async () => {
  const database = await reportingDatabase()
  const store = new DiskFileStore({
    directory: testDirectory('files'),
    baseUrl: 'http://files.test',
    signingKey: Buffer.alloc(32, 9),
  })
  const logger = createLogger('reporting-svc', 'silent')
  const exports = reportExportsRpc(
    { db: database.app, store, logger, clock: () => now },
    async ({ report }, context) => {
      if (report === 'NONE') throw refused('BusinessNotFound', 'There is no such business.')
      return { documentType: 'GENERAL_LEDGER_REPORT', fileName: 'general-ledger.xlsx', job: jobOf(report, context) }
    },
    async ({ tenant: { businessId }, exported }, sink) => {
      const isPaused = exported.kind === 'STATEMENT' && exported.report.head.title === 'PAUSED'
      if (isPaused) await new Promise<void>((resolve) => running.set(businessId, resolve))
      sink.end('a report')
    },
    (context) => prepareBooks({ db: database.app, owners, now: () => now, appliedThrough: { through: now } }, context),
    MAX_WAIT_MS,
  )
  const server = await serve({ host: '127.0.0.1', port: 0, services: [exports] })
  const connected = clientOfService(ReportExportsService, { target: `127.0.0.1:${server.port}`, count: 1 })
  client = connected.client
  stops.push(
    () => database.app.close(),
    () => server.stop(),
    connected.close,
  )
})
beforeEach(() => void (running = new Map()))
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

const jobOf = (title: string, context: CallContext): ExportJob => {
  const { businessId } = tenantOf(context)
  const head = { ...sampleHead, title, business: { ...sampleHead.business, id: businessId } }
  return {
    tenant: tenantOf(context),
    createdAt: now,
    exported: { kind: 'STATEMENT', report: { head, positions: samplePositions, columns: [], rows: [] }, seal: null },
  }
}

const ask = async (report: string, businessId: string = crypto.randomUUID()) => {
  const context = { requestId: 'r', clientId: crypto.randomUUID(), businessId }
  return (await client.ExportReport({ report }, { context, timeoutMs: 20_000 })).message.data
}

const paused = async (count: number) => {
  const businesses = Array.from({ length: count }, () => crypto.randomUUID())
  const ends = businesses.map((business) => ask('PAUSED', business))
  await waitFor('the exports to be written', () => running.size === count)
  return { businesses, ends, release: () => businesses.forEach((business) => running.get(business)?.()) }
}

test('the response has all facts of the file', async () => {
  expect(await ask('GENERAL_LEDGER')).toEqual({
    presignedUrl: expect.stringContaining('http://files.test/files/'),
    fileType: XLSX,
    fileName: 'general-ledger.xlsx',
    createdAt: now.toISOString(),
    documentId: expect.any(String),
    document_type: 'GENERAL_LEDGER_REPORT',
  })
})

test('a refusal needs no permit: it comes at once while all are in use', async () => {
  const { ends, release } = await paused(EXPORTS_AT_ONCE)
  await expect(ask('NONE')).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
  release()
  await Promise.all(ends)
})

test('a caller that waits too long is refused, and succeeds once there is capacity', async () => {
  const { ends, release } = await paused(EXPORTS_AT_ONCE)
  await expect(ask('GENERAL_LEDGER')).rejects.toMatchObject({
    errorEnum: 'ServiceUnavailable',
    message: 'Too many exports run already. Try again in a moment, with the same key.',
  })
  release()
  await Promise.all(ends)
  expect(await ask('GENERAL_LEDGER')).toBeDefined()
})

test('one business does not get all permits', async () => {
  const { businesses, ends, release } = await paused(1)
  await expect(ask('GENERAL_LEDGER', businesses[0])).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  expect(await ask('GENERAL_LEDGER')).toBeDefined()
  release()
  await Promise.all(ends)
})

const askForBooks = (businessId: string) =>
  client.ExportBooks({}, { context: { requestId: 'r', clientId: crypto.randomUUID(), businessId }, timeoutMs: 20_000 })

test('books of nobody, and those whose beginning is not known, are refused before anything is stored', async () => {
  await expect(askForBooks(crypto.randomUUID())).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
  await expect(askForBooks(LATE)).rejects.toMatchObject({ errorEnum: 'HistoryIncomplete' })
})
