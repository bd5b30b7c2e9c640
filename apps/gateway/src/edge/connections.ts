/** The server under the gateway: how many connections there are, how long each may take, and what comes next on one. */
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
  /** Proxies bring the connections of many: only their sum is bounded. */
  isProxy: (address: string) => boolean
  metrics: Registry
}

export function createBoundedServer(handle: Listener, options: ServerOptions): Server {
  const { headersMs, requestMs, waiting } = options.limits
  const server = createServer({
    headersTimeout: Math.min(headersMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: options.keepAliveMs,
    // Node looks for late requests twice a minute unless told otherwise.
    connectionsCheckingInterval: Math.min(headersMs, requestMs) / 10,
    // A missing Host is answered in our own words.
    requireHostHeader: false,
  })
  const inTurn = oneAtATime(handle, waiting)
  // Whoever waits to be told so is told when the body is wanted; whatever else is expected is refused like any header.
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

/** What is on its way on one connection. */
type Line = { answering: ServerResponse; waiting: [IncomingMessage, ServerResponse][] }

const lines = new WeakMap<Socket, Line>()

/** Whether an answer has begun on the connection: nothing else may be written to it then. */
export const isAnswering = (socket: Socket): boolean => lines.get(socket)?.answering.headersSent === true

/**
 * HTTP lets a caller send requests without waiting for answers, and Node would take up all of them at once. They wait for
 * the answer before to have gone; a connection on which more wait than may is closed, for they hold memory.
 */
function oneAtATime(handle: Listener, most: number): Listener {
  const begin = (request: IncomingMessage, response: ServerResponse, waiting: Line['waiting']): void => {
    const { socket } = request
    lines.set(socket, { answering: response, waiting })
    response.once('close', () => {
      const next = socket.writable ? waiting.shift() : undefined
      if (next) begin(...next, waiting)
      else lines.delete(socket)
    })
    handle(request, response)
  }
  return (request, response) => {
    const line = lines.get(request.socket)
    if (!line) begin(request, response, [])
    else if (line.waiting.length < most) line.waiting.push([request, response])
    else request.socket.destroy()
  }
}
