/**
 * What stands before several gateways: sends each request to one that says it is ready, and knows that a moment late, as
 * load balancers do. It sends nothing twice, so whatever a gateway fails to answer fails.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool, request as ask } from 'undici'

export interface Gateway {
  url: string
  /** Where /readyz is asked. */
  opsUrl: string
}

export interface LoadBalancer {
  url: string
  /** What failed so far, in words. */
  failures: string[]
  stop: () => Promise<void>
}

/**
 * `ready` takes requests. `doubtful` does not while another one is ready: what it depends on does not answer in time, or
 * it does not itself, and with all of them so, sending on is better than refusing. `gone` ends, or does not listen.
 */
type Health = 'ready' | 'doubtful' | 'gone'

interface Backend {
  pool: Pool
  health: Health
  /** Ends the looking at it. */
  stop: () => void
}

/** Between two looks at a gateway, in milliseconds. */
const LOOK_MS = 100
const PATIENCE_MS = 2_000

/** Of one connection, hop by hop (RFC 9110, 7.6.1); a body that is sent on whole has its length told anew. */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect'])

/** Asked over a connection of its own each time, as orchestrators do: one that is kept would hold up a gateway that ends. */
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
    health: 'ready',
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
  // Each by itself: a slow one must not keep us from seeing that another one ends.
  const look = async (): Promise<void> => {
    backend.health = await healthOf(gateway)
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
    const ready = backends.filter(({ health }) => health === 'ready')
    const among = ready.length > 0 ? ready : backends.filter(({ health }) => health === 'doubtful')
    turn += 1
    return among[turn % among.length]
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const sent = await whole(request)
    const backend = next()
    try {
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
