/** Exports end to end: a row, a file and a link, or none of them. */
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { refused } from '@pacioli/errors'
import { DiskFileStore, fileKey, serveFiles, type FileServer, type FileStore } from '@pacioli/files'
import { Database } from '@pacioli/db'
import { createLogger } from '@pacioli/service'
import { testDirectory } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { XLSX } from './document.ts'
import { exportDocument, type ExportedDocument, type Producer } from './export-document.ts'
import { removeOldDocuments } from './remove-old-documents.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let relay: Database
let files: FileServer
let store: FileStore
let directory: string
let now = new Date('2026-01-31T12:00:00.000Z')
const clock = () => now
const logger = createLogger('reporting-svc', 'silent')

beforeAll(async () => {
  database = await reportingDatabase()
  relay = new Database({ url: database.relayUrl, applicationName: 'test', poolSize: 1 })
  directory = testDirectory('files')
  const signingKey = Buffer.alloc(32, 9)
  const onDefect = (error: unknown): void => expect.unreachable(String(error))
  files = await serveFiles({ host: '127.0.0.1', port: 0, directory, signingKey, clock, onDefect })
  store = new DiskFileStore({ directory, baseUrl: `http://127.0.0.1:${files.port}`, signingKey })
})
afterAll(async () => {
  await files.close()
  await relay.close()
  await database.app.close()
})

const newTenant = () => ({ clientId: crypto.randomUUID(), businessId: crypto.randomUUID() })

const writing =
  (text: string): Producer =>
  async (sink: Writable) =>
    void sink.end(text)

const exporting = (more: Partial<ExportedDocument> = {}, kept: FileStore = store) =>
  exportDocument(
    { db: database.app, store: kept, logger, clock },
    {
      id: crypto.randomUUID(),
      tenant: newTenant(),
      documentType: 'AP_AGING_REPORT',
      fileName: 'ap-aging-2026-01-31.xlsx',
      fileType: XLSX,
      createdAt: now,
      produce: writing('the report'),
      deadline: new Date(now.getTime() + 60_000),
      ...more,
    },
  )

const rowsOf = (businessId: string) =>
  database.app.transact({ businessId }, (tx) =>
    tx.rows(
      'SELECT document_id, document_type, file_name, file_type, created_at, stored_at, removed_at FROM documents ORDER BY created_at',
    ),
  )
const filesOf = (businessId: string): string[] =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => name.includes(businessId) && statSync(join(directory, name)).isFile())

/** The store with some methods replaced. */
const broken = (part: Partial<FileStore>): FileStore => ({
  put: (...given) => store.put(...given),
  presign: (...given) => store.presign(...given),
  remove: (...given) => store.remove(...given),
  ...part,
})

describe('an export', () => {
  test('leaves a row, a file, and a link to it that works for fifteen minutes', async () => {
    const tenant = newTenant()
    const { document, url } = await exporting({ tenant })
    expect(await rowsOf(tenant.businessId)).toEqual([
      {
        document_id: document.id,
        document_type: 'AP_AGING_REPORT',
        file_name: 'ap-aging-2026-01-31.xlsx',
        file_type: XLSX,
        created_at: now,
        stored_at: now,
        removed_at: null,
      },
    ])
    expect(filesOf(tenant.businessId)).toEqual([fileKey(tenant.businessId, document.id)])
    const response = await fetch(url)
    expect([await response.text(), response.headers.get('content-type')]).toEqual(['the report', XLSX])
    const made = now
    now = new Date(made.getTime() + 15 * 60_000 - 1)
    expect((await fetch(url)).status).toBe(200)
    now = new Date(made.getTime() + 15 * 60_000)
    expect((await fetch(url)).status).toBe(403)
    now = made
  })

  test('is not visible to another business', async () => {
    const tenant = newTenant()
    await exporting({ tenant })
    expect(await rowsOf(newTenant().businessId)).toEqual([])
  })
})

