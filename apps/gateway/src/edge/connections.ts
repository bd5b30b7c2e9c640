/** The server under the gateway: bounds its connections, their times, and the requests waiting on one. */
import { Counter, Gauge, type Registry } from '@pacioli/service'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { callerAt } from './addresses.ts'
import type { EdgeLimits } from './limits.ts'
import { SharedBudget } from './shared-budget.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

export type ServerOptions = {
  limits: EdgeLimits
  /** How long a connection may be idle between two requests, in milliseconds. */
  keepAliveMs: number
  /** Proxies bring the connections of many callers: only the total is bounded. */
  isProxy: (address: string) => boolean
  metrics: Registry
}

export function createBoundedServer(handle: Listener, options: ServerOptions): Server {
  const { headersMs, requestMs, waiting } = options.limits
  const server = createServer({
    headersTimeout: Math.min(headersMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: options.keepAliveMs,
    // By default Node checks for late requests twice a minute.
    connectionsCheckingInterval: Math.min(headersMs, requestMs) / 10,
    // A missing Host is refused by request.ts.
    requireHostHeader: false,
  })
  const inTurn = oneAtATime(handle, waiting)
  // A caller that expects 100-continue gets it when the body is read; other expectations are refused like any header.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, inTurn)
  boundConnections(server, options)
  return server
}

function boundConnections(server: Server, { limits, isProxy, metrics }: ServerOptions): void {
  const refused = new Counter({
    name: 'gateway_connections_refused_total',
    help: 'Connections closed as they came because there were too many, in all or of one address',
    registers: [metrics],
  })
  const open = new SharedBudget({ limit: Infinity, limitEach: limits.connectionsEach })
  new Gauge({
    name: 'gateway_connections',
    help: 'Open connections of callers',
    registers: [metrics],
    collect() {
      this.set(open.used)
    },
  })
  server.maxConnections = limits.connections
  server.on('drop', () => refused.inc())
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const owners = isProxy(remoteAddress) ? [] : [callerAt(remoteAddress)]
    if (open.reserve(owners, 1)) {
      socket.once('close', () => open.release(owners, 1))
      return
    }
    refused.inc()
    socket.destroy()
  })
}

/** The requests of one connection. */
type Line = { answering: ServerResponse | undefined; waiting: [IncomingMessage, ServerResponse][] }

const LINE = Symbol('the requests of the connection')

type Lined = Socket & { [LINE]?: Line }

/** Whether an answer has begun on the connection: nothing else may be written then. */
export const isAnswering = (socket: Socket): boolean => (socket as Lined)[LINE]?.answering?.headersSent === true

/**
 * HTTP lets a caller pipeline requests, and Node would start all of them at once. Here each waits until the answer
 * before it is sent; a connection with too many waiting is closed, as they use memory.
 */
function oneAtATime(handle: Listener, most: number): Listener {
  const begin = (request: IncomingMessage, response: ServerResponse, line: Line): void => {
    const { socket } = request
    line.answering = response
    response.on('close', () => {
      if (line.answering !== response) return
      line.answering = undefined
      const next = socket.writable ? line.waiting.shift() : undefined
      if (next) begin(...next, line)
    })
    handle(request, response)
  }
  return (request, response) => {
    const socket: Lined = request.socket
    const line = (socket[LINE] ??= { answering: undefined, waiting: [] })
    if (!line.answering) begin(request, response, line)
    else if (line.waiting.length < most) line.waiting.push([request, response])
    else socket.destroy()
  }
}
