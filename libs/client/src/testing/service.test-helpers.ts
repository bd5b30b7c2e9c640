/** A real local server that gives the answers of a test and records its requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PacioliClient, type ClientOptions } from '../index.ts'
import type { World } from '../world.ts'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export type Reply = (received: Received, response: ServerResponse) => void

/** Answers JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_received, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

/** A refusal in the form of the API. */
export const refusal = (status: number, error_enum: string, headers: Record<string, string> = {}): Reply => {
  const meta = { request_id: 'r-1', field: 'f', doc_url: `https://books.example/docs/errors#${error_enum}` }
  const problem = { type: 'T', description: `${error_enum}.`, error_enum, meta }
  return json(status, { ...problem, errors: [problem, { ...problem, error_enum: 'Second' }] }, headers)
}

/** Loses the connection before the answer. */
export const lost: Reply = (_received, response) => void response.socket?.destroy()

/** Loses the connection midway through the answer. */
export const lostHalfway: Reply = (_received, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"data"', () => response.socket?.destroy())
}

export const silence: Reply = () => {}

export interface Service {
  url: string
  received: Received[]
  /** The next answers, in order; the last one repeats. */
  replies: (...replies: Reply[]) => void
  close: () => Promise<void>
}

export async function startService(): Promise<Service> {
  const received: Received[] = []
  let next: Reply[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
      received.push(one)
      const [reply, ...others] = next
      if (others.length > 0) next = others
      reply?.(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    replies: (...replies) => {
      received.length = 0
      next = replies
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A clock that only advances in pauses, and the longest pauses. */
export function standingWorld(): World & { slept: number[] } {
  let now = Date.parse('2026-01-31T12:00:00Z')
  let keys = 0
  const slept: number[] = []
  return {
    slept,
    fetch: (url, init) => fetch(url, init),
    now: () => now,
    sleep: (milliseconds) => {
      slept.push(milliseconds)
      now += milliseconds
      return Promise.resolve()
    },
    random: () => 1,
    newKey: () => `key-${++keys}`,
  }
}

/** A client of the service with that clock and a token. */
export function clientOf(
  service: Service,
  options: Pick<ClientOptions, 'retries'> = {},
): { client: PacioliClient; slept: number[] } {
  const world = standingWorld()
  return { client: new PacioliClient({ baseUrl: service.url, token: 'token', world, ...options }), slept: world.slept }
}
