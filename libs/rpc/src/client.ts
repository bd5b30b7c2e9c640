import { status, type Metadata, type ServiceDefinition, type ServiceError } from '@grpc/grpc-js'
import { refused } from '@pacioli/errors'
import { CallsService, type PreviewedAnswer__Output } from '@pacioli/protos/calls'
import { NO_CONNECTION, Rings, type ChannelRing, type Channels } from './connection.ts'
import { toMetadata } from './context.ts'
import type { Preview } from './preview.ts'
import { fromServiceError, isRefusal, isDisconnected } from './problems.ts'
import { isReadOnly } from './read-only.ts'
import { pathOf, tracedCall, tracedCallForParts } from './tracing.ts'
import type { Answer, CallOptions, Client, StreamingClient } from './types.ts'
import type { Method } from './unary-call.ts'

const DEFAULT_TIMEOUT_MS = 15_000

/** How often a read is sent again when its replica went away. */
const MAX_REPEATS = 2

type StreamMethod = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: Date },
) => AsyncIterable<unknown> & { cancel: () => void }

const deadlineOf = ({ context, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions): Date => {
  const own = Date.now() + timeoutMs
  const inherited = context.deadline?.getTime() ?? Infinity
  return new Date(Math.min(own, inherited))
}

const named = <Call>(definition: unknown, call: (name: string) => Call): Record<string, Call> =>
  Object.fromEntries(Object.keys(definition as ServiceDefinition).map((name) => [name, call(name)]))

/** One other service: clients of all it serves, over the same few connections. */
export class Connection {
  readonly #rings: Rings

  constructor(channels: Channels) {
    this.#rings = new Rings(channels)
  }

  /** A typed client of a unary service: promises, a deadline for every call, refusals as `DomainError`. */
  client<Definition>(definition: Definition): Client<Definition> {
    const ring = this.#rings.calls
    const methods = definition as Record<string, Method | undefined>
    const once = (method: Method, request: unknown, options: CallOptions, deadline: Date): Promise<Answer<unknown>> =>
      new Promise((resolve, reject) => {
        const sent = { method, request: method.requestSerialize(request), context: options.context, deadline }
        const cancel = ring.send(sent, (ending) => {
          waited()
          if ('error' in ending) {
            // A refusal is an answer, too.
            if (isRefusal(ending.error)) ring.answered()
            return reject(ending.error)
          }
          ring.answered()
          resolve(ending)
        })
        const waited = ring.breaker.waits(cancel)
      })
    const call = async (method: Method, asks: boolean, request: unknown, options: CallOptions) => {
      const deadline = deadlineOf(options)
      for (let cuts = 0; ;) {
        ring.breaker.refuseWhileOpen()
        if (ring.isDown) await ring.bridge(deadline)
        try {
          return await once(method, request, options, deadline)
        } catch (error) {
          if (!isOfCall(error)) throw error
          if (!(await mayRepeat(error, { asks, cuts, ring, deadline })))
            throw fromServiceError(error, method.path, mayHaveWritten(error, asks))
          if (!wasNeverSent(error)) cuts += 1
        }
      }
    }
    const previewed = async (method: Method, request: unknown, preview: Preview, options: CallOptions) => {
      const { path } = method
      const message = { path, request: method.requestSerialize(request), accounts: preview.accounts }
      const answer = await call(CallsService.Preview as Method, true, message, options).catch((error: unknown) => {
        throw asUnpreviewed(error)
      })
      const previewed = answer.message as PreviewedAnswer__Output
      preview.add(previewed)
      return { ...answer, message: method.responseDeserialize(previewed.answer) }
    }
    return named(definition, (name) => {
      const method = methods[name] as Method
      const asks = isReadOnly(definition, name)
      return (request: unknown, options: CallOptions) =>
        tracedCall(method.path, options, (within) => {
          const { preview } = within.context
          return preview ? previewed(method, request, preview, within) : call(method, asks, request, within)
        })
    }) as Client<Definition>
  }

  /** A typed client of a server-streaming service. Leaving the loop early cancels the call. */
  streams<Definition>(definition: Definition): StreamingClient<Definition> {
    const ring = this.#rings.streams
    const next = ring.clientsOf(definition as ServiceDefinition)
    async function* call(name: string, request: unknown, options: CallOptions): AsyncGenerator<unknown> {
      const deadline = deadlineOf(options)
      const asks = isReadOnly(definition, name)
      for (let cuts = 0; ;) {
        ring.breaker.refuseWhileOpen()
        await ring.bridge(deadline)
        const client = next() as unknown as Record<string, StreamMethod>
        const method = client[name] as StreamMethod
        const stream = method.call(client, request, toMetadata(options.context), { deadline })
        const waited = ring.breaker.waits(() => stream.cancel())
        let hasBegun = false
        try {
          for await (const message of stream) {
            hasBegun = true
            ring.answered()
            yield message
          }
          ring.answered()
          return
        } catch (error) {
          if (isRefusal(error as ServiceError)) ring.answered()
          if (hasBegun || !(await mayRepeat(error, { asks, cuts, ring, deadline })))
            throw fromServiceError(error as ServiceError, pathOf(definition, name), mayHaveWritten(error, asks))
          if (!wasNeverSent(error as ServiceError)) cuts += 1
        } finally {
          waited()
          stream.cancel()
        }
      }
    }
    return named(
      definition,
      (name) => (request: unknown, options: CallOptions) =>
        tracedCallForParts(pathOf(definition, name), options, (within) => call(name, request, within)),
    ) as unknown as StreamingClient<Definition>
  }

  close(): void {
    this.#rings.close()
  }
}

/** A service of the version before knows no previews: it refuses them, and writes nothing. */
const asUnpreviewed = (error: unknown): unknown =>
  (error as Partial<ServiceError>).code === status.UNIMPLEMENTED
    ? refused(
        'ServiceUnavailable',
        'A part of the service does not preview writes yet: it is being updated. Try again in a moment.',
        {},
        { cause: error },
      )
    : error

type Failed = { asks: boolean; cuts: number; ring: ChannelRing; deadline: Date }

/**
 * Whether to send again: the connection failed, another replica is there, and repeating is safe. An answer of the
 * service itself, such as being at capacity, is no reason to try the next replica.
 */
async function mayRepeat(error: unknown, { asks, cuts, ring, deadline }: Failed): Promise<boolean> {
  const failure = error as ServiceError
  if (!isDisconnected(failure)) return false
  if (wasNeverSent(failure)) return ring.bridgeAgain(deadline)
  return asks && cuts < MAX_REPEATS && ring.bridge(deadline)
}

/** Whether a failed call may have been carried out by a replica we no longer hear. */
const mayHaveWritten = (error: unknown, asks: boolean): boolean => !asks && !wasNeverSent(error as ServiceError)

/** Not so what keeps a request from being encoded: that is a defect, and nothing was sent. */
const isOfCall = (error: unknown): error is ServiceError => error instanceof Error && 'details' in error

const wasNeverSent = ({ details }: ServiceError): boolean => details.includes(NO_CONNECTION)

/** A client of one service, and how to close its connections. */
export function clientOfService<Definition>(
  definition: Definition,
  channels: Channels,
): { client: Client<Definition>; close: () => void } {
  const connection = new Connection(channels)
  return { client: connection.client(definition), close: () => connection.close() }
}

/** The same for a streaming service. */
export function clientOfStreams<Definition>(
  definition: Definition,
  channels: Channels,
): { client: StreamingClient<Definition>; close: () => void } {
  const connection = new Connection(channels)
  return { client: connection.streams(definition), close: () => connection.close() }
}
