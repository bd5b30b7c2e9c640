/**
 * What stands before several gateways: sends each request to one that says it is ready, and knows that a moment late, as
 * load balancers do. It sends nothing twice, so whatever a gateway fails to answer fails.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'

export interface Gateway {
  url: string
  /** Answers 200 on /readyz while requests may be sent there. */
  opsUrl: string
}

/** Between two looks at a gateway. */
const LOOK_MS = 250

/** Of one connection, hop by hop. */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'expect'])

export async function startLoadBalancer(gateways: readonly Gateway[]) {
  const backends = gateways.map(({ url, opsUrl }) => ({ pool: new Pool(url), opsUrl, isReady: true }))
  const failures: string[] = []
  let turn = 0
  const look = async (backend: (typeof backends)[number]): Promise<void> => {
    const timeout = AbortSignal.timeout(2_000)
    backend.isReady = await fetch(`${backend.opsUrl}/readyz`, { signal: timeout }).then(
      ({ status }) => status === 200,
      () => false,
    )
  }
  const looking = setInterval(() => void Promise.all(backends.map(look)), LOOK_MS)

  const next = (): (typeof backends)[number] | undefined => {
    const ready = backends.filter(({ isReady }) => isReady)
    turn += 1
    return ready[turn % ready.length]
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const backend = next()
    if (!backend) return refuse(request, response, 'no gateway is ready')
    const headers = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.has(name))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const answer = await backend.pool.request({
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: Object.fromEntries(headers) as Record<string, string | string[]>,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      })
      const body = Buffer.from(await answer.body.arrayBuffer())
      if (answer.statusCode >= 500)
        failures.push(`${request.method} ${request.url}: ${answer.statusCode} ${body.toString()}`)
      const kept = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.has(name))
      response.writeHead(answer.statusCode, Object.fromEntries(kept)).end(body)
    } catch (error) {
      refuse(request, response, (error as Error).message)
    }
  }

  function refuse({ method, url }: IncomingMessage, response: ServerResponse, why: string): void {
    failures.push(`${method} ${url}: ${why}`)
    response.writeHead(502).end(why)
  }

  const server = createServer((request, response) => void pass(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What failed so far, in words. */
    failures,
    stop: async (): Promise<void> => {
      clearInterval(looking)
      server.closeAllConnections()
      server.close()
      await Promise.all(backends.map(({ pool }) => pool.destroy()))
    },
  }
}
