/** An S3 server with one bucket, which records its requests. */
import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type S3rver = { run: () => Promise<AddressInfo>; close: () => Promise<void>; httpServer: Server }

// It has no types, and is CommonJS.
const S3rverClass = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver

/** The credentials it accepts. */
export const S3_KEYS = { accessKey: 'S3RVER', secretKey: 'S3RVER' }
export const BUCKET = 'documents'

export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-s3-'))
  const server = new S3rverClass({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  /** `METHOD path?query` of every request. */
  const asked: string[] = []
  server.httpServer.prependListener('request', (request: { method?: string; url?: string }) => {
    asked.push(`${request.method} ${request.url}`)
  })
  return {
    endpoint: `http://127.0.0.1:${port}`,
    directory,
    asked,
    stop: async () => {
      server.httpServer.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
