import {
  Metadata,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { DomainError } from '@pacioli/errors'
import { once } from 'node:events'
import { fromMetadata, REPLAYED_HEADER, type CallContext } from './context.ts'
import { toStatus } from './problems.ts'
import { answering, answeringInParts, pathOf, type Began } from './tracing.ts'
import type { Handlers, StreamingHandlers } from './types.ts'

/** 32 MB both ways; pages end at 3 MiB long before. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

/** Told of every finished call, and if it wants of each that begins: for logs, metrics and the defects that callers must not see. */
export type CallObserver = {
  (call: { method: string; context: CallContext; ms: number; error?: unknown }): void
  began?: Began
}

/** Binds definitions to implementations; made by `implement` and `implementStream`. */
export type Implementation = {
  definition: ServiceDefinition
  calls: (observe: CallObserver) => UntypedServiceImplementation
}

const contextOf = (
  call: { metadata: Metadata; getDeadline: () => Date | number },
  markReplayed: () => void,
): CallContext => {
  const deadline = new Date(call.getDeadline())
  return fromMetadata(
    call.metadata,
    Number.isFinite(deadline.getTime()) ? deadline : new Date(Date.now() + 60_000),
    markReplayed,
  )
}

type Handle = (request: unknown, context: CallContext) => Promise<unknown>

/** Runs one handler and is the only place where a thrown refusal becomes a gRPC status. */
function unary(method: string, handle: Handle, observe: CallObserver) {
  return (call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    const started = performance.now()
    let replayed = false
    const context = contextOf(call, () => (replayed = true))
    const finish = (error?: unknown): void => observe({ method, context, ms: performance.now() - started, error })
    // Async, so that what a handler throws before its first promise is a refusal like any other.
    const run = async (): Promise<unknown> => handle(call.request, context)
    run().then(
      (message) => {
        if (replayed) {
          const metadata = new Metadata()
          metadata.set(REPLAYED_HEADER, 'true')
          call.sendMetadata(metadata)
        }
        respond(null, message)
        finish()
      },
      (error: unknown) => {
        respond(toStatus(error))
        finish(error)
      },
    )
  }
}

/** Waits until the receiver has taken what was written, or has gone. */
async function roomToWrite(call: ServerWritableStream<unknown, unknown>): Promise<void> {
  const settled = new AbortController()
  const wait = { signal: settled.signal }
  await Promise.race([once(call, 'drain', wait), once(call, 'cancelled', wait)]).finally(() => settled.abort())
}

type Stream = (request: unknown, context: CallContext) => AsyncIterable<unknown>

function streaming(method: string, handle: Stream, observe: CallObserver) {
  return async (call: ServerWritableStream<unknown, unknown>): Promise<void> => {
    const started = performance.now()
    const context = contextOf(call, () => undefined)
    try {
      for await (const message of handle(call.request, context)) {
        if (call.cancelled) return
        if (!call.write(message)) await roomToWrite(call)
      }
      call.end()
      observe({ method, context, ms: performance.now() - started })
    } catch (error) {
      call.emit('error', toStatus(error))
      observe({ method, context, ms: performance.now() - started, error })
    }
  }
}

export const implement = <Definition>(definition: Definition, handlers: Handlers<Definition>): Implementation => ({
  definition: definition as ServiceDefinition,
  calls: (observe) =>
    Object.fromEntries(
      Object.entries(handlers as Record<string, Handle>).map(([name, handle]) => [
        name,
        unary(name, answering(pathOf(definition, name), handle, observe.began), observe),
      ]),
    ),
})

export const implementStream = <Definition>(
  definition: Definition,
  handlers: StreamingHandlers<Definition>,
): Implementation => ({
  definition: definition as ServiceDefinition,
  calls: (observe) =>
    Object.fromEntries(
      Object.entries(handlers as Record<string, Stream>).map(([name, handle]) => [
        name,
        streaming(name, answeringInParts(pathOf(definition, name), handle, observe.began), observe),
      ]),
    ),
})

/** A serving gRPC endpoint. `stop` lets running calls finish, then closes; after `graceMs` it cuts them off. */
export type RpcServer = { port: number; stop: (graceMs?: number) => Promise<void> }

export async function serve(options: {
  host: string
  port: number
  services: Implementation[]
  observe?: CallObserver
}): Promise<RpcServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
  })
  const observe: CallObserver = options.observe ?? (() => undefined)
  for (const { definition, calls } of options.services) server.addService(definition, calls(observe))
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${options.host}:${options.port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return {
    port,
    stop: (graceMs = 10_000) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          server.forceShutdown()
          resolve()
        }, graceMs)
        server.tryShutdown(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}

/** Whether an error of a call is our own defect (to be logged in full) rather than a refusal. */
export const isDefect = (error: unknown): boolean => error !== undefined && !(error instanceof DomainError)
