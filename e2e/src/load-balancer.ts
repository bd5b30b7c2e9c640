/**
 * A load balancer before several gateways: sends each request to a ready one, and learns of readiness a moment late, as
 * real ones do. It sends nothing twice, so whatever a gateway fails to answer fails.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool, request as ask } from 'undici'

export interface Gateway {
  url: string
  /** The address of /readyz. */
  opsUrl: string
}

export interface LoadBalancer {
  url: string
  /** What failed so far, in words. */
  failures: string[]
  stop: () => Promise<void>
}

/** `doubtful`: it or a dependency does not answer in time. `gone`: it is stopping or does not listen. */
type Health = 'ready' | 'doubtful' | 'gone'

interface Backend {
  pool: Pool
  takesRequests: boolean
  /** Ends its probes. */
  stop: () => void
}

/** Between two probes of a gateway, in milliseconds. */
const LOOK_MS = 100
const PATIENCE_MS = 2_000

/** For so long a gateway may be doubtful, as Kubernetes has it with the probes of our manifests: two, five seconds apart. */
const DOUBTFUL_MS = 10_000

/** Hop-by-hop headers (RFC 9110, 7.6.1); a forwarded body has its length set again. */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect'])

/** Over a new connection each time, as orchestrators do: a kept one would delay a stopping gateway. */
async function healthOf({ opsUrl }: Gateway): Promise<Health> {
  try {
    const { statusCode, body } = await ask(`${opsUrl}/readyz`, { headersTimeout: PATIENCE_MS, reset: true })
    const text = await body.text()
    if (statusCode === 200) return 'ready'
    const { checks } = JSON.parse(text) as { checks: { name: string; ok: boolean }[] }
    return checks.some(({ name, ok }) => name === 'serving' && !ok) ? 'gone' : 'doubtful'
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ECONNREFUSED' ? 'gone' : 'doubtful'
  }
}

function watch(gateway: Gateway): Backend {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const backend: Backend = {
    pool: new Pool(gateway.url),
    takesRequests: true,
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
  let doubtfulSince: number | undefined
  // Independently: a slow one must not hide that another one stops.
  const look = async (): Promise<void> => {
    const health = await healthOf(gateway)
    doubtfulSince = health === 'doubtful' ? (doubtfulSince ?? Date.now()) : undefined
    const isPassing = backend.takesRequests && Date.now() - (doubtfulSince ?? 0) < DOUBTFUL_MS
    backend.takesRequests = health === 'ready' || (health === 'doubtful' && isPassing)
    if (!isOver) timer = setTimeout(() => void look(), LOOK_MS)
  }
  void look()
  return backend
}

const kept = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)))

async function whole(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Starts one on a port of the loopback interface. */
export async function startLoadBalancer(gateways: readonly Gateway[]): Promise<LoadBalancer> {
  const backends = gateways.map(watch)
  const failures: string[] = []
  let turn = 0

  const next = (): Backend | undefined => {
    const ready = backends.filter(({ takesRequests }) => takesRequests)
    turn += 1
    return ready[turn % ready.length]
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    try {
      const sent = await whole(request)
      const backend = next()
      if (!backend) throw new Error('no gateway is ready')
      const headers = kept(request.headers) as Record<string, string | string[]>
      const answer = await backend.pool.request({ method, path: url, headers, body: sent.length > 0 ? sent : null })
      const body = await whole(answer.body)
      if (answer.statusCode >= 500) failures.push(`${method} ${url}: ${answer.statusCode} ${body.toString()}`)
      response.writeHead(answer.statusCode, kept(answer.headers)).end(body)
    } catch (error) {
      const why = (error as Error).message
      failures.push(`${method} ${url}: ${why}`)
      response.writeHead(502).end(why)
    }
  }

  // Connections to it stay open however long they are idle: what it is here to show is how gateways end theirs.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void pass(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    stop: async () => {
      for (const backend of backends) backend.stop()
      server.closeAllConnections()
      server.close()
      await Promise.all(backends.map(({ pool }) => pool.destroy()))
    },
  }
}
