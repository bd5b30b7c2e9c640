import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { checkReadiness } from './readiness.ts'
import type { ReadinessCheck } from './readiness.ts'

export interface OpsServerOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  metrics: Registry
  /** The dependencies of the service; checked on every GET /readyz. */
  ready: () => Promise<ReadinessCheck[]>
}

export interface OpsServer {
  port: number
  close: () => Promise<void>
}

/**
 * The port of operators, apart from the one that serves: GET /healthz (the process answers), GET /readyz (its
 * dependencies answer too; 503 otherwise) and GET /metrics (Prometheus text).
 */
export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const server = createServer((request, response) => {
    answer(request.url ?? '/', options, response).catch((error: unknown) => {
      sendJson(response, 500, { status: 'error', detail: String(error) })
    })
  })
  await listen(server, options)
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
}

async function answer(url: string, options: OpsServerOptions, response: ServerResponse): Promise<void> {
  switch (url.split('?')[0]) {
    case '/healthz':
      return sendJson(response, 200, { status: 'ok' })
    case '/readyz': {
      const report = await checkReadiness(options.ready)
      return sendJson(response, report.ready ? 200 : 503, {
        status: report.ready ? 'ready' : 'not ready',
        checks: report.checks,
      })
    }
    case '/metrics': {
      // Before anything else: a failure is an answer, too, as long as none has begun.
      const figures = await options.metrics.metrics()
      response.writeHead(200, { 'content-type': options.metrics.contentType })
      response.end(figures)
      return
    }
    default:
      return sendJson(response, 404, {
        status: 'not found',
        detail: 'This port serves /healthz, /readyz and /metrics.',
      })
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function listen(server: Server, { host, port }: OpsServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
