/** The few connections of this process to another service. */
import {
  Channel,
  Client as GrpcClient,
  connectivityState,
  makeGenericClientConstructor,
  Metadata,
  status,
  type ServiceDefinition,
} from '@grpc/grpc-js'
import { Breaker, type BreakerOptions } from '@pacioli/errors'
import { keepClosingSessions } from './closing-sessions.ts'
import { NOT_BEGUN } from './exchange.ts'
import { Exchanges } from './exchanges.ts'
import { MAX_MESSAGE_BYTES } from './message-size.ts'
import { KEEPALIVE_MS } from './server.ts'
import { callingCredentials, type TlsFiles } from './tls.ts'
import { failedWith, unaryCall, type Ending, type Sent } from './unary-call.ts'

/**
 * Where a service is. `address` is `host:port`, or several `ip:port` separated by commas, one for each replica; a name
 * may resolve to several replicas. Without `tls` calls are in plain text.
 */
export type Target = string | { address: string; tls?: TlsFiles | undefined }

/** Connections to one target, used in rotation: a single HTTP/2 connection soon is the bottleneck. */
export type Channels = {
  target: Target
  count: number
  keepaliveMs?: number | undefined
  /** When it counts as unresponsive; for tests, which have less time. */
  breaker?: Pick<BreakerOptions, 'unresponsiveMs' | 'probeTimeoutMs' | 'probeIntervalMs'> | undefined
}

/** The library's message for having no connection; there is no code for it. */
export const NO_CONNECTION = 'No connection established'

/** An unimplemented method, which every live server refuses immediately. */
const SIGN_OF_LIFE = '/pacioli.SignOfLife/Ask'

/** Bytes a receiver buffers ahead of reading: with the 64 KB of HTTP/2 large answers would stall again and again. */
const CALLS_WINDOW = 4 * 1024 * 1024
/** The same for each reader of a stream. */
const STREAMS_WINDOW = 1024 * 1024

const optionsOf = (keepaliveMs: number, window: number) => ({
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': keepaliveMs,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc-node.flow_control_window': window,
  // The library's statistics are unused. Its retries stay on: it alone knows which calls a server did not begin.
  'grpc.enable_channelz': 0,
  // Otherwise all channels of a process share one connection to the target.
  'grpc.use_local_subchannel_pool': 1,
  // Each replica gets its share, and none that drains or is gone gets calls while another one is there.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Closed connections trigger a new lookup of the name; a rollout closes one after the other.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
})

/** The target in gRPC's form: lists are addresses, names are resolved. */
const uriOf = (address: string): string => (address.includes(',') ? `ipv4:${address}` : `dns:///${address}`)

const { READY, TRANSIENT_FAILURE } = connectivityState

/**
 * How long a call waits for a service that was connected until now: its replica is gone and the next one not found yet.
 * A service that stays away is refused immediately.
 */
const BRIDGED_MS = 1_000

/** Resolves when the channel stops backing off, or at that time. */
const changed = (channel: Channel, until: Date): Promise<void> =>
  new Promise((resolve) => {
    const state = channel.getConnectivityState(false)
    const look = (): void => {
      const now = channel.getConnectivityState(false)
      if (now !== TRANSIENT_FAILURE || until.getTime() <= Date.now()) resolve()
      else channel.watchConnectivityState(now, until, look)
    }
    channel.watchConnectivityState(state, until, look)
  })

/** Channels used in rotation. */
export class ChannelRing {
  readonly #channels: Channel[]
  readonly #exchanges: Exchanges[]
  #ofThisTurn: Exchanges | undefined
  #turn = 0
  #isClosed = false
  #wasThere = false
  #awaySince: number | undefined
  /** For a service that is connected but does not answer; the library refuses calls to one that is not connected. */
  readonly breaker: Breaker

