/** The same facts of both stores. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DiskFileStore, fileKey, serveFiles, type FileStore } from './index.ts'
import { S3FileStore } from './s3.ts'
import { BUCKET, S3_KEYS, startS3 } from './s3rver.test-helpers.ts'

type Started = {
  store: FileStore
  /** Files that the store holds, whole and unfinished ones. */
  files: () => string[]
  stop: () => Promise<unknown>
}

const FIVE_MIB = 5 * 1024 * 1024
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ENCODED = `attachment; filename="_bersicht.xlsx"; filename*=UTF-8''%C3%9Cbersicht.xlsx`
const signingKey = randomBytes(32)

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(directory, name)).isFile())

async function startDisk(): Promise<Started> {
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-files-'))
  const onDefect = (error: unknown): void => void defects.push(error)
  const server = await serveFiles({
    host: '127.0.0.1',
    port: 0,
    directory,
    signingKey,
    clock: () => new Date(),
    onDefect,
  })
  return {
    store: new DiskFileStore({ directory, baseUrl: `http://127.0.0.1:${server.port}`, signingKey }),
    files: () => filesIn(directory),
    stop: async () => {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}

const s3Options = (endpoint: string) => ({
  endpoint,
  publicEndpoint: endpoint,
  region: 'us-east-1',
  bucket: BUCKET,
  ...S3_KEYS,
  pathStyle: true,
  partSize: FIVE_MIB,
  onLeftBehind: (facts: object) => void leftBehind.push(facts),
})

let s3: Awaited<ReturnType<typeof startS3>>
async function startBucket(): Promise<Started> {
  s3 = await startS3()
  return {
    store: new S3FileStore(s3Options(s3.endpoint)),
    // The bucket as others see it: uploads that were begun stand in a directory of their own.
    files: () => filesIn(join(s3.directory, BUCKET)).filter((name) => !name.startsWith('._S3rver_uploads')),
    stop: s3.stop,
  }
}

const defects: unknown[] = []
const leftBehind: object[] = []
afterAll(() => expect(defects).toEqual([]))

const NOBODY = '00000000-0000-4000-8000-000000000000'
const newKey = (): string => fileKey(randomUUID(), randomUUID())

async function* pieces(bytes: Buffer, size = 100_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe.each([
  ['disk', startDisk],
  ['S3', startBucket],
])('a store on %s', (_name, start) => {
  let started: Started
  beforeAll(async () => {
    started = await start()
  })
  afterAll(() => started.stop())

  const put = (key: string, content: Readable) => started.store.put(key, content, { contentType: XLSX })
  const link = (key: string, more: { fileName?: string; contentType?: string; now?: Date } = {}) =>
    started.store.presign(key, {
      fileName: 'AP aging.xlsx',
      contentType: XLSX,
      expiresInSeconds: 60,
      now: new Date(),
      ...more,
    })

  test.each([
    ['empty', 0],
    ['small', 1_000],
    ['of just one part', FIVE_MIB],
    ['of several parts', 2 * FIVE_MIB + 12_345],
  ])('a file that is %s comes back byte for byte, with its name and type', async (_what, length) => {
    const [key, bytes] = [newKey(), randomBytes(length)]
    await put(key, Readable.from(pieces(bytes)))
    const response = await fetch(await link(key))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, XLSX])
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="AP aging.xlsx"')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('a link that has expired is refused; one second earlier it is not', async () => {
    const key = newKey()
    await put(key, Readable.from([Buffer.from('x')]))
    const ago = (ms: number) => new Date(Date.now() - ms)
    expect((await fetch(await link(key, { now: ago(62_000) }))).status).toBe(403)
    expect((await fetch(await link(key, { now: ago(50_000) }))).status).toBe(200)
  })

  test('a link that is altered anywhere, in its key or any parameter, is refused', async () => {
    const [key, other] = [newKey(), newKey()]
    for (const one of [key, other]) await put(one, Readable.from([Buffer.from('secret')]))
    const url = new URL(await link(key))
    const altered = [url.href.replace(key, other)]
    for (const [name, value] of url.searchParams) {
      const [without, changed, twice] = [new URL(url), new URL(url), new URL(url)]
      without.searchParams.delete(name)
      changed.searchParams.set(name, /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}a`)
      twice.searchParams.append(name, value)
      altered.push(without.href, changed.href, twice.href)
    }
    const more = new URL(url)
    more.searchParams.append('more', '1')
    altered.push(more.href)
    for (const href of altered) {
      const response = await fetch(href)
      expect([href, response.status >= 400, (await response.text()).includes('secret')]).toEqual([href, true, false])
    }
    expect((await fetch(url)).status).toBe(200)
  })

  test('a file whose link is sound and which is gone is not found', async () => {
    const key = newKey()
    await put(key, Readable.from([Buffer.from('x')]))
    await started.store.remove(key)
    expect((await fetch(await link(key))).status).toBe(404)
    await started.store.remove(key)
  })

  test('a file is removed, and its neighbour is not', async () => {
    const business = randomUUID()
    const [gone, kept] = [fileKey(business, randomUUID()), fileKey(business, randomUUID())]
    for (const key of [gone, kept]) await put(key, Readable.from([Buffer.from('x')]))
    await started.store.remove(gone)
    expect((await fetch(await link(kept))).status).toBe(200)
  })

  test.each([
    ['before its first byte', 0],
    ['in the first part', 1_000],
    ['after parts were sent', 2 * FIVE_MIB + 1_000],
  ])('a producer that fails %s leaves nothing', async (_when, length) => {
    const before = started.files()
    const failing = async function* () {
      yield* pieces(randomBytes(length))
      throw new Error('the books are gone')
    }
    const key = newKey()
    await expect(put(key, Readable.from(failing()))).rejects.toThrow('the books are gone')
    expect(started.files()).toEqual(before)
    expect((await fetch(await link(key))).status).toBe(404)
  })

  test('a producer that is cut off in the middle leaves nothing', async () => {
    const before = started.files()
    const sink = new PassThrough()
    sink.on('error', () => undefined)
    const putting = put(newKey(), sink)
    sink.write(randomBytes(100_000), () => sink.destroy(new Error('nobody waits for it any more')))
    await expect(putting).rejects.toThrow('nobody waits for it any more')
    expect(started.files()).toEqual(before)
  })

  test('a stream is not read faster than it is stored: the producer has to wait', async () => {
    let [made, most] = [0, 0]
    const sink = new PassThrough({ highWaterMark: 65_536 })
    const putting = put(newKey(), sink)
    for (let index = 0; index < 300; index++) {
      made += 65_536
      most = Math.max(most, sink.writableLength + sink.readableLength)
      if (!sink.write(Buffer.alloc(65_536))) await once(sink, 'drain')
    }
    sink.end()
    await putting
    expect([made > 3 * FIVE_MIB, most <= 4 * 65_536]).toEqual([true, true])
  })

  test.each(['../etc/passwd', 'a/b', `${NOBODY}/../${NOBODY}`, `${NOBODY}/${NOBODY}/${NOBODY}`, NOBODY, ''])(
    'nothing but ids makes a key: %j is refused',
    async (key) => {
      expect(() => fileKey(`${key}/`, randomUUID())).toThrow(TypeError)
      await expect((async () => put(key, Readable.from([])))()).rejects.toThrow(TypeError)
      await expect((async () => started.store.remove(key))()).rejects.toThrow(TypeError)
      await expect((async () => link(key))()).rejects.toThrow(TypeError)
    },
  )
})

describe('what S3 alone can show', () => {
  let started: Started
  beforeAll(async () => {
    started = await startBucket()
  })
  afterAll(() => started.stop())

  /**
   * This server has no requests to abort an upload or to list those that were begun, and answers 405: that the parts are
   * gone cannot be shown here, only that their removal is asked for, and that a failure is reported.
   */
  test('an upload that fails after parts were sent is aborted, and reported if that is not possible', async () => {
    const failing = async function* () {
      yield* pieces(randomBytes(2 * FIVE_MIB + 1_000))
      throw new Error('the books are gone')
    }
    const key = newKey()
    const before = leftBehind.length
    await expect(started.store.put(key, Readable.from(failing()), { contentType: XLSX })).rejects.toThrow()
    const [begun] = s3.asked.filter((one) => one.startsWith(`POST /${BUCKET}/${key}?uploads`))
    const aborted = s3.asked.filter((one) => one.startsWith(`DELETE /${BUCKET}/${key}?uploadId=`))
    expect([begun === undefined, aborted.length]).toEqual([false, 1])
    expect(leftBehind.slice(before)).toEqual([expect.objectContaining({ key, uploadId: aborted[0]?.split('=')[1] })])
  })

  test('credentials that the store does not know are refused, and leave nothing', async () => {
    const stranger = new S3FileStore({ ...s3Options(s3.endpoint), accessKey: 'NOBODY' })
    const before = started.files()
    await expect(stranger.put(newKey(), Readable.from([Buffer.from('x')]), { contentType: XLSX })).rejects.toThrow()
    expect(started.files()).toEqual(before)
  })

  test('links lead to where callers reach the store, for as long as was asked for', async () => {
    const store = new S3FileStore({ ...s3Options(s3.endpoint), publicEndpoint: 'https://files.example:8443' })
    const now = new Date('2026-01-31T12:00:00Z')
    const key = newKey()
    const url = new URL(await store.presign(key, { fileName: 'a.xlsx', contentType: XLSX, expiresInSeconds: 900, now }))
    expect([url.origin, url.pathname]).toEqual(['https://files.example:8443', `/${BUCKET}/${key}`])
    expect([url.searchParams.get('X-Amz-Date'), url.searchParams.get('X-Amz-Expires')]).toEqual([
      '20260131T120000Z',
      '900',
    ])
  })

  /** This server encodes queries in another way than S3 does before it verifies them: it would refuse the link. */
  test('a name beyond ASCII stands in the link whole', async () => {
    const named = { fileName: 'Übersicht.xlsx', contentType: XLSX, expiresInSeconds: 60, now: new Date() }
    const url = new URL(await started.store.presign(newKey(), named))
    expect(url.searchParams.get('response-content-disposition')).toBe(ENCODED)
    expect(url.search).toContain('%2A%3DUTF-8%27%27')
  })

  test('a store that accepts the connection and does not answer times out', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const store = new S3FileStore({ ...s3Options(`http://127.0.0.1:${port}`), silenceMs: 50 })
    await expect(store.put(newKey(), Readable.from([Buffer.from('x')]), { contentType: XLSX })).rejects.toThrow(
      'silent for 50 ms',
    )
    silent.close()
  })
})

describe('the server of files on disk', () => {
  let directory: string
  let server: Awaited<ReturnType<typeof serveFiles>>
  let store: DiskFileStore
  let now = new Date('2026-01-31T12:00:00.000Z')
  const base = () => `http://127.0.0.1:${server.port}`
  const file = { fileName: 'a.xlsx', contentType: XLSX, expiresInSeconds: 60 }

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pacioli-files-'))
    const onDefect = (error: unknown): void => void defects.push(error)
    server = await serveFiles({ host: '127.0.0.1', port: 0, directory, signingKey, clock: () => now, onDefect })
    store = new DiskFileStore({ directory, baseUrl: `${base()}/`, signingKey })
  })
  afterAll(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })

  const aLink = async (content = 'x') => {
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from(content)]), { contentType: XLSX })
    return store.presign(key, { ...file, now })
  }
  const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>
  const refusal = async (response: Response) => [response.status, (await bodyOf(response)).error_enum]

  test('a name beyond ASCII comes back whole', async () => {
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('x')]), { contentType: XLSX })
    const response = await fetch(await store.presign(key, { ...file, fileName: 'Übersicht.xlsx', now }))
    expect(response.headers.get('content-disposition')).toBe(ENCODED)
  })

  test('HEAD answers as GET does, without the file', async () => {
    const url = await aLink('12345')
    const [head, get] = [await fetch(url, { method: 'HEAD' }), await fetch(url)]
    expect([await head.text(), await get.text()]).toEqual(['', '12345'])
    for (const name of ['content-type', 'content-length', 'content-disposition', 'x-content-type-options'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    expect([get.headers.get('x-content-type-options'), get.headers.get('content-length')]).toEqual(['nosniff', '5'])
  })

  test('a link works until the second it expires in', async () => {
    const url = await aLink()
    now = new Date('2026-01-31T12:00:59.999Z')
    expect((await fetch(url)).status).toBe(200)
    now = new Date('2026-01-31T12:01:00.000Z')
    expect(await refusal(await fetch(url))).toEqual([403, 'ExpiredLink'])
    now = new Date('2026-01-31T12:00:00.000Z')
  })

  test('a refusal is the error object of the API', async () => {
    const response = await fetch(`${base()}/files/nothing`)
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/json; charset=utf-8'])
    const body = await bodyOf(response)
    expect(body).toEqual({
      type: 'PermissionDenied',
      description: 'This is no link to a file. Follow a link exactly as it was given.',
      error_enum: 'InvalidLink',
      meta: { request_id: expect.any(String) },
      errors: [{ type: body.type, description: body.description, error_enum: body.error_enum, meta: body.meta }],
    })
  })

  test('links of another key are refused, and so is whatever is no link', async () => {
    const foreign = new DiskFileStore({ directory, baseUrl: base(), signingKey: randomBytes(32) })
    const real = new URL(await aLink())
    const paths = [
      new URL(await foreign.presign(newKey(), { ...file, now })).href,
      `${base()}/`,
      `${base()}${real.pathname}`,
      `${base()}/files/../../etc/passwd${real.search}`,
      `${base()}/files/%2e%2e/%2e%2e/etc/passwd${real.search}`,
      `${base()}${real.pathname}%00${real.search}`,
      `${base()}${real.pathname.toUpperCase()}${real.search}`,
      `${base()}/${real.pathname}${real.search}`,
      `${real.href}=`,
    ]
    for (const path of paths) expect([path, ...(await refusal(await fetch(path)))]).toEqual([path, 403, 'InvalidLink'])
    expect((await fetch(real)).status).toBe(200)
  })

  test('a file that is gone is 404, another method 405', async () => {
    const url = await store.presign(newKey(), { ...file, now })
    expect(await refusal(await fetch(url))).toEqual([404, 'FileNotFound'])
    const posted = await fetch(url, { method: 'POST', body: 'x' })
    expect([...(await refusal(posted)), posted.headers.get('allow')]).toEqual([405, 'MethodNotAllowed', 'GET, HEAD'])
  })

  test('half a file is never found', async () => {
    const [key, sink] = [newKey(), new PassThrough()]
    const putting = store.put(key, sink, { contentType: XLSX })
    sink.write('half')
    const url = await store.presign(key, { ...file, now })
    expect(await refusal(await fetch(url))).toEqual([404, 'FileNotFound'])
    sink.end('whole')
    await putting
    expect(await (await fetch(url)).text()).toBe('halfwhole')
    expect(existsSync(join(directory, `${key}.unfinished`))).toBe(false)
  })

  test('what a killed process left of a file goes when the file is removed', async () => {
    const key = newKey()
    const sink = new PassThrough()
    sink.on('error', () => undefined)
    const putting = store.put(key, sink, { contentType: XLSX }).catch(() => 'failed')
    sink.write('half')
    sink.destroy(new Error('stop'))
    await putting
    await store.remove(key)
    expect(filesIn(directory).filter((name) => name.includes(key))).toEqual([])
  })
})
