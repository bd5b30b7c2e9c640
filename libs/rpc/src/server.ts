import {
  Metadata,
  Server,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { isOutcomeUnknown, refused } from '@pacioli/errors'
import { CallsService, type PreviewedAnswer, type PreviewedCall__Output } from '@pacioli/protos/calls'
import { Admission, type CallWorkload } from './admission.ts'
import { keepClosingSessions } from './closing-sessions.ts'
import { MAX_MESSAGE_BYTES, servingBytes } from './message-size.ts'
import { fromMetadata, REPLAYED_HEADER, type CallContext } from './context.ts'
import { Preview } from './preview.ts'
import { toStatus } from './problems.ts'
import { isReadOnly } from './read-only.ts'
import { Exchanged, type Answering } from './serve-exchange.ts'
import { servingCredentials, type TlsFiles } from './tls.ts'
import { answering, streamingAnswer, type Began } from './tracing.ts'
import type { Handlers, StreamingHandlers } from './types.ts'

/** How often both sides ping an open connection. */
export const KEEPALIVE_MS = 20_000

/** Observes finished calls, and optionally their begin: for logs, metrics and defects that callers must not see. */
export type CallObserver = {
  (call: { method: string; context: CallContext; ms: number; error?: unknown }): void
  began?: Began
}

/** A definition with its handlers; made by `implement` and `implementStream`. */
export type Implementation = {
  definition: ServiceDefinition
  calls: (observe: CallObserver, admission: Admission) => Bound
}

/** What serves each method by itself, and what of it exchanges and previews use, by path. */
type Bound = {
  alone: UntypedServiceImplementation
  exchanged: [string, Answering][]
  previewed: [string, Previewing][]
}

/** Runs a method of which nothing stays. */
type Previewing = { asks: boolean; run: (request: Buffer, context: CallContext) => Promise<Buffer> }

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

/** A read writes nothing: whatever answer it lost, it can be repeated. */
const asOfQuestion = (error: unknown): unknown =>
  isOutcomeUnknown(error)
    ? refused(
        'ServiceUnavailable',
        'A part of the service went away while it was asked. Try again.',
        {},
        { cause: error.cause },
      )
    : error

/** A method of a server: its serializers, and what all methods share. */
type Method = {
  name: string
  path: string
  asks: boolean
  deserialize: (bytes: Buffer) => unknown
  serialize: (message: unknown) => Buffer
  observe: CallObserver
  admission: Admission
}

/** Runs one handler; nothing else turns a thrown refusal into a gRPC status. */
function unary({ name, path, asks, deserialize, serialize, observe, admission }: Method, handler: Handle): Answering {
  const handle = answering(path, handler, observe.began)
  return (request, contextOf, { answer, refuse }) => {
    const started = performance.now()
    let replayed = false
    const context = contextOf(() => (replayed = true))
    const finish = (error?: unknown): void => observe({ method: name, context, ms: performance.now() - started, error })
    const serialized = admission.run(request.length, context, async () =>
      serialize(await handle(deserialize(request), context)),
    )
    serialized.then(
      (bytes) => {
        answer(bytes, replayed, () => admission.hold(context, bytes.length))
        finish()
      },
      (thrown: unknown) => {
        const error = asks ? asOfQuestion(thrown) : thrown
        refuse(toStatus(error))
        finish(error)
      },
    )
  }
}

/** A method under the context of a preview. */
const previewing = ({ asks, deserialize, serialize }: Method, handler: Handle): Previewing => ({
  asks,
  run: async (request, context) => serialize(await handler(deserialize(request), context)),
})

const EMPTY = Buffer.alloc(0)

/** The service that a path belongs to: `ledger` of `/pacioli.ledger.v1.JournalService/PostJournalEntry`. */
const serviceOf = (path: string): string => path.split('.')[1] ?? ''

/** Serves previews of all methods. What a write finds is at least as new as the beginning of its call. */
const servePreviews = (methods: ReadonlyMap<string, Previewing>): Implementation =>
  implement(
    { Preview: CallsService.Preview },
    {
      Preview: async ({ path, request, accounts }: PreviewedCall__Output, context: CallContext) => {
        const method = methods.get(path)
        if (!method) throw new Error(`there is no method ${path} to be previewed`)
        const preview = new Preview(accounts)
        if (!method.asks) preview.tried(serviceOf(path), new Date())
        const within = { ...context, idempotency: undefined, preview }
        const bytes = await method.run(request.length === 0 ? EMPTY : request, within)
        return { answer: bytes, ...preview.answer() } satisfies PreviewedAnswer
      },
    },
  )

/** A method that is called by itself. */
const alone =
  (method: Answering) =>
  (call: ServerUnaryCall<Buffer, Buffer>, respond: sendUnaryData<Buffer>): void =>
    method(call.request, (markReplayed) => contextOf(call, markReplayed), {
      answer: (bytes, replayed, hold) => {
        if (replayed) {
          const metadata = new Metadata()
          metadata.set(REPLAYED_HEADER, 'true')
          call.sendMetadata(metadata)
        }
        // Fires once, however the call ends, also when the whole answer is sent.
        if (!call.cancelled) call.once('cancelled', hold())
        respond(null, bytes)
      },
      refuse: (refusal) => respond(refusal),
    })

/** Resolves when a part is sent or its receiver gone. Bounds bytes, where the library would count parts. */
const goneOut = (call: ServerWritableStream<Buffer, Buffer>, part: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      call.off('cancelled', done)
      resolve()
    }
    call.once('cancelled', done)
    call.write(part, done)
  })

