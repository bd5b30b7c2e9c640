import {
  Metadata,
  Server,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { busy, isOutcomeUnknown, refused } from '@pacioli/errors'
import { keepClosingSessions } from './closing-sessions.ts'
import { bytesOf, respondingWithBytes } from './message-size.ts'
import { fromMetadata, REPLAYED_HEADER, type CallContext } from './context.ts'
import { toStatus } from './problems.ts'
import { isReadOnly } from './read-only.ts'
import { servingCredentials, type TlsFiles } from './tls.ts'
import { answering, streamingAnswer, type Began } from './tracing.ts'
import type { Handlers, StreamingHandlers } from './types.ts'

/** 32 MB both ways; pages end at 3 MiB long before. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024

/** How often both sides ask whether the other one is still there, while a connection is open. */
export const KEEPALIVE_MS = 20_000

/** Told of every finished call, and if it wants of each that begins: for logs, metrics and the defects that callers must not see. */
export type CallObserver = {
  (call: { method: string; context: CallContext; ms: number; error?: unknown }): void
  began?: Began
}

/** Binds definitions to implementations; made by `implement` and `implementStream`. */
export type Implementation = {
  definition: ServiceDefinition
  calls: (observe: CallObserver, admission: Admission) => UntypedServiceImplementation
}

/** What a service takes on, by weight. */
export type CallWorkload = {
  /**
   * Asked before a call is begun, with the size of its request. Answers how to say that it is over, now or when its turn
   * comes.
   * @throws ServiceUnavailable where it does not take it on
   */
  begin: (context: CallContext, bytes: number) => (() => void) | Promise<() => void>
  /** Told of an answer, or a part of one, that is there; what it answers says that it has gone out. */
  charge: (context: CallContext, bytes: number) => () => void
}

/**
 * How many calls are in work at once. Each waits for the same few connections to the database: beyond some hundreds one
 * more would only make all of them late, and the caller would have given up by the time it is answered.
 */
class Admission {
  readonly #most: number
  readonly #workload: CallWorkload | undefined
  #running = 0
  readonly #idle: (() => void)[] = []

  constructor(most: number, workload: CallWorkload | undefined) {
    this.#most = most
    this.#workload = workload
  }

  /** Runs one call. @throws ServiceUnavailable while there are as many as there may be, or its request is too much */
  async run<Done>(request: unknown, context: CallContext, work: () => Promise<Done>): Promise<Done> {
    this.#enter()
    try {
      const begun = this.#workload?.begin(context, bytesOf(request))
      const over = begun instanceof Promise ? await begun : begun
      try {
        return await work()
      } finally {
        over?.()
      }
    } finally {
      this.#leave()
    }
  }

  /** Counts bytes that wait to go out, until what this answers is called. */
  hold(context: CallContext, bytes: number): () => void {
    return this.#workload?.charge(context, bytes) ?? (() => undefined)
  }

  /** @throws ServiceUnavailable while there are as many as there may be */
  #enter(): void {
    if (this.#running >= this.#most) throw busy('A part of the service has as much to do as it can.')
    this.#running += 1
  }

  #leave(): void {
    this.#running -= 1
    if (this.#running === 0) this.#idle.splice(0).forEach((resolve) => resolve())
  }

  /** Resolves when none is in work. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => void this.#idle.push(resolve))
  }
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

/** A question writes nothing of its own: whatever it lost the answer to, asking again does no harm. */
const asOfQuestion = (error: unknown): unknown =>
  isOutcomeUnknown(error)
    ? refused(
        'ServiceUnavailable',
        'A part of the service went away while it was asked. Try again.',
        {},
        { cause: error.cause },
      )
    : error

/** One method of a server: how its answers become bytes, and what all of them share. */
type Method = {
  name: string
  path: string
  asks: boolean
  serialize: (message: unknown) => Buffer
  observe: CallObserver
  admission: Admission
}

/** Runs one handler and is the only place where a thrown refusal becomes a gRPC status. */
function unary({ name, path, asks, serialize, observe, admission }: Method, handler: Handle) {
  const handle = answering(path, handler, observe.began)
  return (call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    const started = performance.now()
    let replayed = false
    const context = contextOf(call, () => (replayed = true))
    const finish = (error?: unknown): void => observe({ method: name, context, ms: performance.now() - started, error })
    const answer = admission.run(call.request, context, async () => serialize(await handle(call.request, context)))
    answer.then(
      (bytes) => {
        if (replayed) {
          const metadata = new Metadata()
          metadata.set(REPLAYED_HEADER, 'true')
          call.sendMetadata(metadata)
        }
        // This comes once, however the call ends: also when all of its answer has gone out.
        if (!call.cancelled) call.once('cancelled', admission.hold(context, bytes.length))
        respond(null, bytes)
        finish()
      },
      (thrown: unknown) => {
        const error = asks ? asOfQuestion(thrown) : thrown
        respond(toStatus(error))
        finish(error)
      },
    )
  }
}

/** Resolves when a part has gone out, or its receiver has gone. It bounds bytes, where the library would count parts. */
const goneOut = (call: ServerWritableStream<unknown, unknown>, part: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      call.off('cancelled', done)
      resolve()
    }
    call.once('cancelled', done)
    call.write(part, done)
  })

