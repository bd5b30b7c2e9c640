import {
  DiscardPolicy,
  NatsError,
  nanos,
  type PeerInfo,
  RetentionPolicy,
  StorageType,
  type StreamAPI,
  type StreamConfig,
  type StreamInfo,
} from 'nats'
import type { Broker } from './connect.ts'

/** All events of all services. It may be lost at any time: the truth is in the outboxes. */
export const STREAM = 'PACIOLI'
const SUBJECTS = ['pacioli.>']

const DAY_MS = 86_400_000
/** A consumer that is far behind would lose, unnoticed, what a full stream drops. */
const UNBOUNDED = -1

export type StreamOptions = {
  /** Beyond this the oldest events are dropped, as they are after seven days, read or not. Unlimited by default. */
  maxBytes?: number
}

/** What each connection has made of the limits that it wants: they are applied once, and again only after a refusal. */
const settled = new WeakMap<Broker, { wanted: string; outcome: 'applied' | 'refused' }>()

/**
 * Creates the stream if missing, applies our limits if it has others, and returns its state. A connection applies them
 * once: while services are replaced by ones with other settings, the ones that started last decide, and those before
 * leave the stream alone. What the server refuses now, three copies while one of three servers is away for example, is
 * tried again with the next call, and the stream used as it is.
 * @throws BrokerUnavailable, NatsError
 */
export async function ensureStream(broker: Broker, options: StreamOptions = {}): Promise<StreamInfo> {
  const { maxBytes = UNBOUNDED } = options
  const streams = (await broker.client.jetstreamManager({ timeout: 5_000, checkAPI: false })).streams
  const limits = {
    subjects: SUBJECTS,
    max_age: nanos(7 * DAY_MS),
    max_bytes: maxBytes,
    discard: DiscardPolicy.Old,
    duplicate_window: nanos(120_000),
    num_replicas: broker.replicas,
  }
  const info = await streams.info(STREAM).catch(async (error: unknown) => {
    if (!isStreamMissing(error)) throw error
    return create(streams, limits)
  })
  const wanted = JSON.stringify(limits)
  const before = settled.get(broker)
  if (before?.wanted === wanted && before.outcome === 'applied') return info
  const asWanted = sameLimits(info.config, limits) ? info : await updated(streams, limits)
  settled.set(broker, { wanted, outcome: asWanted instanceof NatsError ? 'refused' : 'applied' })
  if (!(asWanted instanceof NatsError)) return asWanted
  if (before?.wanted !== wanted)
    broker.log.warn({ err: asWanted, wanted: limits }, 'NATS refuses our limits for the stream; it is used as it is')
  return info
}

type Limits = Pick<StreamConfig, 'subjects' | 'max_age' | 'max_bytes' | 'discard' | 'duplicate_window' | 'num_replicas'>

const sameLimits = (given: Limits, wanted: Limits): boolean =>
  given.max_age === wanted.max_age &&
  given.max_bytes === wanted.max_bytes &&
  given.discard === wanted.discard &&
  given.num_replicas === wanted.num_replicas &&
  given.subjects.join() === wanted.subjects.join()

/** The stream with these limits, or why the server refuses them. */
const updated = (streams: StreamAPI, limits: Limits): Promise<StreamInfo | NatsError> =>
  streams.update(STREAM, limits).catch((error: unknown) => {
    if (isRefusal(error)) return error
    throw error
  })

async function create(streams: StreamAPI, limits: Limits): Promise<StreamInfo> {
  const stream = { name: STREAM, ...limits, storage: StorageType.File, retention: RetentionPolicy.Limits }
  // Of two concurrent creations the server may refuse one, because "the subjects overlap".
  const refusal = await streams.add(stream).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return streams.info(STREAM).catch((missing: unknown) => {
    throw refusal ?? missing
  })
}

/** A server that was not heard of for so long is away: the leader hears of each once a second. */
const AWAY_MS = 5_000

/**
 * The servers that have a stream: who leads them, and who is away; empty where it has one copy alone. Another answer
 * means that a server came or went, or that they had an election, which may have cost events.
 */
export function serversOf({ cluster }: StreamInfo): string {
  const { leader = '', replicas = [] } = cluster ?? {}
  if (replicas.length === 0) return ''
  const isAway = ({ offline, active }: PeerInfo): boolean => offline || active > nanos(AWAY_MS)
  const away = replicas.filter(isAway).map(({ name }) => name)
  return [`${leader} leads`, ...away.sort().map((name) => `${name} is away`)].join(', ')
}

/** The id of the event that is at a place of a stream; undefined where there is none any more. */
export async function findEventAt(broker: Broker, sequence: number): Promise<string | undefined> {
  const { streams } = await broker.client.jetstreamManager({ timeout: 5_000, checkAPI: false })
  try {
    return idIn((await streams.getMessage(STREAM, { seq: sequence })).header.get(MESSAGE_ID))
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.code === 404) return undefined
    throw error
  }
}

/** Names a message: one that names another of the last two minutes is not stored again. */
export const MESSAGE_ID = 'Nats-Msg-Id'

/**
 * How an event is named in the stream. What may have been lost is published again under another name, with the number of
 * such losses: the servers may remember the name of a message that they have lost. So is what they have without its place.
 */
export const messageId = (id: string, losses: number, isAgain = false): string =>
  (losses === 0 ? id : `${id}.${losses}`) + (isAgain ? '.recorded' : '')

const idIn = (name: string): string | undefined => name.split('.')[0]

/** The server answered, and said no. */
export const isRefusal = (error: unknown): error is NatsError =>
  error instanceof NatsError && error.api_error !== undefined

export const isStreamMissing = (error: unknown): boolean =>
  error instanceof NatsError && (error.api_error?.err_code === 10_059 || error.message === 'stream not found')

/** No responders: there is no such stream (or consumer) any more. */
export const hasNoListener = (error: unknown): boolean => error instanceof NatsError && error.code === '503'
