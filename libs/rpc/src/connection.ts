/** How this process reaches one other service: a few connections, whatever is asked over them. */
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
import { measuringAnswers } from './message-size.ts'
import { KEEPALIVE_MS, MAX_MESSAGE_BYTES } from './server.ts'
import { callingCredentials, type TlsFiles } from './tls.ts'

/**
 * Where a service is. `address` is `host:port`, or several `ip:port` separated by commas, one for each replica; a name
 * with several addresses stands for as many replicas. Without `tls` it is called in plain text.
 */
export type Target = string | { address: string; tls?: TlsFiles | undefined }

/** Several connections to one target, used in turn: one HTTP/2 connection is soon the bottleneck. */
export type Channels = {
  target: Target
  count: number
  keepaliveMs?: number | undefined
  /** When it counts as silent; for tests, which have less time. */
  breaker?: Pick<BreakerOptions, 'unresponsiveMs' | 'probeTimeoutMs' | 'probeIntervalMs'> | undefined
}

/** Nobody serves it, and whoever serves anything says so at once. */
const SIGN_OF_LIFE = '/pacioli.SignOfLife/Ask'

/** Bytes that a receiver takes ahead of what it reads: with the 64 KB of HTTP/2, large answers would wait again and again. */
const CALLS_WINDOW = 4 * 1024 * 1024
/** Of answers in parts every reader may have so much waiting for him. */
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
  // Nobody looks at the library's own statistics. Its retries stay on: it alone knows which calls a server refused to begin.
  'grpc.enable_channelz': 0,
  // Without it all channels of a process would share one connection to the target.
  'grpc.use_local_subchannel_pool': 1,
  // Each replica takes its share, and none that is draining or gone is asked while another one is there.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Whenever a replica closes its connection the name is looked up again; a rollout closes one after the other.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
})

/** The target as gRPC writes it: a list is one of addresses; names are looked up. */
const uriOf = (address: string): string => (address.includes(',') ? `ipv4:${address}` : `dns:///${address}`)

const { READY, TRANSIENT_FAILURE } = connectivityState

/**
 * For so long a call waits for a way to a service that was there until now: one replica has gone and the next one is not
 * found yet. A service that stays away is refused at once, for nobody should wait for what does not come.
 */
const BRIDGED_MS = 1_000

/** Resolves when the channel is no longer waiting before it tries again, or then. */
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

/** Channels that take calls in turn. */
export class ChannelRing {
  readonly #channels: Channel[]
  #turn = 0
  #wasThere = false
  #awaySince: number | undefined
  /** Of a service that is connected and does not answer; one that is not connected is refused by the library. */
  readonly breaker: Breaker

  constructor({ target, count, keepaliveMs = KEEPALIVE_MS, breaker }: Channels, window: number) {
    keepClosingSessions()
    this.breaker = new Breaker({ what: 'A part of the service', probe: (ms) => this.#signOfLife(ms), ...breaker })
    const { address, tls } = typeof target === 'string' ? { address: target, tls: undefined } : target
    const credentials = callingCredentials(tls)
    const options = optionsOf(keepaliveMs, window)
    this.#channels = Array.from({ length: count }, () => new Channel(uriOf(address), credentials, options))
  }

  /** One gRPC client of this service for each channel; a caller asks for the next one each time. */
  clientsOf(definition: ServiceDefinition): () => GrpcClient {
    const Constructor = makeGenericClientConstructor(measuringAnswers(definition), '')
    const clients = this.#channels.map(
      (channel) => new Constructor('', callingCredentials(undefined), { channelOverride: channel }),
    )
    return () => clients[this.#next()] as GrpcClient
  }

  /** Whether each channel failed to connect: until it has tried again after a while, calls on it are refused at once. */
  get isDown(): boolean {
    return this.#channels.every((channel) => channel.getConnectivityState(false) === TRANSIENT_FAILURE)
  }

  /** Resolves once a replica has answered anything, or it is known that none is connected. */
  #signOfLife(timeoutMs: number): Promise<void> {
    const channel = this.#channels[this.#next()] as Channel
    const client = new GrpcClient('', callingCredentials(undefined), { channelOverride: channel })
    const nothing = (): Buffer => Buffer.alloc(0)
    return new Promise((resolve) => {
      const deadline = new Date(Date.now() + timeoutMs)
      client.makeUnaryRequest(SIGN_OF_LIFE, nothing, nothing, undefined, new Metadata(), { deadline }, (error) => {
        if (error?.code !== status.DEADLINE_EXCEEDED) resolve()
      })
    })
  }

  /** A call came through. */
  answered(): void {
    this.breaker.heard()
    this.#wasThere = true
    this.#awaySince = undefined
  }

  /** Waits for a way to the service where there was one until just now, and there is none. @returns whether there may be one */
  async bridge(deadline: Date): Promise<boolean> {
    if (!this.isDown) return true
    if (!this.#wasThere) return false
    this.#awaySince ??= Date.now()
    const until = new Date(Math.min(this.#awaySince + BRIDGED_MS, deadline.getTime()))
    if (until.getTime() <= Date.now()) return false
    await Promise.race(this.#channels.map((channel) => changed(channel, until)))
    return !this.isDown
  }

  /** The same for a call that found no way: it may look for another one as long as others would wait. */
  async bridgeAgain(deadline: Date): Promise<boolean> {
    this.#awaySince ??= Date.now()
    if (!this.#wasThere || this.#awaySince + BRIDGED_MS <= Date.now()) return false
    return this.bridge(deadline)
  }

  /**
   * The next one in turn that is connected. While none is, the next one that may soon be: a call waits there until it is
   * known. Those that are not connected and do not try are told to: a replica may be back.
   */
  #next(): number {
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
    this.breaker.stop()
    for (const channel of this.#channels) channel.close()
  }
}

/**
 * The rings of one target. What streams has connections of its own: a reader who takes his time over a report must not
 * hold up the answers of others. None connects before it is used.
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