type Stream = (request: unknown, context: CallContext) => AsyncIterable<unknown>

function streaming({ name, path, serialize, observe, admission }: Method, handler: Stream) {
  const handle = streamingAnswer(path, handler, observe.began)
  return async (call: ServerWritableStream<unknown, unknown>): Promise<void> => {
    const started = performance.now()
    const context = contextOf(call, () => undefined)
    const finish = (error?: unknown): void => observe({ method: name, context, ms: performance.now() - started, error })
    const send = async (part: Buffer): Promise<void> => {
      const over = admission.hold(context, part.length)
      await goneOut(call, part)
      over()
    }
    try {
      await admission.run(call.request, context, async () => {
        // While one part goes out the next one is made, and no more.
        let sending = Promise.resolve()
        for await (const message of handle(call.request, context)) {
          await sending
          if (call.cancelled) return
          // Here, where it is met at once: nobody waits for `sending` while the next part is made.
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
  bind: (method: Method, handler: Handler) => UntypedServiceImplementation[string],
): Implementation => ({
  definition: respondingWithBytes(definition),
  calls: (observe, admission) =>
    Object.fromEntries(
      Object.entries(definition).flatMap(([name, { path, responseSerialize: serialize }]) => {
        const handler = handlers[name]
        const asks = isReadOnly(definition, name)
        return handler ? [[name, bind({ name, path, asks, serialize, observe, admission }, handler)]] : []
      }),
    ),
})

export const implement = <Definition>(definition: Definition, handlers: Handlers<Definition>): Implementation =>
  bound(definition as ServiceDefinition, handlers as Record<string, Handle>, unary)

export const implementStream = <Definition>(
  definition: Definition,
  handlers: StreamingHandlers<Definition>,
): Implementation => bound(definition as ServiceDefinition, handlers as Record<string, Stream>, streaming)

/**
 * A serving gRPC endpoint. `stop` tells its callers to go elsewhere, lets running calls finish, then closes; after
 * `graceMs` it cuts them off. A call that was on its way meanwhile is not begun, and its caller sends it elsewhere.
 */
export type RpcServer = { port: number; stop: (graceMs?: number) => Promise<void> }

/** Calls at once, unless told: each connection to the database then has some dozens to do. */
const MOST_CALLS = 512

/** After so long a caller connects anew, and so finds replicas that have come since. */
const CONNECTION_AGE_MS = 300_000

export async function serve(options: {
  host: string
  port: number
  services: Implementation[]
  observe?: CallObserver
  /** Only callers with a certificate of its authority may call; absent, anybody who gets here. */
  tls?: TlsFiles | undefined
  /** Calls beyond so many at once are refused with 503, at once. */
  maxInFlight?: number
  /** Asked before each call, and told of its answer. */
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
  })
  const admission = new Admission(maxInFlight, options.workload)
  for (const { definition, calls } of options.services) server.addService(definition, calls(observe, admission))
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${options.host}:${options.port}`, servingCredentials(options.tls), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { port, stop: (graceMs = 10_000) => drain(server, admission, graceMs) }
}

/** Waits for those calls, too, whose callers have gone: the work goes on, and needs what is stopped after this. */
const drain = (server: Server, admission: Admission, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown()
      resolve()
    }, graceMs)
    server.tryShutdown(
      () =>
        void admission.idle().then(() => {
          clearTimeout(timer)
          resolve()
        }),
    )
  })