type Stream = (request: unknown, context: CallContext) => AsyncIterable<unknown>

function streaming({ name, path, deserialize, serialize, observe, admission }: Method, handler: Stream) {
  const handle = streamingAnswer(path, handler, observe.began)
  return async (call: ServerWritableStream<Buffer, Buffer>): Promise<void> => {
    const started = performance.now()
    const context = contextOf(call, () => undefined)
    const finish = (error?: unknown): void => observe({ method: name, context, ms: performance.now() - started, error })
    const send = async (part: Buffer): Promise<void> => {
      const over = admission.hold(context, part.length)
      await goneOut(call, part)
      over()
    }
    try {
      await admission.run(call.request.length, context, async () => {
        // One part is sent while the next is made, and no more.
        let sending = Promise.resolve()
        for await (const message of handle(deserialize(call.request), context)) {
          await sending
          if (call.cancelled) return
          // Handled here: `sending` is not awaited while the next part is made.
          const part = serialize(message)
          sending = send(part)
        }
        await sending
      })
      if (!call.cancelled) call.end()
      finish()
    } catch (error) {
      call.emit('error', toStatus(error))
      finish(error)
    }
  }
}

/** The handlers of a definition, each bound to its method. */
const bound = <Handler>(
  definition: ServiceDefinition,
  handlers: Record<string, Handler>,
  bind: (methods: [Method, Handler][]) => Bound,
): Implementation => ({
  definition: servingBytes(definition),
  calls: (observe, admission) =>
    bind(
      Object.entries(definition).flatMap(([name, { path, requestDeserialize, responseSerialize: serialize }]) => {
        const handler = handlers[name]
        const asks = isReadOnly(definition, name)
        const deserialize: Method['deserialize'] = requestDeserialize
        return handler ? [[{ name, path, asks, deserialize, serialize, observe, admission }, handler]] : []
      }),
    ),
})

export const implement = <Definition>(definition: Definition, handlers: Handlers<Definition>): Implementation =>
  bound(definition as ServiceDefinition, handlers as Record<string, Handle>, (methods) => {
    const each = methods.map(([method, handler]) => ({ ...method, answering: unary(method, handler) }))
    return {
      alone: Object.fromEntries(each.map(({ name, answering: method }) => [name, alone(method)])),
      exchanged: each.map(({ path, answering: method }) => [path, method]),
      previewed: methods.map(([method, handler]) => [method.path, previewing(method, handler)]),
    }
  })

export const implementStream = <Definition>(
  definition: Definition,
  handlers: StreamingHandlers<Definition>,
): Implementation =>
  bound(definition as ServiceDefinition, handlers as Record<string, Stream>, (methods) => ({
    alone: Object.fromEntries(methods.map(([method, handler]) => [method.name, streaming(method, handler)])),
    exchanged: [],
    previewed: [],
  }))

/**
 * A gRPC server. `stop` sends callers elsewhere, lets running calls finish, then closes, and after `graceMs` cuts them
 * off. A call on its way meanwhile is not begun, and its caller sends it elsewhere.
 */
export type RpcServer = { port: number; stop: (graceMs?: number) => Promise<void> }

/** Default of the calls in flight: some dozens for each connection to the database. */
const MOST_CALLS = 512

/** After this time a caller reconnects, and so finds new replicas. */
const CONNECTION_AGE_MS = 300_000

export async function serve(options: {
  host: string
  port: number
  services: Implementation[]
  observe?: CallObserver
  /** Only callers with a certificate of this authority may call; absent, all may. */
  tls?: TlsFiles | undefined
  /** Calls in flight; more are refused with 503. */
  maxInFlight?: number
  /** Bounds each call and its answer. */
  workload?: CallWorkload
  connectionAgeMs?: number
  keepaliveMs?: number
}): Promise<RpcServer> {
  const { maxInFlight = MOST_CALLS, connectionAgeMs = CONNECTION_AGE_MS, keepaliveMs = KEEPALIVE_MS } = options
  const observe: CallObserver = options.observe ?? (() => undefined)
  keepClosingSessions()
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.keepalive_time_ms': keepaliveMs,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_connection_age_ms': connectionAgeMs,
    // Its statistics stay on though unused: without them the library forgets its sessions, and cuts none off.
  })
  const admission = new Admission(maxInFlight, options.workload)
  const exchanged = new Exchanged()
  const previewed = new Map<string, Previewing>()
  for (const { definition, calls } of options.services) {
    const each = calls(observe, admission)
    server.addService(definition, each.alone)
    for (const [path, method] of each.exchanged) exchanged.methods.set(path, method)
    for (const [path, method] of each.previewed) previewed.set(path, method)
  }
  const previews = servePreviews(previewed).calls(observe, admission)
  for (const [path, method] of previews.exchanged) exchanged.methods.set(path, method)
  server.addService(exchanged.definition, { Exchange: exchanged.serve, ...previews.alone })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${options.host}:${options.port}`, servingCredentials(options.tls), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { port, stop: (graceMs = 10_000) => drain(server, exchanged, admission, graceMs) }
}

/** Waits also for calls whose callers have gone: their work goes on, and needs what is stopped after this. */
const drain = (server: Server, exchanged: Exchanged, admission: Admission, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown()
      resolve()
    }, graceMs)
    exchanged.drain()
    server.tryShutdown(
      () =>
        void admission.idle().then(() => {
          clearTimeout(timer)
          resolve()
        }),
    )
  })
