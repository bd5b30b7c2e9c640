/** Workbooks that are written by a process of its own: complete, or none. */
import { PassThrough, Writable } from 'node:stream'
import { compileCacheEnv } from '@pacioli/dev-stack'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refused } from '@pacioli/errors'
import { sourceAt } from '../as-recorded/as-recorded.ts'
import { sampleHead } from '../report-query/report-head.test-helpers.ts'
import type { AgingQuery } from '../aging/get-aging.ts'
import { MODELS } from '../read-models/models.ts'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { readWorkbook, written } from '../workbooks/workbooks.test-helpers.ts'
import { ReportSources } from '../replica/replica.ts'
import type { ExportJob } from './export-job.ts'
import { workbookWriter, writeInProcess } from './workbook-writer.ts'
import { rowsOf, writeExport } from './write-export.ts'

/** As many rows as have a process of their own, and more than the pipe to it holds. */
const LARGE = 6_000
let database: Awaited<ReturnType<typeof reportingDatabase>>
let small: ExportJob
let large: ExportJob

/** An aging of a business that has so many documents of each of three vendors. */
async function jobOf(documents: number): Promise<ExportJob> {
  const tenant = { clientId: crypto.randomUUID(), businessId: crypto.randomUUID() }
  await database.app.transact({ businessId: tenant.businessId }, async (tx) => {
    await tx.rows(`INSERT INTO contacts (business_id, contact_id, name, version, event_id)
                   SELECT '${tenant.businessId}', gen_random_uuid(), 'Vendor ' || n, 1, 'test' FROM generate_series(1, 3) n`)
    await tx.rows(
      `INSERT INTO open_items (business_id, item_id, kind, contact_id, external_id, reference_number, document_at, due_at,
              document_day, due_day, tag_value_ids, credit_ids, credit_amounts, credit_ats, version, event_id, balance, last_day)
       SELECT c.business_id, gen_random_uuid(), 'BILL', c.contact_id, 'x' || n, 'r' || n, '2026-01-01', '2026-01-31', '2026-01-01',
              '2026-01-31', '{}', '{}', '{}', '{}', 1, 'test', n, '2026-01-01'
         FROM contacts c, generate_series(1, $1::int) n`,
      [documents],
    )
  })
  const query: AgingQuery = {
    head: { ...sampleHead, business: { ...sampleHead.business, id: tenant.businessId } },
    side: 'PAYABLE',
    effectiveDay: '2026-02-10',
    tags: undefined,
    includeDocuments: true,
  }
  return { tenant, createdAt: new Date('2026-02-11T12:00:00Z'), exported: { kind: 'AGING', query } }
}

beforeAll(async () => {
  // For the processes, which have this environment.
  for (const [name, folder] of Object.entries(compileCacheEnv())) vi.stubEnv(name, folder)
  database = await reportingDatabase()
  ;[small, large] = [await jobOf(4), await jobOf(LARGE / 3)]
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all([database.app.close(), database.relay.close()])
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const cellsOf = async (bytes: Buffer) =>
  (await readWorkbook(bytes)).sheets.map(({ name, cells }) => [name, [...cells.values()]])

test('a process writes the same cells, only of its business, and has ended then', async () => {
  let pid = 0
  const bytes = await written((sink) =>
    writeInProcess({ from: { url: database.url }, models: MODELS, job: small }, sink, {
      onStart: (started = 0) => void (pid = started),
    }),
  )
  expect(isRunning(pid)).toBe(false)
  const here = await cellsOf(await written((sink) => writeExport(database.app, small, sink)))
  expect(await cellsOf(bytes)).toEqual(here)
  const names = here.flatMap(([, cells]) => (cells as { value: string }[]).map(({ value }) => value))
  expect(names.filter((name) => name === 'Vendor 1')).toHaveLength(1 + 4)
})

test('a process asks the owners by its parent, and fails as they do', async () => {
  const positions = { ledger: 0, banking: 0, billing: 0 }
  const place = { position: 0, recordedAt: null, through: 0, beganAt: null, since: null }
  const then = { positions, places: { ledger: place, banking: place, billing: place }, states: [] }
  const job = { ...small, recordedAt: positions }
  const ask = vi.fn(() => Promise.resolve(then))
  const task = { from: { url: database.url }, models: MODELS, job }
  const bytes = await written((sink) => writeInProcess(task, sink, { ask }))
  const source = await sourceAt(database.app, small.tenant.businessId, positions, ask)
  expect(await cellsOf(bytes)).toEqual(await cellsOf(await written((sink) => writeExport(source, job, sink))))
  expect(ask).toHaveBeenCalledWith({ kind: 'POSITIONS', left: {}, positions })
  const failing = () => Promise.reject(refused('HistoryIncomplete', 'It began later.'))
  await expect(writeInProcess(task, new PassThrough().resume(), { ask: failing })).rejects.toMatchObject({
    errorEnum: 'HistoryIncomplete',
  })
})

test('only a large workbook is written by a process, whose failure is reported', async () => {
  const unreachable = Object.assign(new URL(database.url), { port: '1' }).href
  const write = workbookWriter(
    () => new ReportSources().begin({ primary: database.app }),
    database.app,
    () => ({ url: unreachable }),
  )
  expect(await rowsOf(database.app, large)).toBe(LARGE)
  await expect(write(large, new PassThrough().resume())).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  expect((await written((sink) => write(small, sink))).length).toBeGreaterThan(0)
})

test('a process that is killed leaves no file that looks complete', async () => {
  const sink = new PassThrough().resume()
  let pid = 0
  const writing = writeInProcess({ from: { url: database.url }, models: MODELS, job: small }, sink, {
    onStart: (started = 0) => void (pid = started),
  })
  process.kill(pid, 'SIGKILL')
  await expect(writing).rejects.toThrow('SIGKILL')
  expect(sink.writableEnded).toBe(false)
})

test('a process ends when its file is no longer read', async () => {
  let pid = 0
  const sink = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) })
  sink.on('error', () => undefined)
  const writing = writeInProcess({ from: { url: database.url }, models: MODELS, job: large }, sink, {
    onStart: (started = 0) => void (pid = started),
  })
  await expect(writing).rejects.toThrow('the disk is full')
  expect(isRunning(pid)).toBe(false)
})