describe('nothing is left of an export', () => {
  const expectNothing = async (more: Partial<ExportedDocument>, error: object, kept = store) => {
    const tenant = newTenant()
    await expect(exporting({ tenant, ...more }, kept)).rejects.toMatchObject(error)
    expect([await rowsOf(tenant.businessId), filesOf(tenant.businessId)]).toEqual([[], []])
  }
  const down = async (): Promise<never> => {
    throw new Error('connect ECONNREFUSED')
  }

  test('whose producer fails at once, or in the middle', async () => {
    const refusal = refused('AmountOutOfRange', 'A sum is too large.')
    await expectNothing({ produce: () => Promise.reject(refusal) }, { errorEnum: 'AmountOutOfRange' })
    const produce: Producer = async (sink) => {
      if (!sink.write(Buffer.alloc(1_000_000))) await once(sink, 'drain')
      throw refusal
    }
    await expectNothing({ produce }, { errorEnum: 'AmountOutOfRange' })
  })

  test('when the store is down: 503, and the producer is not kept waiting', async () => {
    const produce: Producer = async (sink) => {
      for (let index = 0; index < 1_000; index++) if (!sink.write(Buffer.alloc(65_536))) await drained(sink)
    }
    const unavailable = { errorEnum: 'ServiceUnavailable', message: expect.stringContaining('The file store') }
    await expectNothing({ produce }, unavailable, broken({ put: down }))
    await expectNothing({}, unavailable, broken({ put: down }))
  })

  test('when the store fails after it has taken a part', async () => {
    const put: FileStore['put'] = async (_key, content) => {
      for await (const _chunk of content as AsyncIterable<Buffer>) throw new Error('the disk is full')
    }
    const produce: Producer = (sink) => writeAll(sink, 1_000)
    await expectNothing({ produce }, { errorEnum: 'ServiceUnavailable' }, broken({ put }))
  })

  test('when no link can be made', async () =>
    expectNothing({}, { message: 'connect ECONNREFUSED' }, broken({ presign: down })))

  test('that takes longer than its deadline', async () => {
    const produce: Producer = (sink) => new Promise((_resolve, reject) => sink.once('close', () => reject(new Error())))
    await expectNothing({ produce, deadline: new Date(now.getTime() + 20) }, { errorEnum: 'DeadlineExceeded' })
  })

  test('whose row cannot be written: the store is not called', async () => {
    const tenant = newTenant()
    const id = crypto.randomUUID()
    await exporting({ tenant, id })
    const asked: string[] = []
    const put: FileStore['put'] = async (key) => void asked.push(key)
    await expect(exporting({ tenant, id }, broken({ put }))).rejects.toThrow()
    expect(asked).toEqual([])
  })

  test('but its row, if the file cannot be removed either: housekeeping removes it', async () => {
    const tenant = newTenant()
    const kept = broken({ presign: down, remove: down })
    await expect(exporting({ tenant }, kept)).rejects.toThrow()
    expect(await rowsOf(tenant.businessId)).toMatchObject([{ removed_at: null }])
    expect(filesOf(tenant.businessId)).toHaveLength(1)
    await removeOldDocuments({ relay, store, keepHours: 24 }, new Date(now.getTime() + 25 * 3_600_000))
    expect(filesOf(tenant.businessId)).toEqual([])
    expect(await rowsOf(tenant.businessId)).toMatchObject([{ removed_at: expect.any(Date) }])
  })
})

/** Waits until the sink drains, or throws if it never will. */
async function drained(sink: Writable): Promise<void> {
  const gone = new AbortController()
  const { signal } = gone
  const closed = once(sink, 'close', { signal }).then(() => Promise.reject(new Error('closed')))
  await Promise.race([once(sink, 'drain', { signal }), closed]).finally(() => gone.abort())
}

async function writeAll(sink: Writable, chunks: number): Promise<void> {
  for (let index = 0; index < chunks; index++) if (!sink.write(Buffer.alloc(65_536))) await drained(sink)
}

describe('housekeeping', () => {
  const HOUR = 3_600_000
  const tidyAt = (at: Date, keepHours = 24) => removeOldDocuments({ relay, store, keepHours }, at)

  test('removes files that are older than they are kept, marks their rows, and leaves the others', async () => {
    const tenant = newTenant()
    const at = new Date('2030-01-01T00:00:00.000Z')
    await exporting({ tenant, createdAt: new Date(at.getTime() - 24 * HOUR - 1) })
    const young = await exporting({ tenant, createdAt: new Date(at.getTime() - 24 * HOUR) })
    expect(await tidyAt(at)).toBeGreaterThanOrEqual(1)
    expect(filesOf(tenant.businessId)).toEqual([fileKey(tenant.businessId, young.document.id)])
    expect((await rowsOf(tenant.businessId)).map((row) => (row as { removed_at: Date | null }).removed_at)).toEqual([
      at,
      null,
    ])
    expect(await tidyAt(at)).toBe(0)
    expect(await tidyAt(at, 23)).toBe(1)
    expect(filesOf(tenant.businessId)).toEqual([])
  })

  test('continues where it failed, and marks no file that still exists', async () => {
    const tenant = newTenant()
    const at = new Date('2031-01-01T00:00:00.000Z')
    await exporting({ tenant, createdAt: new Date(at.getTime() - 25 * HOUR) })
    const down = broken({ remove: () => Promise.reject(new Error('down')) })
    await expect(removeOldDocuments({ relay, store: down, keepHours: 24 }, at)).rejects.toThrow('down')
    expect(await rowsOf(tenant.businessId)).toMatchObject([{ removed_at: null }])
    expect([await tidyAt(at), filesOf(tenant.businessId)]).toEqual([1, []])
  })

  test('sees when a file was created, but not its contents', async () => {
    const ask = (column: string) => relay.transact({}, (tx) => tx.rows(`SELECT ${column} FROM documents LIMIT 1`))
    await expect(ask('file_name')).rejects.toThrow('permission denied')
    await expect(ask('document_id')).resolves.toBeDefined()
  })
})
