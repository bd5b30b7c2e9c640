import { status, type ClientUnaryCall, type Metadata, type ServiceDefinition, type ServiceError } from '@grpc/grpc-js'
import { Rings, type ChannelRing, type Channels } from './connection.ts'
import { REPLAYED_HEADER, toMetadata } from './context.ts'
import { fromServiceError, isRefusal } from './problems.ts'
import type { Answer, CallOptions, Client, StreamingClient } from './types.ts'

const DEFAULT_TIMEOUT_MS = 15_000

/** How often a question that changes nothing is asked once more when the replica that had it went away. */
const MAX_REPEATS = 2

type UnaryMethod = (
  request: unknown,
  metadata: Metadata,
  options: { deadline: Date },
  callback: (error: ServiceError | null, response: unknown) => void,
) => ClientUnaryCall

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

/** The other service as one thing: clients of whatever it serves, over the same few connections. */
export class Connection {
  readonly #rings: Rings

  constructor(channels: Channels) {
    this.#rings = new Rings(channels)
  }

  /** A typed client of a unary service: promises, a deadline on every call, refusals as `DomainError`. */
  client<Definition>(definition: Definition): Client<Definition> {
    const ring = this.#rings.calls
    const next = ring.clientsOf(definition as ServiceDefinition)
    const once = (name: string, request: unknown, options: CallOptions, deadline: Date): Promise<Answer<unknown>> =>
      new Promise((resolve, reject) => {
        let replayed = false
        const client = next() as unknown as Record<string, UnaryMethod>
        const method = client[name] as UnaryMethod
        method
          .call(client, request, toMetadata(options.context), { deadline }, (error, message) =>
            error ? reject(error) : resolve({ message, replayed }),
          )
          .on('metadata', (metadata: Metadata) => (replayed = metadata.get(REPLAYED_HEADER).length > 0))
      })
    return named(definition, (name) => async (request: unknown, options: CallOptions) => {
      const deadline = deadlineOf(options)
      for (let repeats = 0; ; repeats++)
        try {
          return await once(name, request, options, deadline)
        } catch (error) {
          const isRepeated = options.isRead === true && repeats < MAX_REPEATS && mayAnswerElsewhere(error, ring)
          if (!isRepeated) throw fromServiceError(error as ServiceError)
        }
    }) as Client<Definition>
  }

  /** A typed client of a server-streaming service. Leaving the loop early cancels the call. */
  streams<Definition>(definition: Definition): StreamingClient<Definition> {
    const next = this.#rings.streams.clientsOf(definition as ServiceDefinition)
    return named(
      definition,
      (name) =>
        async function* (request: unknown, options: CallOptions): AsyncGenerator<unknown> {
          const client = next() as unknown as Record<string, StreamMethod>
          const method = client[name] as StreamMethod
          const stream = method.call(client, request, toMetadata(options.context), { deadline: deadlineOf(options) })
          try {
            yield* stream
          } catch (error) {
            throw fromServiceError(error as ServiceError)
          } finally {
            stream.cancel()
          }
        },
    ) as unknown as StreamingClient<Definition>
  }

  close(): void {
    this.#rings.close()
  }
}

/**
 * Whether it was the way there that failed, while another replica can still be reached. What a service says itself, that
 * it has too much to do for example, is no reason to ask the next one.
 */
const mayAnswerElsewhere = (error: unknown, ring: ChannelRing): boolean =>
  WENT_AWAY.has((error as ServiceError).code) && !isRefusal(error as ServiceError) && !ring.isDown

/** Not reached, or cut off in the middle. */
const WENT_AWAY = new Set([status.UNAVAILABLE, status.CANCELLED])

/** For one service alone: the client, and how to close its connections. */
export function clientOfService<Definition>(
  definition: Definition,
  channels: Channels,
): { client: Client<Definition>; close: () => void } {
  const connection = new Connection(channels)
  return { client: connection.client(definition), close: () => connection.close() }
}

/** The same for one that streams. */
export function clientOfStreams<Definition>(
  definition: Definition,
  channels: Channels,
): { client: StreamingClient<Definition>; close: () => void } {
  const connection = new Connection(channels)
  return { client: connection.streams(definition), close: () => connection.close() }
}
