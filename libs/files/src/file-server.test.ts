import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { waitFor } from '@pacioli/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DiskFileStore, fileKey, serveFiles, type FileServer, type FileServerOptions } from './index.ts'

/** More than the buffers between two ends of a connection take. */
const LARGE = 64 * 1024 * 1024
const LONG_MS = 60_000
const SHORT_MS = 200
const signingKey = randomBytes(32)
const now = new Date('2026-01-31T12:00:00.000Z')

let directory: string
let server: FileServer
let defects: unknown[]
let sockets: Socket[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pacioli-files-'))
  ;[defects, sockets] = [[], []]
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
  rmSync(directory, { recursive: true })
  expect(defects).toEqual([])
})

/** With limits that nothing meets, but for those that are given. */
async function serve(limits: FileServerOptions['limits']): Promise<void> {
  const patient = { connections: 100, requestMs: LONG_MS, idleMs: LONG_MS, gracePeriodMs: LONG_MS }
  server = await serveFiles({
    ...{ host: '127.0.0.1', port: 0, directory, signingKey, clock: () => now },
    onDefect: (error) => void defects.push(error),
    limits: { ...patient, ...limits },
  })
}

async function linkTo(bytes: number): Promise<URL> {
  const store = new DiskFileStore({ directory, baseUrl: `http://127.0.0.1:${server.port}`, signingKey })
  const [key, contentType] = [fileKey(randomUUID(), randomUUID()), 'text/plain']
  await store.put(key, Readable.from([]), { contentType })
  truncateSync(join(directory, key), bytes)
  return new URL(await store.presign(key, { fileName: 'a.txt', contentType, expiresInSeconds: 60, now }))
}

/** A client that sends this and then nothing more. */
async function open(sends: string): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  // A connection that the server cuts off may fail in any way.
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(sends)
  return socket
}

const asking = ({ pathname, search }: URL): string => `GET ${pathname}${search} HTTP/1.1\r\nHost: files\r\n\r\n`

describe('a connection is closed', () => {
  test.each([
    ['nothing', ''],
    ['half a request', 'GET / HTTP/1.1\r\nHost: '],
  ])('that sends %s for as long as a request may take', async (_what, sends) => {
    await serve({ requestMs: SHORT_MS })
    const socket = await open(sends)
    socket.resume()
    await once(socket, 'close')
  })

  test('that is idle', async () => {
    await serve({ idleMs: SHORT_MS })
    const socket = await open('')
    socket.resume()
    await once(socket, 'close')
  })

  test('after its answer', async () => {
    await serve({})
    const socket = await open(asking(await linkTo(5)))
    expect(await text(socket)).toMatch(/connection: close\r\n[^]*\r\n\r\n\0{5}$/i)
  })
})

describe('of more connections than there may be', () => {
  const served = async (link: URL): Promise<string | false> => {
    const socket = await open(asking(link))
    const answer = await text(socket).catch(() => '')
    return answer.startsWith('HTTP/1.1 200') && answer
  }

  test('the last is refused, and served once another one is closed', async () => {
    await serve({ connections: 1 })
    const link = await linkTo(5)
    const first = await open('')
    expect(await served(link)).toBe(false)
    first.destroy()
    await waitFor('room', () => served(link))
  })

  test.each([
    ['does not fetch what it asked for', { idleMs: SHORT_MS }],
    ['falls behind in fetching it', { gracePeriodMs: SHORT_MS }],
  ])('one that %s is closed, and others are served', async (_what, limits) => {
    await serve({ connections: 1, ...limits })
    const [large, small] = [await linkTo(LARGE), await linkTo(5)]
    const stalled = await open(asking(large))
    await once(stalled, 'readable')
    await waitFor('room', () => served(small))
    expect((await text(stalled).catch(() => '')).length).toBeLessThan(LARGE)
  })
})
