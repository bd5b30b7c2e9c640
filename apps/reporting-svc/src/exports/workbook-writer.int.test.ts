/** Workbooks that a process of its own writes: the same as any other, or none. */
import { PassThrough, Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgingQuery } from '../aging/get-aging.ts'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { readWorkbook, written } from '../workbooks/workbooks.test-helpers.ts'
import type { ExportJob } from './export-job.ts'
import { workbookWriter, writeApart } from './workbook-writer.ts'
import { rowsOf, writeExport } from './write-export.ts'

const LARGE = 6_000
const business = { id: crypto.randomUUID(), clientId: crypto.randomUUID() }
let database: Awaited<ReturnType<typeof reportingDatabase>>
let job: ExportJob

beforeAll(async () => {
  database = await reportingDatabase()
  await database.app.transact({ businessId: business.id }, async (tx) => {
    await tx.rows(`INSERT INTO contacts (business_id, contact_id, name, version, event_id)
                   SELECT '${business.id}', gen_random_uuid(), 'Vendor ' || n, 1, 'test' FROM generate_series(1, 3) n`)
    await tx.rows(
      `INSERT INTO open_items (business_id, item_id, kind, contact_id, external_id, reference_number, document_at, due_at,
              document_day, due_day, tag_value_ids, credit_ids, credit_amounts, credit_ats, version, event_id, balance, last_day)
       SELECT c.business_id, gen_random_uuid(), 'BILL', c.contact_id, 'x' || n, 'r' || n, '2026-01-01', '2026-01-31', '2026-01-01',
              '2026-01-31', '{}', '{}', '{}', '{}', 1, 'test', n, '2026-01-01'
         FROM contacts c, generate_series(1, $1::int / 3) n`,
      [LARGE],
    )
  })
  const query: AgingQuery = {
    business: { id: business.id, legalName: 'Paper & Co', currency: 'USD' },
    side: 'PAYABLE',
    effectiveDay: '2026-02-10',
    tags: undefined,
    includeDocuments: true,
  }
  job = {
    tenant: { clientId: business.clientId, businessId: business.id },
    createdAt: new Date('2026-02-11T12:00:00Z'),
    exported: { kind: 'AGING', query },
  }
})
afterAll(() => Promise.all([database.app.close(), database.relay.close()]))

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Writes it apart and says which process did. */
async function apart(sink: Writable, given = job, databaseUrl = database.url): Promise<number> {
  let pid = 0
  await writeApart({ databaseUrl, job: given }, sink, (started = 0) => void (pid = started))
  return pid
}

const cellsOf = async (bytes: Buffer) =>
  (await readWorkbook(bytes)).sheets.map(({ name, cells }) => [name, [...cells.values()]])

test('a process of its own writes the same cells, and has ended then', async () => {
  expect(await rowsOf(database.app, job)).toBe(LARGE)
  let pid = 0
  const bytes = await written(async (sink) => void (pid = await apart(sink)))
  expect(isRunning(pid)).toBe(false)
  const here = await written((sink) => writeExport(database.app, job, sink))
  expect(await cellsOf(bytes)).toEqual(await cellsOf(here))
  const chosen = await written((sink) => workbookWriter(database.app, database.url)(job, sink))
  expect(await cellsOf(chosen)).toEqual(await cellsOf(here))
}, 60_000)

test('a business sees its own rows alone there, too', async () => {
  const foreign = { ...job, tenant: { clientId: business.clientId, businessId: crypto.randomUUID() } }
  const [, details] = (await readWorkbook(await written(async (sink) => void (await apart(sink, foreign))))).sheets
  expect([...(details?.cells.values() ?? [])].some(({ value }) => value.startsWith('Vendor '))).toBe(false)
})

test('what it refuses is refused here', async () => {
  const tx = (sign: string) =>
    database.app.transact({ businessId: business.id }, (one) =>
      one.rows(`UPDATE open_items SET balance = balance ${sign} 9000000000000000 WHERE external_id IN ('x1', 'x2')`),
    )
  await tx('+')
  await expect(apart(new PassThrough().resume())).rejects.toMatchObject({ errorEnum: 'AmountOutOfRange' })
  await tx('-')
})

test('what it fails of is said', async () => {
  const url = new URL(database.url)
  url.port = '1'
  await expect(apart(new PassThrough().resume(), job, url.href)).rejects.toMatchObject({
    errorEnum: 'ServiceUnavailable',
  })
})

test('a process that is killed leaves no file that looks whole', async () => {
  const sink = new PassThrough().resume()
  let pid = 0
  const writing = writeApart({ databaseUrl: database.url, job }, sink, (started = 0) => void (pid = started))
  process.kill(pid, 'SIGKILL')
  await expect(writing).rejects.toThrow('SIGKILL')
  expect(sink.writableEnded).toBe(false)
})

test('a process whose file nobody takes any more ends', async () => {
  let pid = 0
  const sink = new Writable({ write: (_chunk, _encoding, done) => done(new Error('the disk is full')) })
  sink.on('error', () => undefined)
  const writing = writeApart({ databaseUrl: database.url, job }, sink, (started = 0) => void (pid = started))
  await expect(writing).rejects.toThrow('the disk is full')
  expect(isRunning(pid)).toBe(false)
})