  constructor({ target, count, keepaliveMs = KEEPALIVE_MS, breaker }: Channels, window: number) {
    keepClosingSessions()
    this.breaker = new Breaker({ what: 'A part of the service', probe: (ms) => this.#signOfLife(ms), ...breaker })
    const { address, tls } = typeof target === 'string' ? { address: target, tls: undefined } : target
    const credentials = callingCredentials(tls)
    const options = optionsOf(keepaliveMs, window)
    this.#channels = Array.from({ length: count }, () => new Channel(uriOf(address), credentials, options))
    this.#exchanges = this.#channels.map((channel) => new Exchanges(channel))
  }

  /** One gRPC client for each channel; callers get the next one each time. */
  clientsOf(definition: ServiceDefinition): () => GrpcClient {
    const Constructor = makeGenericClientConstructor(definition, '')
    const clients = this.#channels.map(
      (channel) => new Constructor('', callingCredentials(undefined), { channelOverride: channel }),
    )
    return () => clients[this.#turnTo()] as GrpcClient
  }

  /**
   * Sends a call, in an exchange if there is one for it. What a draining replica did not begin is sent another way.
   * @param over called once, however the call ends
   * @returns how to cancel it
   */
  send(sent: Sent, over: (ending: Ending) => void): () => void {
    const exchange = this.#exchangesNow().next()
    if (!exchange?.takes(sent)) return unaryCall(this.#next(), sent, over)
    let cancel = exchange.send(sent, (ending) => {
      if (ending !== NOT_BEGUN) over(ending)
      else if (this.#isClosed) over(failedWith(status.UNAVAILABLE, NO_CONNECTION))
      else cancel = this.send(sent, over)
    })
    return () => cancel()
  }

  /** Those of the next channel in each turn of the event loop: what is sent in it is one message to each replica. */
  #exchangesNow(): Exchanges {
    if (this.#ofThisTurn) return this.#ofThisTurn
    setImmediate(() => (this.#ofThisTurn = undefined))
    return (this.#ofThisTurn = this.#exchanges[this.#turnTo()] as Exchanges)
  }

  /** The channel whose turn it is. */
  #next(): Channel {
    return this.#channels[this.#turnTo()] as Channel
  }

  /** Whether each channel failed to connect: until it retries, its calls are refused immediately. */
  get isDown(): boolean {
    return this.#channels.every((channel) => channel.getConnectivityState(false) === TRANSIENT_FAILURE)
  }

  /** Resolves once a replica has answered anything, or none is connected. */
  #signOfLife(timeoutMs: number): Promise<void> {
    const client = new GrpcClient('', callingCredentials(undefined), { channelOverride: this.#next() })
    const nothing = (): Buffer => Buffer.alloc(0)
    return new Promise((resolve) => {
      const deadline = new Date(Date.now() + timeoutMs)
      client.makeUnaryRequest(SIGN_OF_LIFE, nothing, nothing, undefined, new Metadata(), { deadline }, (error) => {
        if (error?.code !== status.DEADLINE_EXCEEDED) resolve()
      })
    })
  }

  /** Records that a call came through. */
  answered(): void {
    this.breaker.heard()
    this.#wasThere = true
    this.#awaySince = undefined
  }

  /** Waits for a connection where there was one until just now. @returns whether there may be one */
  async bridge(deadline: Date): Promise<boolean> {
    if (!this.isDown) return true
    if (!this.#wasThere) return false
    this.#awaySince ??= Date.now()
    const until = new Date(Math.min(this.#awaySince + BRIDGED_MS, deadline.getTime()))
    if (until.getTime() <= Date.now()) return false
    await Promise.race(this.#channels.map((channel) => changed(channel, until)))
    return !this.isDown
  }

  /** The same for a call that found no connection, within the same time. */
  async bridgeAgain(deadline: Date): Promise<boolean> {
    this.#awaySince ??= Date.now()
    if (!this.#wasThere || this.#awaySince + BRIDGED_MS <= Date.now()) return false
    return this.bridge(deadline)
  }

  /**
   * The next connected channel; while none is, the next one that may soon be: a call waits there until it is known.
   * Idle ones start to connect, as a replica may be back.
   */
  #turnTo(): number {
    const { length } = this.#channels
    this.#turn = (this.#turn + 1) % length
    let hopeful: number | undefined
    for (let later = 0; later < length; later++) {
      const index = (this.#turn + later) % length
      const state = this.#channels[index]?.getConnectivityState(true)
      if (state === READY) return index
      if (state !== TRANSIENT_FAILURE) hopeful ??= index
    }
    return hopeful ?? this.#turn
  }

  close(): void {
    this.#isClosed = true
    this.breaker.stop()
    for (const exchanges of this.#exchanges) exchanges.close()
    for (const channel of this.#channels) channel.close()
  }
}

/**
 * The channels of one target. Streams have their own: a slow reader of a report must not block other answers. Each
 * connects on first use.
 */
export class Rings {
  readonly #open: (window: number) => ChannelRing
  #calls: ChannelRing | undefined
  #streams: ChannelRing | undefined

  constructor(channels: Channels) {
    this.#open = (window) => new ChannelRing(channels, window)
  }

  get calls(): ChannelRing {
    return (this.#calls ??= this.#open(CALLS_WINDOW))
  }

  get streams(): ChannelRing {
    return (this.#streams ??= this.#open(STREAMS_WINDOW))
  }

  close(): void {
    this.#calls?.close()
    this.#streams?.close()
  }
}
