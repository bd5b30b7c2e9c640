/** Serves the files of a disk store: a small HTTP server for signed links alone. */
import { catalogue, problem, type ErrorEnum } from '@pacioli/errors'
import { MinDataRate, limitSlowResponse, type DataRateLimits } from '@pacioli/service/data-rates'
import { randomUUID } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { attachmentNamed } from './content-disposition.ts'
import { pathOf } from './disk-store.ts'
import { readLink, type Link } from './signed-link.ts'

export type FileServerOptions = {
  host: string
  /** 0 picks a free port. */
  port: number
  directory: string
  signingKey: Buffer
  clock: () => Date
  /** Receives our own failures. */
  onDefect: (error: unknown, requestId: string) => void
  limits?: Partial<FileServerLimits>
}

/** What slow or idle callers may use, and for how long. */
export type FileServerLimits = DataRateLimits & {
  /** More are closed on arrival. */
  connections: number
  /** Until a request is complete. */
  requestMs: number
  /** Without a byte in either direction. */
  idleMs: number
}

const LIMITS: FileServerLimits = {
  connections: 500,
  requestMs: 10_000,
  idleMs: 30_000,
  gracePeriodMs: 20_000,
  bytesPerSecond: 16 * 1024,
}

export type FileServer = {
  port: number
  /** Lets running downloads finish, for a while. */
  close: () => Promise<void>
}

const GRACE_MS = 5_000

/** Answers GET and HEAD of links that were signed with the key and have not expired. */
export async function serveFiles(options: FileServerOptions): Promise<FileServer> {
  const limits = { ...LIMITS, ...options.limits }
  const pace = new MinDataRate(limits)
  const server = createServer(timesOf(limits), (request, response) => {
    // One answer per connection, so that small or slow requests cannot keep it.
    response.setHeader('connection', 'close')
    limitSlowResponse(pace, response)
    const requestId = randomUUID()
    answer(request, response, options, requestId).catch((error: unknown) => {
      // A caller that leaves before the end of the file is no defect.
      if (response.destroyed || request.destroyed) return
      options.onDefect(error, requestId)
      if (response.headersSent) response.destroy()
      else refuse(response, requestId, 'InternalError', 'The file could not be read. Ask for a new link.')
    })
  })
  server.timeout = limits.idleMs
  server.maxConnections = limits.connections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

/** By default Node checks for late requests twice a minute. */
const timesOf = ({ requestMs }: FileServerLimits) => ({
  requestTimeout: requestMs,
  headersTimeout: requestMs,
  connectionsCheckingInterval: requestMs / 10,
})

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: FileServerOptions,
  requestId: string,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return refuse(response, requestId, 'MethodNotAllowed', 'Files are fetched with GET.')
  }
  const link = readLink(request.url ?? '', options.signingKey)
  if (!link)
    return refuse(
      response,
      requestId,
      'InvalidLink',
      'This is no link to a file. Follow a link exactly as it was given.',
    )
  if (options.clock() >= link.expiresAt)
    return refuse(response, requestId, 'ExpiredLink', 'The link has expired. Export the document again.')
  const file = await openIfThere(pathOf(options.directory, link.key))
  if (!file) return refuse(response, requestId, 'FileNotFound', 'The file is gone. Export the document again.')
  try {
    await send(file, link, request, response)
  } finally {
    await file.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function send(
  file: FileHandle,
  { fileName, contentType }: Link,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { size } = await file.stat()
  response.writeHead(200, {
    ...PRIVATE,
    'content-type': contentType,
    'content-length': size,
    'content-disposition': attachmentNamed(fileName),
  })
  if (method === 'HEAD') response.end()
  else await pipeline(file.createReadStream({ autoClose: false }), response)
}

/** Private to one reader: not cached on the way, and served as its exact type. */
const PRIVATE = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** The error object of the API. */
function refuse(response: ServerResponse, requestId: string, error_enum: ErrorEnum, description: string): void {
  const found = problem(error_enum, description, { request_id: requestId })
  const body = JSON.stringify({ ...found, errors: [found] })
  response.writeHead(catalogue[error_enum].http, {
    ...PRIVATE,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
