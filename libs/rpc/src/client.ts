import {
  type Client as GrpcClient,
  connectivityState,
  credentials,
  makeGenericClientConstructor,
  type ClientUnaryCall,
  type Metadata,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js'
import { REPLAYED_HEADER, toMetadata } from './context.ts'
import { fromServiceError } from './problems.ts'
import { MAX_MESSAGE_BYTES } from './server.ts'
import { pathOf, tracedCall, tracedCallForParts } from './tracing.ts'
import type { Answer, CallOptions, Client, StreamingClient } from './types.ts'

const DEFAULT_TIMEOUT_MS = 15_000

const channelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 20_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // With the 64 KB of HTTP/2, large answers would wait for the receiver again and again.
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  // Without it all clients of a process would share one connection to the target.
  'grpc.use_local_subchannel_pool': 1,
}

/** Several connections to one target, used in turn: one HTTP/2 connection is soon the bottleneck. */
export type Channels = { target: string; count: number }

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

/** Whether it failed to connect: until its backoff is over and it has tried again, each call on it is refused at once. */
const isDown = (client: GrpcClient): boolean =>
  client.getChannel().getConnectivityState(false) === connectivityState.TRANSIENT_FAILURE

function connect(
  definition: ServiceDefinition,
  { target, count }: Channels,
): { next: () => GrpcClient; close: () => void } {
  const Constructor = makeGenericClientConstructor(definition, '')
  const clients = Array.from(
    { length: count },
    () => new Constructor(target, credentials.createInsecure(), channelOptions),
  )
  let turn = 0
  /** The next one in turn, but none that waits before it connects again while another one need not. */
  const next = (): GrpcClient => {
    turn = (turn + 1) % clients.length
    const inTurn = (later: number): GrpcClient => clients[(turn + later) % clients.length] as GrpcClient
    for (let later = 0; later < clients.length; later++) if (!isDown(inTurn(later))) return inTurn(later)
    return inTurn(0)
  }
  return {
    next,
    close: () => clients.forEach((client) => client.close()),
  }
}

/** A typed client of a unary service: promises, a deadline on every call, refusals as `DomainError`. */
export function clientOfService<Definition>(
  definition: Definition,
  channels: Channels,
): { client: Client<Definition>; close: () => void } {
  const { next, close } = connect(definition as ServiceDefinition, channels)
  const call = (name: string, request: unknown, options: CallOptions): Promise<Answer<unknown>> =>
    new Promise((resolve, reject) => {
      let replayed = false
      const client = next() as unknown as Record<string, UnaryMethod>
      const method = client[name] as UnaryMethod
      method
        .call(client, request, toMetadata(options.context), { deadline: deadlineOf(options) }, (error, message) =>
          error ? reject(fromServiceError(error)) : resolve({ message, replayed }),
        )
        .on('metadata', (metadata: Metadata) => (replayed = metadata.get(REPLAYED_HEADER).length > 0))
    })
  const methods = Object.keys(definition as ServiceDefinition).map((name) => [
    name,
    (request: unknown, options: CallOptions) =>
      tracedCall(pathOf(definition, name), options, (within) => call(name, request, within)),
  ])
  return { client: Object.fromEntries(methods) as Client<Definition>, close }
}

/** A typed client of a server-streaming service. Leaving the loop early cancels the call. */
export function clientOfStreams<Definition>(
  definition: Definition,
  channels: Channels,
): { client: StreamingClient<Definition>; close: () => void } {
  const { next, close } = connect(definition as ServiceDefinition, channels)
  async function* call(name: string, request: unknown, options: CallOptions): AsyncGenerator<unknown> {
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
  }
  const methods = Object.keys(definition as ServiceDefinition).map((name) => [
    name,
    (request: unknown, options: CallOptions) =>
      tracedCallForParts(pathOf(definition, name), options, (within) => call(name, request, within)),
  ])
  return { client: Object.fromEntries(methods) as StreamingClient<Definition>, close }
}
